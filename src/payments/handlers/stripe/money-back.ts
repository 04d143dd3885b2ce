import type { Stripe } from 'stripe';
import { amountLost } from '../../../domain/payment/dispute.js';
import type { ProviderDispute } from '../../../ports.js';
import type { StripeAccount } from './account.js';
import { fromStripeAmount } from './amounts.js';

/** Stripe's maximum length of a page. */
const PAGE = 100;

/**
 * Sum of the completed refunds of a charge, in Stripe's amounts. The charge's own sum cannot be used: Stripe records the
 * release of an authorization as a refund too, which has no balance transaction, since no money moved.
 */
export async function refundedOf(account: StripeAccount, charge: Stripe.Charge): Promise<number> {
  if (charge.amount_refunded === 0) return 0;
  const refunds = await account.answer(listAll(account.client.refunds.list({ charge: charge.id, limit: PAGE })));
  return refunds
    .filter(({ status, balance_transaction }) => status === 'succeeded' && balance_transaction !== null)
    .reduce((sum, { amount }) => sum + amount, 0);
}

/** The disputes of a charge. Inquiries, which precede some disputes, count as disputes. */
export async function disputesOf(
  account: StripeAccount,
  charge: Stripe.Charge,
  currency: string,
): Promise<ProviderDispute[]> {
  if (!charge.disputed) return [];
  const disputes = await account.answer(listAll(account.client.disputes.list({ charge: charge.id, limit: PAGE })));
  return disputes.map(({ id, status, amount, reason, created, evidence_details }) => ({
    id,
    state: disputeState(status),
    amount: fromStripeAmount({ amount, currency }),
    reason,
    opened_at: created * 1000,
    ...(evidence_details.due_by && { evidence_due: evidence_details.due_by * 1000 }),
  }));
}

/** True if money of a charge is left: captured, and neither refunded nor lost in disputes. */
export async function holdsMoney(account: StripeAccount, charge: Stripe.Charge, currency: string): Promise<boolean> {
  const amount = charge.amount_captured - (await refundedOf(account, charge));
  return fromStripeAmount({ amount, currency }) > amountLost({ disputes: await disputesOf(account, charge, currency) });
}

function disputeState(status: Stripe.Dispute['status']): ProviderDispute['state'] {
  if (status === 'lost') return 'lost';
  // `warning_closed` ends an inquiry, `prevented` a dispute that never began: no money was withdrawn.
  return ['won', 'warning_closed', 'prevented'].includes(status) ? 'won' : 'open';
}

/** Reads a list to its end, whose pages the package fetches. */
export async function listAll<T>(list: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const one of list) all.push(one);
  return all;
}
