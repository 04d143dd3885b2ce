import { pluralize } from '../../domain/values/pluralize.js';
import { priceRange } from '../../feeds/price-range.js';
import type { IgnoredColumn } from '../../feeds/rows.js';
import type { RowProblem } from '../../operations/shop/check-items.js';
import type { Output } from '../output.js';
import type { RowChange } from './row-change.js';

/** Result of an import or dry run. */
export interface ImportReport {
  /** Rows in the file. */
  readonly rows: number;
  readonly created: number;
  readonly changed: number;
  readonly unchanged: number;
  /** Changes per row, for a dry run. */
  readonly changes: readonly RowChange[];
  readonly problems: readonly RowProblem[];
  /** Rows with values that differ between the file and the imported item. */
  readonly warnings: readonly RowProblem[];
  /** Rows for things that the shop cannot sell, such as gift cards. */
  readonly skipped: readonly RowProblem[];
  /** Columns that do not correspond to any item member. */
  readonly ignored: readonly IgnoredColumn[];
  /** Description of an import that withdraws or reprices a large part of the shop. */
  readonly largeChange: string | undefined;
  /** Prices of well-formed rows, in minor units. */
  readonly prices: readonly number[];
  readonly currency: string;
  readonly dryRun: boolean;
}

export function reportJson(report: ImportReport) {
  const { created, changed, unchanged, changes, problems, warnings, skipped, ignored, dryRun } = report;
  return {
    imported: created + changed + unchanged,
    created,
    changed,
    unchanged,
    prices: priceRange(report.prices, report.currency, 'en'),
    problems,
    warnings,
    skipped,
    ignored_columns: ignored,
    ...(dryRun && { dry_run: true, changes: changes.map(({ text, ...change }) => change) }),
  };
}

export function reportText({ out, err }: Output, report: ImportReport): void {
  const { created, changed, unchanged, changes, problems, warnings, skipped, ignored, dryRun } = report;
  for (const { text } of changes) out(text);
  for (const problem of problems) err(`refused: ${rowText(problem)}`);
  for (const one of skipped) err(`skipped: ${rowText(one)}`);
  for (const warning of warnings) err(`warning: ${rowText(warning)}`);
  if (ignored.length > 0)
    err(`ignored columns: ${ignored.map(({ column, rows }) => `${column} (${pluralize(rows, 'row')})`).join(', ')}`);
  const what = dryRun ? 'would be imported' : 'imported';
  const all = pluralize(created + changed + unchanged, 'item');
  out(`${all} ${what}: ${created} new, ${changed} changed, ${unchanged} as they were`);
  const prices = priceRange(report.prices, report.currency, 'en');
  if (dryRun && report.largeChange !== undefined) out(`${report.largeChange}: it needs --yes`);
  if (prices) out(`prices: lowest ${prices.lowest}, middle ${prices.middle}, highest ${prices.highest}`);
}

function rowText({ row, id, problem }: RowProblem): string {
  return `row ${row}${id === '' ? '' : ` (${id})`}: ${problem}`;
}
