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
import { type Forms, type Sender, senderOf } from './forms.js';

/** How long a process has a lane to itself: longer than an attempt takes. Milliseconds. */
export const LEASE = 60_000;

type Payload = Delivery & { readonly payload: string };

/** A delivery that this process is to send. */
export interface Work {
  readonly lane: string;
  readonly lease: string;
  readonly delivery: Payload;
  readonly sender: Sender;
}

/** What became of an attempt. */
export interface Attempted {
  readonly outcome: Outcome;
  readonly status: number | null;
  /** Milliseconds; undefined = the receiver does not say. */
  readonly retryAfter?: number | undefined;
}

/** The first delivery of a lane and the one after it; undefined = the row is gone. */
interface Ends {
  readonly head: Delivery | undefined;
  readonly next: Delivery | undefined;
}

/**
 * Takes the first delivery of each of these lanes that is still due. What cannot be sent any more is dead at once, and its lane goes
 * on with the next one.
 */
export function taken(
  rows: Rows,
  forms: Forms,
  keys: readonly string[],
  lease: string,
  now: number,
): Decision<readonly Work[]> {
  const lanes = [...rows.many('delivery_lane', keys).values()].filter(({ due_at }) => due_at !== null && due_at <= now);
  const ends = endsOf(rows, lanes);
  expectReceivers(rows, forms, ends);
  const works: Work[] = [];
  const writes = lanes.flatMap((lane, index): Write[] => {
    const { head, next } = ends[index] ?? {};
    const sender = head && hasPayload(head) ? senderOf(forms, rows, head) : undefined;
    const why = head && whyNot(head, sender !== undefined, now);
    if (!head || !sender || why !== undefined) return [...skipped(head, why, now), advanced(lane, next, now)];
    if (!hasPayload(head)) return [];
    works.push({ lane: lane.id, lease, delivery: head, sender });
    return [replaceWrite('delivery_lane', lane, { ...lane, due_at: now + LEASE, lease, updated_at: now })];
  });
  return { writes, result: works };
}

const KINDS = ['webhook', 'ucp'] as const satisfies readonly DeliveryForm['kind'][];

/** All receivers of a kind are read at once. */
function expectReceivers(rows: Rows, forms: Forms, ends: readonly Ends[]): void {
  const heads = ends.flatMap(({ head }) => head ?? []);
  for (const kind of KINDS) {
    const receivers = new Set(heads.filter(({ form }) => form.kind === kind).map(({ receiver }) => receiver));
    if (receivers.size > 0) rows.expect(forms[kind].wanted([...receivers]));
  }
}

/** Writes down what became of an attempt. Nothing is written when another process has taken the lane meanwhile. */
export function settled(
  rows: Rows,
  forms: Forms,
  { lane: key, lease, delivery: { id } }: Work,
  attempted: Attempted,
  drawn: number,
  by: Author,
): Decision<Delivery | undefined> {
  const lane = rows.get('delivery_lane', key);
  const [{ head, next }] = lane ? endsOf(rows, [lane]) : [{ head: undefined, next: undefined }];
  if (!lane || lane.lease !== lease || head?.id !== id) return { writes: [], result: undefined };
  const { outcome, status, retryAfter } = attempted;
  const { now } = by;
  const attempts = head.attempts + 1;
  const at = retryAt({ attempts, created_at: head.created_at }, { outcome, retryAfter, random: drawn }, now);
  const state = outcome === 'acknowledged' ? 'delivered' : at === undefined ? 'dead' : 'waiting';
  const after: Delivery = { ...head, state, attempts, outcome, status, attempted_at: now, updated_at: now };
  const put = replaceWrite('delivery', head, after);
  const moved =
    at === undefined
      ? advanced(lane, next, now)
      : replaceWrite('delivery_lane', lane, { ...lane, due_at: at, lease: null, updated_at: now });
  const gone = outcome === 'gone' ? forms[head.form.kind].goneWrites(rows, by, head) : [];
  return { writes: [put, moved, ...gone], result: put.row };
}

/** Gives a lane back whose attempt was broken off by this process: it is due at once, and the attempt does not count. */
export function released(rows: Rows, { lane: key, lease }: Work, now: number): Decision<void> {
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

/** Why a delivery is not sent although it waits; undefined = it is. */
function whyNot(delivery: Delivery, isTaken: boolean, now: number): Outcome | undefined {
  if (!hasPayload(delivery)) return 'erased';
  if (!isTaken) return 'not_active';
  return isAbandoned(delivery, now) ? (delivery.outcome ?? 'unreachable') : undefined;
}

function skipped(head: Delivery | undefined, outcome: Outcome | undefined, now: number): Write[] {
  if (!head || outcome === undefined) return [];
  return [replaceWrite('delivery', head, { ...head, state: 'dead', outcome, updated_at: now })];
}

/** The lane without its first delivery. */
function advanced(lane: DeliveryLane, next: Delivery | undefined, now: number): Write {
  const after = { ...lane, first: lane.first + 1, lease: null, updated_at: now };
  const isEmpty = countWaiting(after) === 0;
  const due = isEmpty ? { due_at: null, since: null } : { due_at: now, since: next?.created_at ?? now };
  return replaceWrite('delivery_lane', lane, { ...after, ...due });
}
