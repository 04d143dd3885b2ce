import { isOrderEntry, type OrderEntry, readEntry } from '../../attestation/log-entry.js';
import type { Order } from '../../domain/order/order.js';
import { orderHashes } from '../../domain/order/order-evidence.js';
import { orderContextHash } from '../../domain/order/receipt-context.js';
import { groupBy } from '../../domain/values/group-by.js';
import type { PendingEntry } from '../../ports.js';
import { findCopyFault } from './audited-body.js';
import { type EntryRow, entryOf, type LogAuditRows, type OrderRow } from './log-audit-rows.js';

/** Columns of an order's row that copy a member of its body. */
const COPIES = [
  'shop_id',
  'deployment_id',
  'checkout_id',
  'display_id',
  'buyer_id',
  'status',
  'payment_status',
] as const;

/** Entries of orders that wait for their places in the log, by order. */
export type WaitingEntries = ReadonlyMap<string, readonly OrderEntry[]>;

/**
 * Reads entries that wait for their places in a log. `faults` describes those that the portal did not write, if `isOurs`
 * is given.
 */
export function readWaiting(
  pending: readonly PendingEntry[],
  isOurs: (entry: PendingEntry) => boolean = () => true,
): { readonly waiting: WaitingEntries; readonly faults: readonly string[] } {
  const waiting = new Map<string, OrderEntry[]>();
  const faults: string[] = [];
  for (const one of pending) {
    const entry = readEntry(one.data);
    if (!entry || !isOrderEntry(entry) || entry.type !== one.type || !isOurs(one))
      faults.push(`waiting entry ${one.seq} is not one that the portal wrote`);
    else waiting.set(entry.id, [...(waiting.get(entry.id) ?? []), entry]);
  }
  return { waiting, faults };
}

/** State of an order as its entries say. */
interface EnteredOrder {
  context_hash: string;
  version: number;
  readonly hashes: Map<string, string | null>;
}

/** An order that is not as its entries say. */
interface OrderFault {
  readonly id: string;
  readonly text: string;
}

/**
 * Describes the orders of these entries that are not as their last entry says. An order with a later entry is skipped: it
 * is checked there. So are orders of `readWaiting`, which is called only if there are faults.
 */
export async function findEnteredFaults(
  rows: LogAuditRows,
  entries: readonly EntryRow[],
  readWaiting: () => Promise<ReadonlySet<string>>,
): Promise<readonly string[]> {
  const last = new Map<string, number>();
  for (const { entry, log_index } of entries.flatMap(orderRowOf)) last.set(entry.id, log_index);
  const stored = await readByOrder(rows, [...last.keys()]);
  const ending = [...last].flatMap(([id, index]) => {
    const ofOrder = stored.get(id) ?? [];
    return ofOrder.at(-1)?.log_index === index ? [[id, ofOrder.map(({ entry }) => entry)] as const] : [];
  });
  const faults = await compareOrders(rows, new Map(ending));
  if (faults.length === 0) return [];
  const waiting = await readWaiting();
  return faults.flatMap(({ id, text }) => (waiting.has(id) ? [] : [text]));
}

/** Describes the orders that are not as their entries say, of those with entries that wait. */
export async function findWaitingFaults(rows: LogAuditRows, waiting: WaitingEntries): Promise<readonly string[]> {
  const stored = await readByOrder(rows, [...waiting.keys()]);
  const all = [...waiting].map(([id, later]) => {
    const earlier = stored.get(id) ?? [];
    return [id, [...earlier.map(({ entry }) => entry), ...later]] as const;
  });
  return (await compareOrders(rows, new Map(all))).map(({ text }) => text);
}

/** Maximum number of added orders that are named. */
const MAX_NAMED = 100;

/** Describes orders of the organization without any entry. */
export async function findUnenteredFaults(rows: LogAuditRows, waiting: WaitingEntries): Promise<readonly string[]> {
  const ids = await rows.ordersWithoutEntry([...waiting.keys()], MAX_NAMED);
  return ids.map((id) => `order ${id} is not as the log says: the log has no entry of it, so it was added`);
}

async function compareOrders(rows: LogAuditRows, entered: WaitingEntries): Promise<readonly OrderFault[]> {
  if (entered.size === 0) return [];
  const found = await rows.orders([...entered.keys()]);
  return [...entered].flatMap(([id, entries]) => {
    const state = foldEntries(entries);
    const fault = typeof state === 'string' ? state : findRowFault(found.get(id), state);
    return fault === undefined ? [] : [{ id, text: `order ${id} is not as the log says: ${fault}` }];
  });
}

interface OrderEntryRow {
  readonly log_index: number;
  readonly entry: OrderEntry;
}

async function readByOrder(rows: LogAuditRows, ids: readonly string[]): Promise<ReadonlyMap<string, OrderEntryRow[]>> {
  if (ids.length === 0) return new Map();
  return groupBy((await rows.entriesOf(ids)).flatMap(orderRowOf), ({ entry }) => entry.id);
}

function orderRowOf(row: EntryRow): OrderEntryRow[] {
  const entry = entryOf(row);
  return entry && isOrderEntry(entry) ? [{ log_index: row.log_index, entry }] : [];
}

/** Returns the state after all entries, or a fault if they cannot follow each other. */
function foldEntries([first, ...later]: readonly OrderEntry[]): EnteredOrder | string {
  if (!first || !('context_hash' in first)) return 'its first entry is missing';
  const state: EnteredOrder = {
    context_hash: first.context_hash,
    version: first.version,
    hashes: new Map(Object.entries(first.hashes)),
  };
  for (const entry of later) {
    if ('context_hash' in entry) return 'it was entered twice';
    if (entry.version <= state.version) return `it has an entry of version ${entry.version} after ${state.version}`;
    state.version = entry.version;
    for (const [name, hash] of Object.entries(entry.hashes)) state.hashes.set(name, hash);
  }
  return state;
}

function findRowFault(row: OrderRow | undefined, entered: EnteredOrder): string | undefined {
  if (!row) return 'it is gone';
  const { body } = row;
  if (!body) return 'its body is not that of an order';
  const changed = changedMembers(body, entered);
  if (!changed) return 'its body is not that of an order';
  if (changed.length > 0) return `${changed.join(', ')} ${changed.length === 1 ? 'was' : 'were'} changed`;
  if (row.context_hash !== entered.context_hash) return 'its column context_hash differs from its context';
  if (row.version < entered.version) return 'its version is earlier than that of its last entry';
  return findCopyFault(row.columns, body, COPIES);
}

/** Names the members that differ; `undefined` if the body lacks what they are computed from. */
function changedMembers(body: object, { context_hash, hashes }: EnteredOrder): string[] | undefined {
  try {
    if (!isOrder(body)) return undefined;
    const present = new Map<string, string | null>(Object.entries(orderHashes(body)));
    const names = [...new Set([...hashes.keys(), ...present.keys()])];
    const changed = names.filter((name) => (hashes.get(name) ?? null) !== (present.get(name) ?? null));
    return changed.length > 0 || orderContextHash(body) === context_hash ? changed : ['context'];
  } catch {
    return undefined;
  }
}

/** Checks only the outline. If a line or another part lacks a member, hashing it throws. */
function isOrder(body: object): body is Order {
  const isObject = (name: string) => typeof Reflect.get(body, name) === 'object' && Reflect.get(body, name) !== null;
  return ['line_items', 'totals', 'shipping', 'fulfillment', 'payment', 'adjustments'].every(isObject);
}
