import type { Shop } from '../../domain/shop/shop.js';
import type { PaymentAccount, PaymentClient } from '../../ports.js';
import type { CheckoutF } from '../../schema/checkout.js';
import type { HandlerForms } from '../handler-forms.js';
import { totalOf } from './parts-of.js';

/** The providers' parts of the page, by handler id. */
export type PaymentClients = ReadonlyMap<string, PaymentClient>;

/** Finds the account of a handler for a shop. */
export interface PaymentAccounts {
  account(handlerId: string, shop: Shop): Promise<PaymentAccount>;
}

const OVER: ReadonlySet<CheckoutF['status']> = new Set(['completed', 'canceled']);

/** Returns the parts that the providers of the checkout's payment handlers have in its page; none once it is over. */
export async function paymentClients(
  checkout: CheckoutF,
  shop: Shop,
  handlerForms: HandlerForms,
  accounts: PaymentAccounts,
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
      const client = form?.client?.(purchase, await accounts.account(id, shop));
      return client ? [[id, client] as const] : [];
    }),
  );
  return new Map(found.flat());
}
