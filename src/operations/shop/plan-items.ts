import { itemKey, type Variant } from '../../domain/shop/item.js';
import { applyItemChange } from '../../domain/shop/item-change.js';
import type { Shop } from '../../domain/shop/shop.js';
import { type VariantMembers, variantProblems } from '../../domain/shop/variants.js';
import type { Rows, Write } from '../../ports.js';
import type { Author } from '../../records/audit.js';
import { causeOf } from '../../records/stock-moves.js';
import type { ImportedRow, RowProblem } from './check-items.js';
import { buildItemWrites, changesOf, importedEvent, type SavedItem, type StoredItem } from './items.js';

/** The effect of a well-formed import row. */
export interface PlannedRow extends SavedItem {
  readonly row: number;
  readonly id: string;
  readonly before: StoredItem | undefined;
  /** Changed members; empty if the row changes nothing. */
  readonly changed: readonly string[];
}

export interface Plan {
  readonly planned: readonly PlannedRow[];
  readonly refused: readonly RowProblem[];
}

/**
 * Compares rows with existing items and each other, and plans their changes. `isElsewhere` names items written in other
 * parts of the same import, which was checked as a whole.
 */
export function planItems(
  rows: Rows,
  shopId: string,
  imported: readonly ImportedRow[],
  isElsewhere?: (id: string) => boolean,
): Plan {
  const plan = planRows(rows, shopId, imported);
  const products = productsOf(plan.planned.map(({ members }) => members));
  const stored = products.length === 0 ? new Map<string, readonly Variant[]>() : rows.variants(shopId, products);
  const problems = variantProblems(
    plan.planned.map(({ members }) => members),
    stored,
    isElsewhere,
  );
  return {
    planned: plan.planned.filter(({ id }) => !problems.has(id)),
    refused: [...plan.refused, ...optionProblems(plan.planned, problems)].sort((a, b) => a.row - b.row),
  };
}

/** Plans rows without checking variants against each other. */
export function planRows(rows: Rows, shopId: string, imported: readonly ImportedRow[]): Plan {
  const keys = imported.map(({ item }) => itemKey(shopId, item.id));
  rows.expect(['many', 'item', keys], ['counters', 'stock', keys]);
  const items = rows.many('item', keys);
  const stock = rows.counters('stock', keys);
  const refused: RowProblem[] = [];
  const planned = imported.flatMap(({ row, forNew, item: { id, stock: units, ...change } }): PlannedRow[] => {
    const item = items.get(itemKey(shopId, id));
    const before = item && { item, stock: stock.get(itemKey(shopId, id)) ?? null };
    const members = applyItemChange(id, item, { ...(item ? {} : forNew), ...change, stock: units });
    if ('problem' in members) {
      refused.push({ row, id, problem: `${members.member}: ${members.problem}` });
      return [];
    }
    return [{ row, id, members, stock: units, before, changed: changesOf({ members, stock: units }, before) }];
  });
  return { planned, refused };
}

export function productsOf(items: readonly Pick<VariantMembers, 'product_id'>[]): string[] {
  return [...new Set(items.flatMap(({ product_id }) => product_id ?? []))];
}

/** Rows whose options another item of the product already has. */
export function optionProblems(
  planned: readonly Pick<PlannedRow, 'row' | 'id'>[],
  problems: ReadonlyMap<string, string>,
): RowProblem[] {
  return planned.flatMap(({ row, id }) => {
    const problem = problems.get(id);
    return problem === undefined ? [] : { row, id, problem: `options: ${problem}` };
  });
}

/** Writes of changed rows with one audit event; empty if nothing changes. */
export function buildPlanWrites(by: Author, shop: Shop, planned: readonly PlannedRow[]): Write[] {
  const writes = itemWrites(by, shop.id, planned);
  return writes.length === 0 ? [] : [...writes, importedEvent(by, shop)];
}

/** Writes of changed rows without an audit event. */
export function itemWrites(by: Pick<Author, 'actor' | 'now'>, shopId: string, planned: readonly PlannedRow[]): Write[] {
  const cause = causeOf(by, 'correction', { reason: 'import' });
  return planned
    .filter(({ changed }) => changed.length > 0)
    .flatMap((one) => [...buildItemWrites(shopId, one, one.before, cause).writes]);
}
