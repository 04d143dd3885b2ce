import { cpus } from 'node:os';
import type { Figure } from './measure.js';
import type { TextFigure } from './receipts.js';

export function machineLine(): string {
  const all = cpus();
  return `${all.length} x ${all[0]?.model ?? 'unknown'}, ${process.platform} ${process.arch}, Node ${process.version}`;
}

const HEAD = ['', 'conn', 'req/s', 'x echo', 'cpu µs', 'x echo', 'batch', ''];

/** One line per figure, columns aligned. */
export function table(figures: readonly Figure[]): string {
  const lines = [HEAD, ...figures.map(cells)];
  const widths = HEAD.map((_, column) => Math.max(...lines.map((line) => (line[column] ?? '').length)));
  return lines
    .map((line) =>
      line
        .map((cell, column) =>
          column === 0 || column === 7 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0),
        )
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

function cells(figure: Figure): string[] {
  return [
    figure.row,
    String(figure.connections),
    figure.perSecond.toFixed(0),
    figure.throughputRatio.toFixed(2),
    figure.cpu.toFixed(0),
    figure.cpuRatio.toFixed(2),
    figure.batch?.toFixed(1) ?? '',
    figure.missed.length > 0 ? `MISSED: ${figure.missed.join(', ')}` : '',
  ];
}

/** Receipts and searches have figures of their own kinds, so each is a line of text. */
export function textLines(figures: readonly TextFigure[]): string[] {
  return figures.map(
    ({ row, text, missed }) => `${row}: ${text}${missed.length > 0 ? `  MISSED: ${missed.join(', ')}` : ''}`,
  );
}
