import type { Attempt, Checkout } from '../checkout/checkout.js';
import type { CapturePolicy, Shop } from '../shop/shop.js';
import { extend } from '../values/extend.js';
import { sum } from '../values/money.js';
import type { PaymentCapture } from './capture.js';
import { type Dispute, evidenceNoticeAt } from './dispute.js';
import type { AccountOwner } from './shop-account.js';

/**
 * States of a payment (transitions.ts). `started`: the handler has not given an outcome. `owed`: to be paid outside the
 * portal. `authorized`: money is reserved, and part of it may be captured. `captured`: nothing more will be captured.
 * `lapsed`: the authorization ended before anything was captured.
 */
export const PAYMENT_STATES = [
  'started',
  'action_required',
  'owed',
  'authorized',
  'captured',
  'voiding',
  'voided',
  'declined',
  'lapsed',
] as const;
export type PaymentState = (typeof PAYMENT_STATES)[number];

/** The part of a payment that changes. Its order has a copy (order.ts), written together with it. */
export interface PaymentProgress {
  readonly state: PaymentState;
  /** Amount that was received at once, or outside the portal; of an owed payment, so far. Minor units. */
  readonly paid?: number;
  /** End of the authorization. Present once the handler has authorized the payment, like `parts`. */
  readonly authorized_until?: number;
  /** True if the merchant was warned that the authorization ends. */
  readonly warned?: true;
  /** `once` if it can be captured only once. */
  readonly parts?: 'once' | 'many';
  /** Which shipments capture their share. Absent if only the merchant captures. */
  readonly policy?: Exclude<CapturePolicy, 'at_once'>;
  /** Oldest first. */
  readonly captures?: readonly PaymentCapture[];
  /** Oldest first. */
  readonly disputes?: readonly Dispute[];
  /**
   * Amount that counts toward the limits of an API key: what was charged or still can be, less refunds. Absent if none of
   * it does. Minor units.
   */
  readonly spent?: number;
  /** True if the payment succeeded after it had ended without an order. Its money was given back. */
  readonly late_success?: true;
}

/** A payment of a checkout, and later of its order. It contains no data of the buyer, so it is never erased. */
export interface Payment {
  /** Id of the attempt: the idempotency key sent to the handler. */
  readonly id: string;
  readonly organization_id: string;
  readonly shop_id: string;
  readonly checkout_id: string;
  readonly order_id?: string;
  readonly handler_id: string;
  /** The account that all calls of the payment use, also after the shop gets another one. Absent: `portal`. */
  readonly account?: AccountOwner;
  /** Minor units. */
  readonly amount: number;
  readonly currency: string;
  /** The API key toward whose limits the payment counts, and from when it counts; absent if there is none. */
  readonly spend?: { readonly key_id: string; readonly at: number };
  readonly progress: PaymentProgress;
  /** When the handler has to be asked for its report, because its provider sent an event or the last one was incomplete. */
  readonly ask_at?: number;
  /** When maintenance has to look at it next; absent if nothing is due. */
  readonly due_at?: number;
  readonly created_at: number;
  readonly updated_at: number;
  readonly version: number;
}

/** Creates the payment of an attempt, also of one that an earlier version began without a payment. */
export function newPayment(
  { id: checkout_id }: Pick<Checkout, 'id'>,
  { id, handler_id, account, amount, currency, started_at, voiding }: Attempt,
  { id: shop_id, organization_id }: Pick<Shop, 'id' | 'organization_id'>,
  spend?: Payment['spend'],
): Payment {
  return {
    id,
    organization_id,
    shop_id,
    checkout_id,
    handler_id,
    ...(account && { account }),
    amount,
    currency,
    ...(spend && { spend }),
    progress: { state: voiding ? 'voiding' : 'started', ...(spend && { spent: amount }) },
    created_at: started_at,
    updated_at: started_at,
    version: 0,
  };
}

/** Amount received so far. Minor units. */
export function amountReceived({ paid = 0, captures = [] }: PaymentProgress): number {
  return paid + sum(captures.map(({ status, amount }) => (status === 'completed' ? amount : 0)));
}

/** Time before its end at which an authorization is renewed, or the merchant is warned. Milliseconds. */
export const EXPIRY_NOTICE_MS = 24 * 60 * 60 * 1000;

/** Returns the payment with its changes, and the time at which maintenance has to look at it next. */
export function changePayment(
  payment: Payment,
  change: Pick<Partial<Payment>, 'order_id' | 'progress'> & { readonly ask_at?: number | undefined },
  now: number,
): Payment {
  const { due_at: _due, ask_at: asked, ...kept } = payment;
  const { order_id, progress = payment.progress } = change;
  const ask_at = 'ask_at' in change ? change.ask_at : asked;
  const due = [ask_at, authorizationDueAt(progress), evidenceNoticeAt(progress)];
  const times = due.filter((time) => time !== undefined);
  return extend(kept, {
    progress,
    updated_at: now,
    ...(order_id !== undefined && { order_id }),
    ...(ask_at !== undefined && { ask_at }),
    ...(times.length > 0 && { due_at: Math.min(...times) }),
  });
}

/** Time after which a handler is no longer asked about a payment that does not change, in milliseconds. */
export const GIVE_UP_AFTER_MS = 7 * 24 * 60 * 60 * 1000;

/**
 * Returns a payment whose handler did not respond, or no longer exists. It is due again when it has waited twice as
 * long, so that it is asked about some fifteen times in ten days, and then only after another event.
 */
export function postponePayment(payment: Payment, now: number): Payment {
  const { ask_at = now } = payment;
  const waited = now - ask_at;
  if (waited >= GIVE_UP_AFTER_MS) return changePayment(payment, { ask_at: undefined }, now);
  const again = now + waited;
  const due_at = Math.min(again, evidenceNoticeAt(payment.progress) ?? again);
  return { ...payment, ask_at, due_at, updated_at: now };
}

/** When maintenance has to look at an authorization; `undefined` if there is none. */
export function authorizationDueAt({ state, authorized_until, warned }: PaymentProgress): number | undefined {
  if (state !== 'authorized' || authorized_until === undefined) return undefined;
  return warned ? authorized_until : authorized_until - EXPIRY_NOTICE_MS;
}
