import type { ItemMembers } from '../../domain/shop/item-change.js';
import { counted } from '../../domain/values/counted.js';
import { onOneLine } from '../../domain/values/text.js';
import type { RowProblem } from '../../operations/shop/check-items.js';
import type { PlannedRow } from '../../operations/shop/plan-items.js';
import { displayAmount } from '../../view/format.js';
import type { Output } from '../output.js';

/** What an import did, or would do. */
export interface ImportReport {
  /** Rows of the file. */
  readonly rows: number;
  readonly planned: readonly PlannedRow[];
  readonly problems: readonly RowProblem[];
  /** Of the valid rows that have one; minor units. */
  readonly prices: readonly number[];
  readonly currency: string;
  readonly dryRun: boolean;
}

/** Characters of a value in the list of changes. */
const LONGEST = 60;

export function reportJson(report: ImportReport) {
  const { planned, problems, dryRun } = report;
  return {
    imported: planned.length,
    ...countsOf(planned),
    prices: pricesOf(report),
    problems,
    ...(dryRun && {
      dry_run: true,
      changes: changing(planned).map((one) => ({ row: one.row, id: one.id, new: !one.before, members: one.changed })),
    }),
  };
}

export function reportText({ out, err }: Output, report: ImportReport): void {
  const { planned, problems, dryRun } = report;
  if (dryRun) for (const one of changing(planned)) out(onOneLine(changeText(one)));
  for (const { row, id, problem } of problems) err(`row ${row}${id === '' ? '' : ` (${id})`}: ${problem}`);
  const { created, changed, unchanged } = countsOf(planned);
  const what = dryRun ? 'would be imported' : 'imported';
  out(`${counted(planned.length, 'item')} ${what}: ${created} new, ${changed} changed, ${unchanged} as they were`);
  const prices = pricesOf(report);
  if (prices) out(`prices: lowest ${prices.lowest}, middle ${prices.middle}, highest ${prices.highest}`);
}

const changing = (planned: readonly PlannedRow[]) => planned.filter(({ changed }) => changed.length > 0);

function countsOf(planned: readonly PlannedRow[]) {
  const created = planned.filter(({ before }) => !before).length;
  const changed = changing(planned).length - created;
  return { created, changed, unchanged: planned.length - created - changed };
}

/** The prices as people read them, so that a hundredfold is seen. */
function pricesOf({ prices, currency }: ImportReport) {
  const sorted = prices.toSorted((a, b) => a - b);
  const at = (index: number) => displayAmount(sorted[index] ?? 0, currency, 'en');
  if (sorted.length === 0) return null;
  return { lowest: at(0), middle: at(Math.floor((sorted.length - 1) / 2)), highest: at(sorted.length - 1) };
}

function changeText({ row, id, before, members, stock, changed }: PlannedRow): string {
  if (!before) return `row ${row} (${id}): new`;
  const known: Readonly<Record<string, unknown>> = { ...before.item, stock: before.stock };
  const next: Readonly<Record<string, unknown>> = { ...(members satisfies ItemMembers), stock };
  return `row ${row} (${id}): ${changed.map((name) => `${name} ${valueText(known[name])} -> ${valueText(next[name])}`).join(', ')}`;
}

function valueText(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.length <= LONGEST ? text : `${text.slice(0, LONGEST).toWellFormed()}…`;
}
