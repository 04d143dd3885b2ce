import { PortalError } from '../errors/portal-error.js';
import { takesNothing } from '../payment/transitions.js';
import { endHold } from './end-hold.js';
import type { HoldRule, HoldRuleState, OrderCountersignature } from './hold.js';
import { hasMoved, type Order } from './order.js';
import { isCapturing, progressOf } from './order-payment.js';

/** A hold that ends by a rule instead of a call (docs/orders.md, Holds with a rule). */

export interface ReleaseWhen {
  /** Seconds after which the order is released, unless it is disputed. */
  readonly or_after: number;
  /** The only consumer whose decisions count; absent if those of all do. */
  readonly consumer_id?: string | undefined;
}

export const HOLD_RULE_EVENTS = ['accepted', 'settled', 'disputed', 'time_over'] as const;
export type HoldRuleEvent = (typeof HOLD_RULE_EVENTS)[number];

/**
 * Next states by event: `accepted` if the last decision about every receipt is an acceptance and one of them says success,
 * `settled` if none does. Time does not end a dispute.
 */
export const HOLD_RULE_TRANSITIONS: Readonly<
  Record<HoldRuleState, Readonly<Record<HoldRuleEvent, HoldRuleState | 'released'>>>
> = {
  waiting: { accepted: 'released', settled: 'waiting', disputed: 'disputed', time_over: 'released' },
  disputed: { accepted: 'released', settled: 'waiting', disputed: 'disputed', time_over: 'disputed' },
};

/** Milliseconds that remain to capture the payment once time has ended a hold. The sweep itself takes up to a minute. */
export const CAPTURE_MARGIN_MS = 60 * 60 * 1000;

/** Limits the size of an order, since it is read and written as a whole. */
const MAX_COUNTERSIGNATURES = 100;

/**
 * Makes the rule of a new hold. Nothing may have been shipped, so while the rule stands, canceling units never ends
 * the order as fulfilled, which would capture money.
 * @throws PortalError `capture_in_progress`; `invalid_request` if units were shipped, the consumer has accepted already, the
 * payment was voided, or its authorization ends less than an hour after the hold
 */
export function makeHoldRule(order: Order, { or_after, consumer_id }: ReleaseWhen, now: number): HoldRule {
  if (hasMoved(order)) throw new PortalError('invalid_request', 'release_when: units have left the shop already');
  if (isCapturing(order)) throw new PortalError('capture_in_progress', 'release_when: a capture is pending');
  const release_at = now + or_after * 1000;
  const { state, authorized_until } = progressOf(order);
  if (state === 'voiding' || takesNothing(state))
    throw new PortalError(
      'invalid_request',
      'release_when: the payment has ended without money, so a rule would have no effect; hold the order without one',
    );
  if (state === 'authorized' && authorized_until !== undefined && release_at > authorized_until - CAPTURE_MARGIN_MS)
    throw new PortalError(
      'invalid_request',
      `release_when.or_after: the authorization of the payment ends at ${new Date(authorized_until).toISOString()}; the hold must end an hour before`,
    );
  const decisions = lastDecisions(order, consumer_id);
  if (decisions.some(({ decision, is_success }) => decision === 'accept' && is_success))
    throw new PortalError(
      'invalid_request',
      'release_when: the consumer has accepted a receipt about the order already',
    );
  const isDisputed = decisions.some(({ decision }) => decision === 'dispute');
  return { state: isDisputed ? 'disputed' : 'waiting', release_at, ...(consumer_id !== undefined && { consumer_id }) };
}

/**
 * Records the consumer's decision about a receipt, and releases the order if its rule says so. A decision of a consumer
 * that the rule does not name is only recorded.
 * @throws PortalError `limit_exceeded`
 */
export function countersignOrder(order: Order, decided: OrderCountersignature): Order {
  const { countersigned = [] } = order;
  if (countersigned.length >= MAX_COUNTERSIGNATURES)
    throw new PortalError('limit_exceeded', `An order has at most ${MAX_COUNTERSIGNATURES} countersignatures.`);
  const recorded = { ...order, countersigned: [...countersigned, decided], updated_at: decided.at };
  const rule = ruleOf(order);
  if (!rule || !doesCount(decided, rule.consumer_id)) return recorded;
  return applyHoldRule(recorded, eventOf(lastDecisions(recorded, rule.consumer_id)), decided.at);
}

/** Any receipt may be the last one to be settled, so the event depends on all of them. */
function eventOf(decisions: readonly OrderCountersignature[]): HoldRuleEvent {
  if (decisions.some(({ decision }) => decision === 'dispute')) return 'disputed';
  return decisions.some(({ is_success }) => is_success) ? 'accepted' : 'settled';
}

/** Releases an order whose time without a dispute is over; others do not change. */
export function releaseInTime(order: Order, now: number): Order {
  const rule = ruleOf(order);
  return rule && now >= rule.release_at ? applyHoldRule(order, 'time_over', now) : order;
}

/** Instant at which the order is released without a further call; null if there is none. */
export function releaseDueAt(order: Order): number | null {
  const rule = ruleOf(order);
  return rule && HOLD_RULE_TRANSITIONS[rule.state].time_over === 'released' ? rule.release_at : null;
}

/**
 * The rule of a held order; `undefined` if it is not held, or held without a rule. A rule ends with its payment: it must
 * not release goods for which no money can be taken any more, so the merchant decides.
 */
export function ruleOf({ status, payment_status, hold_rule }: Order): HoldRule | undefined {
  return status === 'on_hold' && payment_status !== 'voided' ? hold_rule : undefined;
}

/** Returns the last decision about each receipt, of one consumer or of all. */
function lastDecisions({ countersigned = [] }: Order, consumer_id?: string): readonly OrderCountersignature[] {
  const counted = countersigned.filter((one) => doesCount(one, consumer_id));
  return [...new Map(counted.map((one) => [one.receipt_id, one] as const)).values()];
}

function doesCount(decided: OrderCountersignature, consumer_id: string | undefined): boolean {
  return consumer_id === undefined || decided.consumer_id === consumer_id;
}

function applyHoldRule(order: Order, event: HoldRuleEvent, now: number): Order {
  const rule = ruleOf(order);
  if (!rule) return order;
  const next = HOLD_RULE_TRANSITIONS[rule.state][event];
  if (next === 'released') return endHold(order, now);
  return next === rule.state ? order : { ...order, hold_rule: { ...rule, state: next }, updated_at: now };
}
