import { PLACED_ENTRIES, readEntry, type TypedEntry } from '../../attestation/log-entry.js';
import { inclusionNodes, inclusionProof, leafHash, verifyInclusion } from '../../attestation/merkle.js';
import { PortalError } from '../../domain/errors/portal-error.js';
import type { Order } from '../../domain/order/order.js';
import { orderContextHash } from '../../domain/order/receipt-context.js';
import type { LogLeaf, PendingEntry, Rows, Write } from '../../ports.js';

/** Comparison of an order with its first entry in the log. */

type FirstLeaf = Pick<LogLeaf, 'log_index' | 'data'>;

/** Maximum entries that are searched while they wait for their places. A portal moves as many in one transaction. */
const MAX_PENDING = 200;
/** Time until a repeat, in seconds. */
const RETRY_AFTER = 60;

/**
 * Checks that the order is as it was logged. The rows of the log are not verified. Returns the leaf of the order's first
 * entry; `undefined` while the entry waits for its place.
 * @throws PortalError `order_not_logged`
 */
export function assertLogged(rows: Rows, order: Order): FirstLeaf | undefined {
  const leaf = rows.find('firstEntryOf', order.organization_id, order.id);
  const entry = leaf ? readEntry(leaf.data) : findPlaced(pendingOf(rows, order), order);
  if (!entry) throw notLogged('The entry of the order waits for its place in the log.');
  if (!('context_hash' in entry) || entry.context_hash !== orderContextHash(order))
    throw notLogged('The order is not as its entry in the log says.');
  return leaf;
}

/**
 * Proves that the portal wrote the entry of an order, so that a change of the database cannot lead to a signature over
 * another order: the log has it under its authenticated head, or it gets its place now, which checks its MAC. Returns the
 * writes to apply before the signature is shown.
 * @param leaf the leaf that `assertLogged` returned in the same transaction
 * @throws PortalError `order_not_logged`
 * @throws LogRefusal if the log was changed from outside
 */
export function proveLogged(rows: Rows, order: Order, leaf: FirstLeaf | undefined): Write[] {
  const { organization_id } = order;
  if (!leaf) return [{ type: 'log_sequencing', organization_id, entries: pendingOf(rows, order) }];
  const { log_index, data } = leaf;
  const { size, root } = rows.logHead(organization_id);
  if (log_index >= size) throw notLogged('The log does not have the entry of the order.');
  const hashes = inclusionProof(log_index, size, rows.logHashes(organization_id, inclusionNodes(log_index, size)));
  if (!verifyInclusion(leafHash(data), log_index, size, hashes, root))
    throw notLogged('The log does not have the entry of the order.');
  return [];
}

function pendingOf(rows: Rows, { organization_id }: Order): readonly PendingEntry[] {
  return rows.pendingEntries(organization_id, MAX_PENDING);
}

function findPlaced(pending: readonly PendingEntry[], { id }: Order): TypedEntry | undefined {
  return pending
    .filter(({ type }) => PLACED_ENTRIES.some((placed) => placed === type))
    .map(({ data }) => readEntry(data))
    .find((entry) => entry !== undefined && 'id' in entry && entry.id === id);
}

function notLogged(detail: string): PortalError {
  return new PortalError('order_not_logged', detail, RETRY_AFTER);
}
