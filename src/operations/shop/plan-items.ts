import { EXEMPT } from '../../domain/checkout/tax.js';
import { type ImportedStock, importStock, type StockMode } from '../../domain/shop/imported-stock.js';
import { type Item, itemKey, type Variant } from '../../domain/shop/item.js';
import { applyItemChange } from '../../domain/shop/item-change.js';
import type { Shop } from '../../domain/shop/shop.js';
import { type VariantMembers, variantProblems } from '../../domain/shop/variants.js';
import type { Rows, Write } from '../../ports.js';
import type { Author } from '../../records/audit.js';
import { causeOf } from '../../records/stock-moves.js';
import type { ImportedRow, RowProblem } from './check-items.js';
import { buildItemWrites, changedMembers, importedEvent, type SavedItem, type StoredItem } from './items.js';

/** The planned effect of an import row. */
export interface PlannedRow extends SavedItem {
  readonly row: number;
  readonly id: string;
  readonly before: StoredItem | undefined;
  /** Names of the changed members; empty if the row changes nothing. */
  readonly changed: readonly string[];
  /** Write that records the units that the row sent, if the previous import sent a different number. */
  readonly record: Write | undefined;
}

/** Rules for the parts of an import in which mistakes would go unnoticed. */
export interface ImportRules {
  readonly stock: StockMode;
  /** True to accept a price of 0 for an item on sale. */
  readonly allowFree: boolean;
}

/** Rules for items that a person sends individually, in contrast to a file exported from another system. */
export const EXPLICIT: ImportRules = { stock: 'set', allowFree: true };

export interface Plan {
  readonly planned: readonly PlannedRow[];
  readonly refused: readonly RowProblem[];
  readonly warnings: readonly RowProblem[];
}

/**
 * Plans the changes of rows, compared with existing items and with each other. `isElsewhere`: true for the ids of all
 * accepted rows of an import that is written in pieces and was already checked as a whole.
 */
export function planItems(
  rows: Rows,
  shopId: string,
  imported: readonly ImportedRow[],
  rules: ImportRules,
  isElsewhere?: (id: string) => boolean,
): Plan {
  const plan = planRows(rows, shopId, imported, rules);
  const products = productsOf(plan.planned.map(({ members }) => members));
  const stored =
    products.length === 0 ? new Map<string, readonly Variant[]>() : rows.find('variants', shopId, products);
  const problems = variantProblems(
    plan.planned.map(({ members }) => members),
    stored,
    isElsewhere,
  );
  return {
    planned: plan.planned.filter(({ id }) => !problems.has(id)),
    warnings: plan.warnings,
    refused: [...plan.refused, ...optionProblems(plan.planned, problems)].sort((a, b) => a.row - b.row),
  };
}

/** Plans rows without comparing variants of a product with each other. */
export function planRows(rows: Rows, shopId: string, imported: readonly ImportedRow[], rules: ImportRules): Plan {
  const keys = imported.map(({ item }) => itemKey(shopId, item.id));
  rows.expect(['many', 'item', keys], ['counters', 'stock', keys], ['counters', 'imported_stock', keys]);
  const items = rows.many('item', keys);
  const stock = rows.counters('stock', keys);
  const earlier = rows.counters('imported_stock', keys);
  const found = imported.map((one) => {
    const key = itemKey(shopId, one.item.id);
    const item = items.get(key);
    return planRow(key, one, item && { item, stock: stock.get(key) ?? null, imported: earlier.get(key) }, rules);
  });
  return {
    planned: found.flatMap(({ planned }) => planned ?? []),
    refused: found.flatMap(({ refused }) => refused ?? []),
    warnings: found.flatMap(({ warning }) => warning ?? []),
  };
}

interface RowPlan {
  readonly planned?: PlannedRow;
  readonly refused?: RowProblem;
  readonly warning?: RowProblem;
}

/** An item with the number of units that the previous import sent for it. */
interface ImportedBefore extends StoredItem {
  readonly imported: number | undefined;
}

function planRow(
  key: string,
  { row, forNew, isTaxed, item: { id, stock: sent, ...change } }: ImportedRow,
  before: ImportedBefore | undefined,
  rules: ImportRules,
): RowPlan {
  const { stock, warning } = stockAfter(rules, sent, change.backorder, before);
  const taxed = isTaxed && before?.item.tax_category === EXEMPT ? { tax_category: null } : {};
  const members = applyItemChange(id, before?.item, { ...(before ? {} : forNew), ...taxed, ...change, stock });
  if ('problem' in members) return { refused: { row, id, problem: `${members.member}: ${members.problem}` } };
  if (!rules.allowFree && isFree(members) && !(before && isFree(before.item)))
    return { refused: { row, id, problem: FREE } };
  const record: Write | undefined =
    sent === undefined || sent === (before?.imported ?? null)
      ? undefined
      : { type: 'set', counter: 'imported_stock', key, to: sent };
  const planned = { row, id, members, stock, before, changed: changedMembers({ members, stock }, before), record };
  return { planned, ...(warning !== undefined && { warning: { row, id, problem: warning } }) };
}

function stockAfter(
  { stock: mode }: ImportRules,
  sent: number | null | undefined,
  backorder: Item['backorder'] | undefined,
  before: ImportedBefore | undefined,
): ImportedStock {
  if (!before) return { stock: sent };
  const isSoldOn = (backorder === undefined ? before.item.backorder : backorder) !== null;
  return importStock(mode, sent, { left: before.stock, imported: before.imported }, isSoldOn);
}

const FREE = 'price: 0 gives the item away; to import it, allow free items (--allow-free, "allow_free": true)';

function isFree({ price, status }: Pick<Item, 'price' | 'status'>): boolean {
  return price === 0 && status === 'active';
}

export function productsOf(items: readonly Pick<VariantMembers, 'product_id'>[]): string[] {
  return [...new Set(items.flatMap(({ product_id }) => product_id ?? []))];
}

/** Converts the problems of variants, by item id, to problems of their rows. */
export function optionProblems(
  planned: readonly Pick<PlannedRow, 'row' | 'id'>[],
  problems: ReadonlyMap<string, string>,
): RowProblem[] {
  return planned.flatMap(({ row, id }) => {
    const problem = problems.get(id);
    return problem === undefined ? [] : { row, id, problem: `options: ${problem}` };
  });
}

/**
 * Builds the writes for changed rows and for imported unit counts that changed, and one audit event if any item
 * changed.
 */
export function buildPlanWrites(by: Author, shop: Shop, planned: readonly PlannedRow[]): Write[] {
  const isChanged = planned.some(({ changed }) => changed.length > 0);
  return [...itemWrites(by, shop.id, planned), ...(isChanged ? [importedEvent(by, shop)] : [])];
}

/** Builds the writes for changed rows and for imported unit counts that changed, without the audit event. */
export function itemWrites(by: Pick<Author, 'actor' | 'now'>, shopId: string, planned: readonly PlannedRow[]): Write[] {
  const cause = causeOf(by, 'correction', { reason: 'import' });
  return planned.flatMap((one) => [
    ...(one.changed.length > 0 ? buildItemWrites(shopId, one, one.before, cause).writes : []),
    ...(one.record ? [one.record] : []),
  ]);
}
