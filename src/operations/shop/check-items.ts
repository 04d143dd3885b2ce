import type { z } from 'zod';
import { issueText } from '../../calls/input-error.js';
import { type ImportedItem, importedItem } from '../../schema/item-import.js';

/** A row that cannot be imported, and why. Rows are counted from 1, in a file without its header. */
interface RowProblem {
  readonly row: number;
  readonly id: string;
  readonly problem: string;
}

/** A refused row with what was found, for a surface that names the row in its own way. */
interface RefusedRow extends RowProblem {
  readonly issue: z.core.$ZodIssue;
}

export interface CheckedItems {
  readonly items: readonly ImportedItem[];
  readonly refused: readonly RefusedRow[];
}

/** Checks every row of an import: its form, and that no id appears twice. */
export function checkItems(
  rows: readonly unknown[],
  onRow: (done: number, total: number) => void = () => undefined,
): CheckedItems {
  const items: ImportedItem[] = [];
  const refused: RefusedRow[] = [];
  const seen = new Set<string>();
  rows.forEach((row, index) => {
    const checked = checkRow(row, seen);
    if ('issue' in checked) {
      const { issue } = checked;
      refused.push({ row: index + 1, id: idOf(row), problem: issueText(issue, row, 'the row'), issue });
    } else items.push(checked.item);
    onRow(index + 1, rows.length);
  });
  return { items, refused };
}

/** Refused rows as they are answered and printed. */
export function problemsOf(refused: readonly RefusedRow[]): RowProblem[] {
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

function idOf(row: unknown): string {
  const id = typeof row === 'object' && row !== null ? Reflect.get(row, 'id') : undefined;
  return typeof id === 'string' ? id.slice(0, 64) : '';
}
