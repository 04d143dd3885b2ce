import type { Answer } from '../../calls/answer.js';
import type { Context } from '../../calls/context.js';
import type { ShopAccount } from '../../domain/payment/shop-account.js';
import type { Shop } from '../../domain/shop/shop.js';
import { findShopAccount } from '../../payments/payment-accounts.js';
import type { Rows } from '../../ports.js';
import type { PaymentAccountAnswer } from '../../schema/payment-account.js';
import { paymentAccountView } from '../../view/payment-account-view.js';
import { ownShop } from './own-shop.js';
import { type AccountHandler, assertAccountHandler } from './payment-accounts.js';

/** The handler and the shop of an account, and the account if there is one. */
export interface OwnAccount {
  readonly handler: AccountHandler;
  readonly shop: Shop;
  readonly account: ShopAccount | undefined;
}

/** @throws PortalError `shop_not_found`, `payment_account_not_found` for a handler without account settings */
export function ownAccount(
  rows: Rows,
  context: Pick<Context<'payments'>, 'caller' | 'services'>,
  { shop_id, handler_id }: { readonly shop_id: string; readonly handler_id: string },
): OwnAccount {
  const shop = ownShop(rows, context, shop_id);
  const handler = assertAccountHandler(context.services.payments.handler(handler_id));
  return { shop, handler, account: findShopAccount(rows, shop.id, handler_id) };
}

export function accountAnswer(
  { shop, handler }: OwnAccount,
  account: ShopAccount | undefined,
): Answer<{ data: PaymentAccountAnswer }> {
  const data = paymentAccountView(shop, handler, account);
  return { body: { data }, ...(account && { version: account.version }) };
}
