import { cpus } from 'node:os';
import type { Figure } from './measure.js';
import type { TextFigure } from './receipts.js';
import type { Ratio } from './rounds.js';

export function machineLine(): string {
  const all = cpus();
  return `${all.length} x ${all[0]?.model ?? 'unknown'}, ${process.platform} ${process.arch}, Node ${process.version}`;
}

const HEAD = [
  '',
  'conn',
  'req/s',
  'x echo',
  'least-most',
  'cpu µs',
  'x echo',
  'least-most',
  'p50 ms',
  'p99 ms',
  'batch',
  'cpu x held to',
  'least-most',
  'req/s',
  '',
];

/** Formats one line per figure, with aligned columns. */
export function table(figures: readonly Figure[]): string {
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

function cells(figure: Figure): string[] {
  return [
    figure.row,
    String(figure.connections),
    figure.perSecond.toFixed(0),
    ...ratioCells(figure.throughputRatio),
    figure.cpu.toFixed(0),
    ...ratioCells(figure.cpuRatio),
    figure.p50.toFixed(2),
    figure.p99.toFixed(2),
    figure.batch?.toFixed(1) ?? '',
    ...(figure.held ? [...ratioCells(figure.held.cpu), figure.held.throughput.median.toFixed(2)] : ['', '', '']),
    figure.missed.length > 0 ? `MISSED: ${figure.missed.join(', ')}` : '',
  ];
}

/** Formats the median over the pairs of rounds, and the range. */
export function ratioCells({ median, least, most }: Ratio): string[] {
  return [median.toFixed(2), `${least.toFixed(2)}-${most.toFixed(2)}`];
}

/** Formats receipts, searches, starts and growth, which are lines of text since their values have no common columns. */
export function textLines(figures: readonly TextFigure[]): string[] {
  return figures.map(
    ({ row, text, missed }) => `${row}: ${text}${missed.length > 0 ? `  MISSED: ${missed.join(', ')}` : ''}`,
  );
}
