import type { z } from 'zod';
import { issueText } from '../../calls/input-error.js';
import type { ItemChange } from '../../domain/shop/item-change.js';
import { didYouMean } from '../../domain/values/nearest.js';
import type { Slicing } from '../../json/sliced-json.js';
import { type ImportedItem, importedItem } from '../../schema/item-import.js';

/** A row that cannot be imported, with the reason. Rows are numbered from 1; a file's header is not counted. */
export interface RowProblem {
  readonly row: number;
  readonly id: string;
  readonly problem: string;
}

/** A rejected row with its issue, for surfaces that name rows or members differently. */
export interface RefusedRow extends RowProblem {
  readonly issue: z.core.$ZodIssue;
}

/** A well-formed row with its number. */
export interface ImportedRow {
  readonly row: number;
  readonly item: ImportedItem;
  /** Values for members that the row omits, used only if the item is new. */
  readonly forNew?: ItemChange | undefined;
  /** True if the row ends the item's exemption from tax. */
  readonly isTaxed?: boolean | undefined;
}

export interface CheckedItems {
  readonly rows: readonly ImportedRow[];
  readonly refused: readonly RefusedRow[];
}

/** Validates the form of all rows, and that their ids are unique. */
export async function checkItemsInSlices(rows: readonly unknown[], slices: Slicing): Promise<CheckedItems> {
  const checked: ImportedRow[] = [];
  const refused: RefusedRow[] = [];
  const seen = new Set<string>();
  for (const [index, raw] of rows.entries()) {
    if (slices.isOver) await slices.next();
    const found = checkItem(raw, index + 1, seen);
    if ('issue' in found) refused.push(found);
    else checked.push(found);
  }
  return { rows: checked, refused };
}

/** Validates one row. `seen`: ids of the valid rows before it; the id of a valid row is added. */
export function checkItem(raw: unknown, row: number, seen: Set<string>): ImportedRow | RefusedRow {
  const found = checkRow(raw, seen);
  if ('item' in found) return { row, item: found.item };
  return { row, id: idOf(raw), problem: problemText(found.issue, raw), issue: found.issue };
}

/** Returns the problems without their issues, for responses and output. */
export function problemsOf(refused: readonly RowProblem[]): RowProblem[] {
  return refused.map(({ row, id, problem }) => ({ row, id, problem }));
}

function checkRow(
  row: unknown,
  seen: Set<string>,
): { readonly item: ImportedItem } | { readonly issue: z.core.$ZodIssue } {
  const { data: item, error } = importedItem.safeParse(row);
  const [issue] = error?.issues ?? [];
  if (issue) return { issue };
  if (!item) throw new Error('what is refused has an issue');
  if (seen.has(item.id)) return { issue: { code: 'custom', path: ['id'], message: 'appears twice', input: item.id } };
  seen.add(item.id);
  return { item };
}

function problemText(issue: z.core.$ZodIssue, row: unknown): string {
  const text = issueText(issue, row, 'the row');
  if (issue.code !== 'unrecognized_keys' || issue.path.length > 0) return text;
  return `${text}${didYouMean(issue.keys[0] ?? '', Object.keys(importedItem.shape))}`;
}

function idOf(row: unknown): string {
  const id = typeof row === 'object' && row !== null ? Reflect.get(row, 'id') : undefined;
  return typeof id === 'string' ? id.slice(0, 64) : '';
}
