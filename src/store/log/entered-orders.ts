import type { OrderEntry } from '../../attestation/log-entry.js';
import type { Order } from '../../domain/order/order.js';
import { orderHashes } from '../../domain/order/order-evidence.js';
import { orderContextHash } from '../../domain/order/receipt-context.js';
import { findCopyFault } from './audited-body.js';
import type { LogAuditRows, OrderRow } from './log-audit-rows.js';
import { changedText, type EnteredRows, type RowFault, rowFault, UNENTERED } from './row-fault.js';
import { findSpendingFaults } from './spending-audit.js';

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

/** State of an order as its entries say. */
interface EnteredOrder {
  context_hash: string;
  version: number;
  readonly hashes: Map<string, string | null>;
}

/** Maximum number of added orders that are named. */
const MAX_NAMED = 100;

/** Describes orders without any entry. */
export async function findUnenteredOrders(rows: LogAuditRows, waiting: readonly string[]): Promise<readonly string[]> {
  const ids = await rows.ordersWithoutEntry(waiting, MAX_NAMED);
  return ids.map((id) => rowFault('order', id, UNENTERED).text);
}

/** Finds the orders that are not as their entries say, and those whose payments are not as the orders say. */
export async function compareOrders(
  rows: LogAuditRows,
  entered: EnteredRows<OrderEntry>,
): Promise<readonly RowFault[]> {
  if (entered.size === 0) return [];
  const found = await rows.orders([...entered.keys()]);
  const faults = [...entered].flatMap(([id, entries]) => {
    const state = foldEntries(entries);
    const fault = typeof state === 'string' ? state : findRowFault(found.get(id), state);
    return fault === undefined ? [] : [rowFault('order', id, fault)];
  });
  const wrong = new Set(faults.map(({ id }) => id));
  const right = [...found.values()].flatMap(({ body }) => (body && isOrder(body) && !wrong.has(body.id) ? [body] : []));
  return [...faults, ...(await findSpendingFaults(rows, right))];
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
  if (changed.length > 0) return changedText(changed);
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
