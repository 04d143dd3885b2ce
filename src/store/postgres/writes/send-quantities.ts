import type { AuditEvent } from '../../../ports.js';
import type { Session } from '../connection/session.js';
import { rowsOf } from '../connection/tables.js';
import type { Changes, Movement } from './changes.js';

const DROPPED = `
  DELETE FROM counter USING ${rowsOf('dropped', [
    ['name', 'text'],
    ['key', 'text'],
  ])}
  WHERE counter.name = dropped.name AND counter.key = dropped.key`;
const SET = `
  INSERT INTO counter (name, key, value) SELECT * FROM ${rowsOf('counted', [
    ['name', 'text'],
    ['key', 'text'],
    ['value', 'bigint'],
  ])}
  ON CONFLICT (name, key) DO UPDATE SET value = excluded.value`;

const MOVED = `
  INSERT INTO stock_movement (key, seq, "by", kind, reason, checkout_id, order_id, actor, at, stock_after)
  SELECT moved.key, (SELECT coalesce(max(seq), 0) FROM stock_movement WHERE key = moved.key) + moved.nth,
    moved.by, moved.kind, moved.reason, moved.checkout_id, moved.order_id, moved.actor, moved.at, moved.stock_after
  FROM ${rowsOf('moved', [
    ['key', 'text'],
    ['nth', 'bigint'],
    ['by', 'bigint'],
    ['kind', 'text'],
    ['reason', 'text'],
    ['checkout_id', 'text'],
    ['order_id', 'text'],
    ['actor', 'text'],
    ['at', 'bigint'],
    ['stock_after', 'bigint'],
  ])}`;

/**
 * Numbers each audit event among those of its subject and, unless it is about a checkout, in the trail of its
 * organization. The numbers have no gaps, so a reader who has reached the last event has missed none.
 */
const HAPPENED = `
  INSERT INTO audit_event (id, seq, trail, organization_id, subject_type, subject_id, action, actor, changed, at)
  SELECT happened.id, (
      SELECT coalesce(max(seq), 0) FROM audit_event
      WHERE subject_type = happened.subject_type AND subject_id = happened.subject_id
    ) + happened.nth,
    CASE WHEN happened.subject_type <> 'checkout' THEN (
      SELECT coalesce(max(trail), 0) FROM audit_event
      WHERE organization_id = happened.organization_id AND subject_type <> 'checkout'
    ) + happened.nth_of_trail END,
    happened.organization_id, happened.subject_type, happened.subject_id, happened.action, happened.actor, happened.changed, happened.at
  FROM ${rowsOf('happened', [
    ['id', 'text'],
    ['nth', 'bigint'],
    ['nth_of_trail', 'bigint'],
    ['organization_id', 'text'],
    ['subject_type', 'text'],
    ['subject_id', 'text'],
    ['action', 'text'],
    ['actor', 'text'],
    ['changed', 'text'],
    ['at', 'bigint'],
  ])}`;

/** Sends counters in a fixed order. */
export function sendCounters(session: Session, { counters }: Changes): Promise<unknown>[] {
  const sorted = [...counters].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, counter]) => counter);
  const dropped = sorted.filter(({ value }) => value === null);
  const set = sorted.filter(({ value }) => value !== null);
  const sent: Promise<unknown>[] = [];
  if (dropped.length > 0)
    sent.push(session.query(DROPPED, [dropped.map(({ name }) => name), dropped.map(({ key }) => key)]));
  if (set.length > 0)
    sent.push(
      session.query(SET, [set.map(({ name }) => name), set.map(({ key }) => key), set.map(({ value }) => value)]),
    );
  return sent;
}

export function sendMovements(session: Session, { movements }: Changes): Promise<unknown>[] {
  if (movements.length === 0) return [];
  const of = (value: (movement: Movement) => string | number | null) => movements.map(value);
  return [
    session.query(MOVED, [
      of(({ key }) => key),
      nths(of(({ key }) => key)),
      of(({ by }) => by),
      of(({ cause }) => cause.kind),
      of(({ cause }) => cause.reason),
      of(({ cause }) => cause.checkout_id),
      of(({ cause }) => cause.order_id),
      of(({ cause }) => cause.actor),
      of(({ cause }) => cause.at),
      of(({ stock_after }) => stock_after),
    ]),
  ];
}

export function sendEvents(session: Session, { events }: Changes): Promise<unknown>[] {
  if (events.length === 0) return [];
  const of = (value: (event: AuditEvent) => string | number) => events.map(value);
  return [
    session.query(HAPPENED, [
      of(({ id }) => id),
      nths(of(({ subject_type, subject_id }) => `${subject_type} ${subject_id}`)),
      nths(of(({ subject_type, organization_id }) => (subject_type === 'checkout' ? '' : organization_id))),
      of(({ organization_id }) => organization_id),
      of(({ subject_type }) => subject_type),
      of(({ subject_id }) => subject_id),
      of(({ action }) => action),
      of(({ actor }) => actor),
      of(({ changed }) => JSON.stringify(changed)),
      of(({ at }) => at),
    ]),
  ];
}

/** Numbers the elements with equal names, from 1. */
function nths(names: readonly (string | number | null)[]): number[] {
  const counts = new Map<string | number | null, number>();
  return names.map((name) => {
    const nth = (counts.get(name) ?? 0) + 1;
    counts.set(name, nth);
    return nth;
  });
}
