import { itemKey, type Variant } from '../../domain/shop/item.js';
import { changedItem } from '../../domain/shop/item-change.js';
import type { Shop } from '../../domain/shop/shop.js';
import { variantProblem } from '../../domain/shop/variants.js';
import type { Rows, Write } from '../../ports.js';
import type { Author } from '../../records/audit.js';
import { causeOf } from '../../records/stock-moves.js';
import type { ImportedRow, RowProblem } from './check-items.js';
import { changesOf, importedEvent, type SavedItem, type StoredItem, savedItem } from './items.js';

/** What an import does with a row of a valid form. */
export interface PlannedRow extends SavedItem {
  readonly row: number;
  readonly id: string;
  readonly before: StoredItem | undefined;
  /** The members that are new; none = the row changes nothing. */
  readonly changed: readonly string[];
}

export interface Plan {
  readonly planned: readonly PlannedRow[];
  readonly refused: readonly RowProblem[];
}

/** Holds rows against the items that are there, and says what each of them would change. */
export function planItems(rows: Rows, shopId: string, imported: readonly ImportedRow[]): Plan {
  const keys = imported.map(({ item }) => itemKey(shopId, item.id));
  rows.expect(['many', 'item', keys], ['counters', 'stock', keys]);
  const items = rows.many('item', keys);
  const stock = rows.counters('stock', keys);
  const refused: RowProblem[] = [];
  const planned = imported.flatMap(({ row, forNew, item: { id, stock: units, ...change } }): PlannedRow[] => {
    const item = items.get(itemKey(shopId, id));
    const before = item && { item, stock: stock.get(itemKey(shopId, id)) ?? null };
    const members = changedItem(id, item, { ...(item ? {} : forNew), ...change, stock: units });
    if ('problem' in members) {
      refused.push({ row, id, problem: `${members.member}: ${members.problem}` });
      return [];
    }
    return [{ row, id, members, stock: units, before, changed: changesOf({ members, stock: units }, before) }];
  });
  const kept = withoutDoubles(rows, shopId, planned, refused);
  return { planned: kept, refused: refused.sort((a, b) => a.row - b.row) };
}

/**
 * Leaves out rows whose options another item of the product has. An item that stays as it is, since its row is refused,
 * may stand in the way of another row, so they are all held against each other again.
 */
function withoutDoubles(
  rows: Rows,
  shopId: string,
  planned: readonly PlannedRow[],
  refused: RowProblem[],
): readonly PlannedRow[] {
  const products = [...new Set(planned.flatMap(({ members }) => members.product_id ?? []))];
  const stored = products.length === 0 ? new Map<string, readonly Variant[]>() : rows.variants(shopId, products);
  for (let left = planned; ; ) {
    const written = new Set(left.map(({ id }) => id));
    const variants = new Map(
      [...stored].map(([product, all]) => [product, all.filter(({ id }) => !written.has(id))] as const),
    );
    const kept: PlannedRow[] = [];
    for (const one of left) {
      const { product_id, status } = one.members;
      const others = variants.get(product_id ?? '') ?? [];
      const problem = variantProblem(one.members, others);
      if (problem !== undefined) refused.push({ row: one.row, id: one.id, problem: `options: ${problem}` });
      else kept.push(one);
      if (problem === undefined && product_id !== null && status === 'active')
        variants.set(product_id, [...others, one.members]);
    }
    if (kept.length === left.length) return left;
    left = kept;
  }
}

/** The writes of rows that change something, with one audit event; none when nothing changes. */
export function plannedWrites(by: Author, shop: Shop, planned: readonly PlannedRow[]): Write[] {
  const writes = itemWrites(by, shop.id, planned);
  return writes.length === 0 ? [] : [...writes, importedEvent(by, shop)];
}

/** The same without the event. */
export function itemWrites(by: Pick<Author, 'actor' | 'now'>, shopId: string, planned: readonly PlannedRow[]): Write[] {
  const cause = causeOf(by, 'correction', { reason: 'import' });
  return planned
    .filter(({ changed }) => changed.length > 0)
    .flatMap((one) => [...savedItem(shopId, one, one.before, cause).writes]);
}
