import { createHash } from 'node:crypto';
import { canonicalText } from '../../../attestation/canonical-json.js';
import type { RateLimit } from '../../../calls/rate-limit.js';
import { EXEMPT } from '../../../domain/checkout/tax.js';
import { type CheckedRow, checkRows } from '../../../feeds/check-rows.js';
import { findLargeChange, type LargeChange } from '../../../feeds/large-change.js';
import { type PriceRange, priceRange } from '../../../feeds/price-range.js';
import { readItems } from '../../../feeds/read-items.js';
import type { IgnoredColumn } from '../../../feeds/rows.js';
import type { ImportedRow, RowProblem } from '../../../operations/shop/check-items.js';
import type { PlannedRow } from '../../../operations/shop/plan-items.js';
import type { ShopVisit, ShopVisitDeps } from '../shop-visit.js';
import type { ImportFile } from './import-file.js';

/** Maximum rows of a file. Larger ones are for `portal import`. */
export const MAX_ROWS = 1_000;

export interface ImportDeps extends Pick<ShopVisitDeps, 'store' | 'clock'> {
  /** Limits how often a person may send a file, since comparing it occupies the process; `undefined` for no limit. */
  readonly fileLimit: RateLimit | undefined;
}

/** A changed member, with its values before and after. */
export interface MemberChange {
  readonly name: string;
  readonly before: unknown;
  readonly after: unknown;
}

/** Effect of a row on its item. */
export interface ItemDifference {
  readonly row: number;
  readonly id: string;
  readonly isNew: boolean;
  readonly title: string;
  readonly price: number;
  readonly members: readonly MemberChange[];
  /** True if the item was exempt from tax. */
  readonly wasExempt: boolean;
}

/** All that an import would do, and why it leaves rows out. */
export interface ImportPlan {
  readonly differences: readonly ItemDifference[];
  /** The rows to be written, complete, so that they need no other rules than those of the operation. */
  readonly items: readonly object[];
  readonly unchanged: number;
  readonly problems: readonly RowProblem[];
  readonly warnings: readonly RowProblem[];
  readonly skipped: readonly RowProblem[];
  readonly ignored: readonly IgnoredColumn[];
  readonly prices: PriceRange | null;
  readonly largeChange: LargeChange | undefined;
  /** The same as long as the file, its rules and the items that it changes are the same. */
  readonly hash: string;
}

/**
 * Compares a file with the shop's items, without writing.
 * @throws PortalError `invalid_request` if the file as a whole cannot be read or has too many rows
 */
export async function planImport(deps: ImportDeps, visit: ShopVisit, file: ImportFile): Promise<ImportPlan> {
  const { store, clock } = deps;
  const { shopId, locale, face } = visit;
  const { currency } = face.shop.settings;
  const { format, stock, allowFree } = file;
  // The limit is checked before the rows are, since that occupies the process.
  const limit = { rows: MAX_ROWS, problem: locale.texts.desk_shop.import.too_many(MAX_ROWS) };
  const read = readItems(file.name, file.bytes, { format, currency, now: clock.now(), limit });
  const { rows, refused, skipped, warnings, ignored } = read;
  const check = await checkRows(store, shopId, rows, { stock, allowFree, describe: differenceOf });
  const differences = check.taken.flatMap(({ change }) => change ?? []);
  const written = check.taken.filter(({ isWritten }) => isWritten);
  const items = written.flatMap((one) => rows.at([one.place]).map((row) => completeItem(row, one)));
  return {
    differences,
    items,
    unchanged: check.taken.length - differences.length,
    problems: byRow([...refused, ...check.refused]),
    warnings: byRow([...warnings, ...check.warnings]),
    skipped,
    ignored,
    prices: priceRange(rows.prices, currency, locale.tag),
    largeChange: await findLargeChange(store, shopId, check.taken),
    hash: hashOf({ stock, allowFree, differences, items }),
  };
}

function differenceOf({ row, id, before, members, stock, changed }: PlannedRow): ItemDifference {
  const known: Readonly<Record<string, unknown>> = { ...before?.item, stock: before?.stock };
  const next: Readonly<Record<string, unknown>> = { ...members, stock };
  return {
    ...{ row, id, isNew: before === undefined, title: members.title, price: members.price },
    members: changed.map((name) => ({ name, before: known[name] ?? null, after: next[name] ?? null })),
    wasExempt: before?.item.tax_category === EXEMPT,
  };
}

/** Adds the members that a file sets only for new items, or for items that were exempt from tax. */
function completeItem(
  { item, forNew, isTaxed }: ImportedRow,
  { isNew, change }: Pick<CheckedRow<ItemDifference>, 'isNew' | 'change'>,
): object {
  const endsExemption = isTaxed === true && change?.wasExempt === true;
  return { ...(isNew && forNew), ...(endsExemption && { tax_category: null }), ...item };
}

function byRow(problems: readonly RowProblem[]): RowProblem[] {
  return problems.toSorted((a, b) => a.row - b.row);
}

function hashOf(value: object): string {
  return createHash('sha256').update(canonicalText(value)).digest('base64url');
}
