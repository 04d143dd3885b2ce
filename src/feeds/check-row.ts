import { onOneLine } from '../domain/values/text.js';
import { checkItem, type ImportedRow, type RefusedRow } from '../operations/shop/check-items.js';
import type { FileRow } from './rows.js';

/** Maximum characters of a value in a warning. */
const MAX_VALUE_LENGTH = 60;

export interface CheckedFileRow {
  readonly found: ImportedRow | RefusedRow;
  readonly warnings: readonly string[];
}

/**
 * Validates the form of a row. Invalid members listed in `optional` are left out, each with a warning; if such a member
 * is a list, only its invalid entries are left out. `seen` has the ids of earlier rows.
 */
export function checkFileRow(
  { item, warnings = [] }: FileRow,
  row: number,
  seen: Set<string>,
  optional: ReadonlySet<string>,
): CheckedFileRow {
  const left: string[] = [];
  let rest = item;
  for (;;) {
    const found = checkItem(rest, row, seen);
    if (!('issue' in found)) return { found, warnings: [...warnings, ...left] };
    const [member, entry] = found.issue.path;
    if (typeof member !== 'string' || !optional.has(member) || typeof rest !== 'object' || rest === null)
      return { found, warnings };
    left.push(`${found.problem}; left out ${valueText(at(rest, member, entry))}`);
    rest = without(rest, member, entry);
  }
}

function at(item: object, member: string, entry: PropertyKey | undefined): unknown {
  const value: unknown = Reflect.get(item, member);
  return Array.isArray(value) && typeof entry === 'number' ? value[entry] : value;
}

/** Returns the item without one entry of a list, or without the whole member if nothing of it is left. */
function without(item: object, member: string, entry: PropertyKey | undefined): unknown {
  const { [member]: value, ...rest }: Readonly<Record<string, unknown>> = { ...item };
  if (!Array.isArray(value) || typeof entry !== 'number') return rest;
  const kept = value.filter((_one, index) => index !== entry);
  return kept.length > 0 ? { ...rest, [member]: kept } : rest;
}

function valueText(value: unknown): string {
  const text = onOneLine(JSON.stringify(value ?? null));
  return text.length <= MAX_VALUE_LENGTH ? text : `${text.slice(0, MAX_VALUE_LENGTH).toWellFormed()}…`;
}
