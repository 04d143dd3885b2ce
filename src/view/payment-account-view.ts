import type { ShopAccount } from '../domain/payment/shop-account.js';
import type { Shop } from '../domain/shop/shop.js';
import type { AccountTest, PaymentHandler } from '../ports.js';
import type { AccountTestAnswer, PaymentAccountAnswer } from '../schema/payment-account.js';
import { isoTimeOrNull } from './format.js';

/** The account of a shop as its merchant sees it, without secrets. */
export function paymentAccountView(
  shop: Shop,
  handler: PaymentHandler,
  account: ShopAccount | undefined,
): PaymentAccountAnswer {
  return {
    shop_id: shop.id,
    handler_id: handler.description.id,
    account: account ? 'shop' : handler.portalAccount ? 'portal' : 'none',
    settings: (handler.account ?? []).map(({ name, label, secret, required }) => ({
      name,
      label,
      secret,
      required,
      is_set: (account?.settings[name] ?? account?.sealed[name]) !== undefined,
      value: account?.settings[name] ?? null,
    })),
    test: account?.test ?? null,
    warnings: accountWarnings(shop, account?.test ?? usesTestAccount(handler)),
    created_at: isoTimeOrNull(account?.created_at ?? null),
    updated_at: isoTimeOrNull(account?.updated_at ?? null),
  };
}

export function accountTestView(test: AccountTest): AccountTestAnswer {
  return test.state === 'usable'
    ? { usable: true, account: test.account, live: test.live, reason: null }
    : { usable: false, account: null, live: null, reason: test.reason };
}

function usesTestAccount({ portalAccount, isTestAccount }: PaymentHandler): boolean {
  return portalAccount !== undefined && isTestAccount?.(portalAccount) === true;
}

/** Texts that keep a merchant from selling without being paid. */
export function accountWarnings({ demo }: Pick<Shop, 'demo'>, isTest: boolean): string[] {
  return isTest && !demo ? [TEST_KEYS] : [];
}

const TEST_KEYS =
  'The account has test keys: orders are paid, but no money moves. Set live keys before the shop sells.';
