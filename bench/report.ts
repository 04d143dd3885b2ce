import { cpus } from 'node:os';
import type { Failure } from './attempts.js';
import { type Load, type Loaded, loadText } from './idle.js';
import type { Figure } from './measure.js';
import type { TextFigure } from './receipts.js';
import type { Spread } from './rounds.js';

export function machineLine(): string {
  const all = cpus();
  return `${all.length} x ${all[0]?.model ?? 'unknown'}, ${process.platform} ${process.arch}, Node ${process.version}`;
}

const HEAD = [
  ...['', 'conn', 'req/s', 'echo', 'x echo', 'least-most'],
  ...['cpu µs', 'least-most', 'echo µs', 'least-most', 'x echo', 'least-most'],
  ...['p50 ms', 'echo', 'x echo', 'p99 ms', 'batch'],
  ...['held to µs', 'cpu x held to', 'least-most', 'req/s', ''],
];

/** Formats one line per figure, with aligned columns. */
export function table(figures: readonly Loaded<Figure>[]): string {
  return aligned(HEAD, figures.map(cells), [0, HEAD.length - 1]);
}

/** Returns a table whose columns are as wide as their longest cell. `texts`: indexes of the left-aligned columns. */
export function aligned(
  head: readonly string[],
  rows: readonly (readonly string[])[],
  texts: readonly number[],
): string {
  const lines = [head, ...rows];
  const widths = head.map((_, column) => Math.max(...lines.map((line) => (line[column] ?? '').length)));
  const cell = (text: string, column: number) =>
    texts.includes(column) ? text.padEnd(widths[column] ?? 0) : text.padStart(widths[column] ?? 0);
  return lines.map((line) => line.map(cell).join('  ').trimEnd()).join('\n');
}

function cells(figure: Loaded<Figure>): string[] {
  const { echo, held } = figure;
  return [
    ...[figure.row, String(figure.connections)],
    ...[figure.perSecond.median.toFixed(0), echo.perSecond.median.toFixed(0), ...spreadCells(figure.throughputRatio)],
    ...[...spreadCells(figure.cpu, 0), ...spreadCells(echo.cpu, 0), ...spreadCells(figure.cpuRatio)],
    ...[figure.p50.median, echo.p50.median, figure.p50Ratio.median, figure.p99.median].map((value) => value.toFixed(2)),
    figure.batch?.toFixed(1) ?? '',
    ...(held
      ? [held.microseconds.median.toFixed(0), ...spreadCells(held.cpu), held.throughput.median.toFixed(2)]
      : ['', '', '', '']),
    remarks(figure, 'MISSED'),
  ];
}

/** Formats the median and the range, in two columns. */
export function spreadCells({ median, least, most }: Spread, digits = 2): string[] {
  return [median.toFixed(digits), `${least.toFixed(digits)}-${most.toFixed(digits)}`];
}

/** Formats the median and the range, within a line of text. */
export function spreadText({ median, least, most }: Spread, digits: number): string {
  return `${median.toFixed(digits)} (${least.toFixed(digits)}-${most.toFixed(digits)})`;
}

/** Returns what a figure missed, after `word`, and whether the machine was busy; '' if neither. */
export function remarks(
  { missed, load }: { readonly missed: readonly string[]; readonly load: Load },
  word: string,
): string {
  const all = [missed.length > 0 ? `${word}: ${missed.join(', ')}` : '', loadText(load)];
  return all.filter((text) => text !== '').join('; ');
}

export function failureLines(failures: readonly Failure[]): string[] {
  return failures.map(({ row, message }) => `${row}: FAILED: ${message}`);
}

/** Formats receipts, searches, starts and growth, which are lines of text since their values have no common columns. */
export function textLines(figures: readonly Loaded<TextFigure>[]): string[] {
  return figures.map((figure) => [`${figure.row}: ${figure.text}`, remarks(figure, 'MISSED')].join('  ').trimEnd());
}
