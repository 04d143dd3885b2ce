import {
  countWaiting,
  type Delivery,
  type DeliveryForm,
  type DeliveryLane,
  deliveryId,
  type Outcome,
} from '../domain/webhook/delivery.js';
import { isAbandoned, retryAt } from '../domain/webhook/retry.js';
import { type Decision, type Rows, replaceWrite, type Write } from '../ports.js';
import type { Author } from '../records/audit.js';
import { type AttemptResult, type Forms, findSender, type Sender } from './forms.js';

/** Longer than an attempt may take, so that no other process sends the same delivery meanwhile. */
export const LEASE_MS = 60_000;

type Payload = Delivery & { readonly payload: string };

/** The head of a lane that this process has leased. */
export interface LeasedDelivery {
  readonly lane: string;
  readonly lease: string;
  readonly delivery: Payload;
  readonly sender: Sender;
}

/** The first two deliveries of a lane. A member is `undefined` if there is no such row. */
interface Ends {
  readonly head: Delivery | undefined;
  readonly next: Delivery | undefined;
}

/**
 * Leases those of the given lanes that are still due. A head that can no longer be sent is marked dead, and its lane
 * advances.
 */
export function leaseDueLanes(
  rows: Rows,
  forms: Forms,
  keys: readonly string[],
  lease: string,
  now: number,
): Decision<readonly LeasedDelivery[]> {
  const lanes = [...rows.many('delivery_lane', keys).values()].filter(({ due_at }) => due_at !== null && due_at <= now);
  const ends = endsOf(rows, lanes);
  expectReceivers(rows, forms, ends);
  const works: LeasedDelivery[] = [];
  const writes = lanes.flatMap((lane, index): Write[] => {
    const { head, next } = ends[index] ?? {};
    const found = head && prepareHead(rows, forms, head, now);
    if (!found || typeof found === 'string') return [...skipWrites(head, found, now), advanceLane(lane, next, now)];
    works.push({ lane: lane.id, lease, ...found });
    return [replaceWrite('delivery_lane', lane, { ...lane, due_at: now + LEASE_MS, lease, updated_at: now })];
  });
  return { writes, result: works };
}

const KINDS = ['webhook', 'ucp', 'mail', 'operator'] as const satisfies readonly DeliveryForm['kind'][];

/** Tells the store which rows the senders will read, so that each kind takes one round trip. */
function expectReceivers(rows: Rows, forms: Forms, ends: readonly Ends[]): void {
  const heads = ends.flatMap(({ head }) => head ?? []);
  for (const kind of KINDS) {
    const deliveries = heads.filter(({ form }) => form.kind === kind);
    if (deliveries.length > 0) rows.expect(...forms[kind].readOf(deliveries));
  }
}

/** Records the outcome of an attempt, unless another process has leased the lane meanwhile. */
export function recordAttempt(
  rows: Rows,
  forms: Forms,
  { lane: key, lease, delivery: { id } }: LeasedDelivery,
  attempted: AttemptResult,
  random: number,
  by: Author,
): Decision<Delivery | undefined> {
  const lane = rows.get('delivery_lane', key);
  const [{ head, next }] = lane ? endsOf(rows, [lane]) : [{ head: undefined, next: undefined }];
  if (!lane || lane.lease !== lease || head?.id !== id) return { writes: [], result: undefined };
  const { outcome, status, retryAfter } = attempted;
  const { now } = by;
  const attempts = head.attempts + 1;
  const at = retryAt({ attempts, created_at: head.created_at }, { outcome, retryAfter, random }, now);
  const state = outcome === 'acknowledged' ? 'delivered' : at === undefined ? 'dead' : 'waiting';
  const after: Delivery = { ...head, state, attempts, outcome, status, attempted_at: now, updated_at: now };
  const put = replaceWrite('delivery', head, after);
  const moved =
    at === undefined
      ? advanceLane(lane, next, now)
      : replaceWrite('delivery_lane', lane, { ...lane, due_at: at, lease: null, updated_at: now });
  const followUp = forms[head.form.kind].followUpWrites(rows, by, head, attempted);
  return { writes: [put, moved, ...followUp], result: put.row };
}

/** Releases a lane whose attempt this process aborted. The lane is due immediately, and the attempt does not count. */
export function releaseLane(rows: Rows, { lane: key, lease }: LeasedDelivery, now: number): Decision<void> {
  const lane = rows.get('delivery_lane', key);
  if (lane?.lease !== lease) return { writes: [], result: undefined };
  return {
    writes: [replaceWrite('delivery_lane', lane, { ...lane, due_at: now, lease: null, updated_at: now })],
    result: undefined,
  };
}

function endsOf(rows: Rows, lanes: readonly DeliveryLane[]): [Ends, ...Ends[]] {
  const idsOf = ({ id, first, last }: DeliveryLane) =>
    [first, first + 1].filter((place) => place <= last).map((place) => deliveryId(id, place));
  const found = rows.many('delivery', lanes.flatMap(idsOf));
  const [first = { head: undefined, next: undefined }, ...others] = lanes.map((lane) => ({
    head: found.get(deliveryId(lane.id, lane.first)),
    next: found.get(deliveryId(lane.id, lane.first + 1)),
  }));
  return [first, ...others];
}

function hasPayload(delivery: Delivery): delivery is Payload {
  return delivery.payload !== null;
}

/** Returns a waiting delivery with its sender, or its outcome if it must not be sent. */
function prepareHead(
  rows: Rows,
  forms: Forms,
  delivery: Delivery,
  now: number,
): Pick<LeasedDelivery, 'delivery' | 'sender'> | Outcome {
  if (!hasPayload(delivery)) return 'erased';
  const sender = findSender(forms, rows, delivery, now);
  if (typeof sender === 'string') return sender;
  return isAbandoned(delivery, now) ? (delivery.outcome ?? 'unreachable') : { delivery, sender };
}

function skipWrites(head: Delivery | undefined, outcome: Outcome | undefined, now: number): Write[] {
  if (!head || outcome === undefined) return [];
  return [replaceWrite('delivery', head, { ...head, state: 'dead', outcome, updated_at: now })];
}

/** Removes the first delivery from a lane. */
function advanceLane(lane: DeliveryLane, next: Delivery | undefined, now: number): Write {
  const after = { ...lane, first: lane.first + 1, lease: null, updated_at: now };
  const isEmpty = countWaiting(after) === 0;
  const due = isEmpty ? { due_at: null, since: null } : { due_at: now, since: next?.created_at ?? now };
  return replaceWrite('delivery_lane', lane, { ...after, ...due });
}
