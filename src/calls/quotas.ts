import { discountKey } from '../domain/shop/discount.js';
import { itemKey } from '../domain/shop/item.js';
import { assertFits, isLimited, mergeQuotas, NO_USAGE, type Quotas, type Usage } from '../domain/tenant/quota.js';
import type { Put, Rows, TableName, Write } from '../ports.js';

/** Tables that accept new rows even above a quota, so that work in progress, such as a payment, can always finish. */
const FREE: ReadonlySet<TableName> = new Set([
  'payment',
  'order',
  'order_statement',
  'idempotency',
  'link_code',
  'oauth_client',
  'oauth_code',
  'oauth_token',
  'log_checkpoint',
  'log_publication',
]);

/**
 * Rejects a decision whose writes would exceed the organization's quotas. Runs in the decision's transaction, so that
 * two concurrent calls cannot both use the same remainder of a quota.
 * @throws PortalError `quota_exceeded`
 */
export function assertWithinQuotas(
  rows: Rows,
  organizationId: string,
  writes: readonly Write[],
  defaults: Quotas,
): void {
  const adding = writes.filter(isAdding);
  if (adding.length === 0) return;
  // Counting the usage is expensive, and most organizations have no quotas of their own.
  if (hasLimit(defaults)) rows.expect(['usage', organizationId]);
  const limits = mergeQuotas(rows.get('organization', organizationId)?.quotas, defaults);
  if (!hasLimit(limits)) return;
  assertRoomFor(rows, organizationId, addedUsage(rows, adding), defaults);
}

/** Usage that a list of writes adds. */
export function addedUsage(rows: Rows, writes: readonly Write[]): Usage {
  return writes
    .filter(isAdding)
    .map((write) => addedBy(rows, write))
    .reduce(sumUsage, NO_USAGE);
}

/**
 * Rejects added usage that would exceed the organization's quotas. Also called before work that is split into several
 * transactions.
 * @throws PortalError `quota_exceeded`
 */
export function assertRoomFor(rows: Rows, organizationId: string, added: Usage, defaults: Quotas): void {
  const limits = mergeQuotas(rows.get('organization', organizationId)?.quotas, defaults);
  if (isLimited(added, limits)) assertFits(rows.find('usage', organizationId), added, limits);
}

function hasLimit(quotas: Quotas): boolean {
  return Object.values(quotas).some((limit) => limit !== null);
}

type Adding = Extract<Write, { readonly type: 'put' | 'receipt' | 'add' }>;

function isAdding(write: Write): write is Adding {
  if (write.type === 'receipt') return true;
  if (write.type === 'add') return write.counter === 'media_bytes' && write.by > 0;
  if (write.type !== 'put' || FREE.has(write.table)) return false;
  // Changing an existing row adds usage only in the tables of items and discounts.
  return write.replaces === undefined || write.table === 'item' || write.table === 'discount';
}

function addedBy(rows: Rows, write: Adding): Usage {
  if (write.type === 'receipt') {
    const { signed_bytes, metadata } = write.receipt;
    return { ...NO_USAGE, rows: 1, bytes: signed_bytes.length + (metadata === null ? 0 : Buffer.byteLength(metadata)) };
  }
  if (write.type === 'add') return { ...NO_USAGE, bytes: write.by };
  if (write.replaces !== undefined) return changedBy(rows, write);
  return {
    keys: write.table === 'api_key' ? 1 : 0,
    items: write.table === 'item' && write.row.status === 'active' ? 1 : 0,
    open_carts: write.table === 'checkout' ? 1 : 0,
    rows: 1,
    bytes: write.table === 'item' || write.table === 'discount' ? lengthOf(write.row) : 0,
  };
}

/** Increase of usage from the previous row to the new one. */
function changedBy(rows: Rows, write: Put): Usage {
  const before = beforeOf(rows, write);
  const wasOnSale = before !== undefined && 'status' in before && before.status === 'active';
  return {
    ...NO_USAGE,
    items: write.table === 'item' && write.row.status === 'active' && !wasOnSale ? 1 : 0,
    bytes: before === undefined ? 0 : Math.max(0, lengthOf(write.row) - lengthOf(before)),
  };
}

/** The previous row. The decision has already read it, so reading it again costs nothing. */
function beforeOf(rows: Rows, { table, row }: Put) {
  if (table === 'item') return rows.get('item', itemKey(row.shop_id, row.id));
  return table === 'discount' ? rows.get('discount', discountKey(row.shop_id, row.code)) : undefined;
}

export function sumUsage(a: Usage, b: Usage): Usage {
  return {
    keys: a.keys + b.keys,
    items: a.items + b.items,
    open_carts: a.open_carts + b.open_carts,
    rows: a.rows + b.rows,
    bytes: a.bytes + b.bytes,
  };
}

/** Length of a row's stored JSON, without the version, which is in a separate column. Bytes. */
function lengthOf(row: object): number {
  return Buffer.byteLength(JSON.stringify({ ...row, version: undefined }));
}
