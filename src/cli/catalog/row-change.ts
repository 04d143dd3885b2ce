import type { ItemMembers } from '../../domain/shop/item-change.js';
import { onOneLine } from '../../domain/values/text.js';
import type { PlannedRow } from '../../operations/shop/plan-items.js';

/** Change caused by a row, as a dry run shows it. */
export interface RowChange {
  readonly row: number;
  readonly id: string;
  readonly new: boolean;
  readonly members: readonly string[];
  /** Display text. */
  readonly text: string;
}

/** Maximum characters of a value in the text. */
const MAX_VALUE_LENGTH = 60;

export function rowChange(planned: PlannedRow): RowChange {
  const { row, id, before, changed } = planned;
  return { row, id, new: before === undefined, members: changed, text: onOneLine(changeText(planned)) };
}

function changeText({ row, id, before, members, stock, changed }: PlannedRow): string {
  if (!before) return `row ${row} (${id}): new`;
  const known: Readonly<Record<string, unknown>> = { ...before.item, stock: before.stock };
  const next: Readonly<Record<string, unknown>> = { ...(members satisfies ItemMembers), stock };
  return `row ${row} (${id}): ${changed.map((name) => `${name} ${valueText(known[name])} -> ${valueText(next[name])}`).join(', ')}`;
}

function valueText(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value ?? null);
  return text.length <= MAX_VALUE_LENGTH ? text : `${text.slice(0, MAX_VALUE_LENGTH).toWellFormed()}…`;
}
