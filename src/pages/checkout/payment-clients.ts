import type { AccountOwner } from '../../domain/payment/shop-account.js';
import type { Shop } from '../../domain/shop/shop.js';
import { capturePolicy } from '../../payments/capture-policy.js';
import type { PaymentAccount, PaymentClient, PaymentHandler } from '../../ports.js';
import type { CheckoutF } from '../../schema/checkout.js';
import { totalOf } from './parts-of.js';
import type { Read } from './read.js';

/** The providers' parts of the page, by handler id. */
export type PaymentClients = ReadonlyMap<string, PaymentClient>;

/** Finds payment handlers, and the accounts of payments of a shop. */
export interface PublicAccounts {
  handler(id: string): PaymentHandler | undefined;
  /** Without its secrets. `owner` defaults to that of the next payment. */
  publicAccount(handlerId: string, shopId: string, owner?: AccountOwner): Promise<PaymentAccount | undefined>;
}

const OVER: ReadonlySet<CheckoutF['status']> = new Set(['completed', 'canceled']);

/**
 * Returns the parts that the providers of the checkout's payment handlers have in its page; none once it is over. A
 * payment in progress keeps the account and the capture with which it began.
 */
export async function paymentClients(
  { checkout, attempt }: Pick<Read, 'checkout' | 'attempt'>,
  shop: Shop,
  payments: PublicAccounts,
): Promise<PaymentClients> {
  if (OVER.has(checkout.status)) return new Map();
  const price = { amount: totalOf(checkout), currency: checkout.currency };
  const found = await Promise.all(
    checkout.payment.handlers.map(async ({ id }) => {
      const handler = payments.handler(id);
      if (!handler?.form?.client) return [];
      const open = attempt?.handler_id === id ? attempt : undefined;
      const policy = open ? open.capture : capturePolicy(handler, shop);
      const account = await payments.publicAccount(id, shop.id, open && (open.account ?? 'portal'));
      const client = account && handler.form.client({ ...price, capture: policy ? 'later' : 'now' }, account);
      return client ? [[id, client] as const] : [];
    }),
  );
  return new Map(found.flat());
}
