import type { AccountOwner } from '../../domain/payment/shop-account.js';
import type { Shop } from '../../domain/shop/shop.js';
import type { PaymentAccount, PaymentClient } from '../../ports.js';
import type { CheckoutF } from '../../schema/checkout.js';
import type { HandlerForms } from '../handler-forms.js';
import { totalOf } from './parts-of.js';
import type { Read } from './read.js';

/** The providers' parts of the page, by handler id. */
export type PaymentClients = ReadonlyMap<string, PaymentClient>;

/** Finds the account of a payment of a shop without its secrets. `owner` defaults to that of the next payment. */
export interface PublicAccounts {
  publicAccount(handlerId: string, shopId: string, owner?: AccountOwner): Promise<PaymentAccount | undefined>;
}

const OVER: ReadonlySet<CheckoutF['status']> = new Set(['completed', 'canceled']);

/** Returns the parts that the providers of the checkout's payment handlers have in its page; none once it is over. */
export async function paymentClients(
  { checkout, attempt }: Pick<Read, 'checkout' | 'attempt'>,
  shop: Shop,
  handlerForms: HandlerForms,
  accounts: PublicAccounts,
): Promise<PaymentClients> {
  if (OVER.has(checkout.status)) return new Map();
  const { payment_capture = 'at_once' } = shop.settings;
  const purchase = {
    amount: totalOf(checkout),
    currency: checkout.currency,
    capture: payment_capture === 'at_once' ? 'now' : 'later',
  } as const;
  const found = await Promise.all(
    checkout.payment.handlers.map(async ({ id }) => {
      const form = handlerForms.get(id);
      if (!form?.client) return [];
      const owner = attempt?.handler_id === id ? (attempt.account ?? 'portal') : undefined;
      const account = await accounts.publicAccount(id, shop.id, owner);
      const client = account && form.client(purchase, account);
      return client ? [[id, client] as const] : [];
    }),
  );
  return new Map(found.flat());
}
