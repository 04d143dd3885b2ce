import type { Variant } from '../domain/shop/item.js';
import { type VariantMembers, variantProblems } from '../domain/shop/variants.js';
import { splitIntoPortions } from '../domain/values/portions.js';
import { required } from '../domain/values/required.js';
import type { RowProblem } from '../operations/shop/check-items.js';
import {
  type ImportRules,
  optionProblems,
  type PlannedRow,
  planRows,
  productsOf,
} from '../operations/shop/plan-items.js';
import type { StoreReader } from '../ports.js';
import type { RowBuffer } from './row-buffer.js';

/** Rows or products per read. */
const AT_ONCE = 500;

/** An accepted import row, reduced to the members needed later, since there may be many rows. */
export interface CheckedRow<Change = unknown> {
  /** Index in the row buffer. */
  readonly place: number;
  readonly row: number;
  readonly id: string;
  /** Members compared with the other items of the product. */
  readonly members: VariantMembers;
  readonly isNew: boolean;
  readonly isChanging: boolean;
  /** True if the row changes the item, or the recorded number of units of its last import. */
  readonly isWritten: boolean;
  /** Effect on an item on sale that would be harmful if the file is the wrong one. */
  readonly harm: 'withdrawn' | 'repriced' | undefined;
  /** Description of the row, if one was requested. */
  readonly change: Change | undefined;
}

export interface CheckedRows<Change> {
  readonly taken: readonly CheckedRow<Change>[];
  readonly refused: readonly RowProblem[];
  readonly warnings: readonly RowProblem[];
}

/**
 * Compares all rows with the shop's items and with each other, without writing. `describe` describes each row that
 * changes its item.
 */
export async function checkRows<Change = never>(
  store: Pick<StoreReader, 'read'>,
  shopId: string,
  rows: RowBuffer,
  { describe, ...rules }: ImportRules & { readonly describe?: ((row: PlannedRow) => Change) | undefined },
): Promise<CheckedRows<Change>> {
  const checked: CheckedRow<Change>[] = [];
  const refused: RowProblem[] = [];
  const warnings: RowProblem[] = [];
  for (const places of splitIntoPortions(rows.places(), AT_ONCE)) {
    const some = rows.at(places);
    const plan = await store.read((found) => planRows(found, shopId, some, rules));
    const placeOf = new Map(some.map(({ row }, index) => [row, places[index]]));
    checked.push(...plan.planned.map((one) => checkedRow(one, required(placeOf.get(one.row), 'place'), describe)));
    refused.push(...plan.refused);
    warnings.push(...plan.warnings);
  }
  const members = checked.map((one) => one.members);
  const problems = variantProblems(members, await storedVariants(store, shopId, members));
  return {
    taken: checked.filter(({ id }) => !problems.has(id)),
    refused: [...refused, ...optionProblems(checked, problems)],
    warnings,
  };
}

function checkedRow<Change>(
  planned: PlannedRow,
  place: number,
  describe: ((row: PlannedRow) => Change) | undefined,
): CheckedRow<Change> {
  const { row, id, before, changed, members, record } = planned;
  const { product_id, options, status } = members;
  const isChanging = changed.length > 0;
  const change = isChanging ? describe?.(planned) : undefined;
  const held = { id, product_id, options, status };
  const isWritten = isChanging || record !== undefined;
  return {
    place,
    row,
    id,
    members: held,
    isNew: before === undefined,
    isChanging,
    isWritten,
    harm: harmOf(planned),
    change,
  };
}

function harmOf({ before, members }: PlannedRow): CheckedRow['harm'] {
  if (before?.item.status !== 'active') return undefined;
  if (members.status === 'withdrawn') return 'withdrawn';
  return members.price === before.item.price ? undefined : 'repriced';
}

async function storedVariants(
  store: Pick<StoreReader, 'read'>,
  shopId: string,
  members: readonly VariantMembers[],
): Promise<Map<string, readonly Variant[]>> {
  const stored = new Map<string, readonly Variant[]>();
  for (const some of splitIntoPortions(productsOf(members), AT_ONCE))
    for (const [product, all] of await store.read((found) => found.find('variants', shopId, some)))
      stored.set(product, all);
  return stored;
}
