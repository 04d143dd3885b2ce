import { aligned } from './report.js';
import { median, type Ratio, type Round, ratio } from './rounds.js';

/** Results of one row on one setup at one number of connections: medians over pairs of rounds. */
export interface EngineFigure {
  readonly row: string;
  readonly connections: number;
  readonly setup: string;
  readonly perSecond: number;
  /** Median latency in milliseconds. */
  readonly p50: number;
  readonly throughputRatio: Ratio;
  readonly missed: readonly string[];
}

export interface Pair {
  readonly echo: Round;
  readonly ours: Round;
}

/** Combines the rounds of several servers that ran at the same time into one. */
export function together(rounds: readonly Round[]): Round {
  const sum = (of: (round: Round) => number) => rounds.reduce((total, each) => total + of(each), 0);
  return {
    perSecond: sum(({ perSecond }) => perSecond),
    cpu: sum(({ cpu }) => cpu) / rounds.length,
    p50: sum(({ p50 }) => p50) / rounds.length,
    p99: Math.max(...rounds.map(({ p99 }) => p99)),
  };
}

export function figureOf(
  row: string,
  connections: number,
  setup: string,
  pairs: readonly Pair[],
  missed: readonly string[],
): EngineFigure {
  return {
    row,
    connections,
    setup,
    missed,
    perSecond: median(pairs.map(({ ours }) => ours.perSecond)),
    p50: median(pairs.map(({ ours }) => ours.p50)),
    throughputRatio: ratio(pairs.map(throughput)),
  };
}

export function throughput({ echo, ours }: Pair): number {
  return ours.perSecond / echo.perSecond;
}

const HEAD = ['', 'conn', 'on', 'req/s', 'x echo', 'least-most', 'p50 ms', ''];

/** Formats one line per figure, with aligned columns. */
export function engineTable(figures: readonly EngineFigure[]): string {
  return aligned(HEAD, figures.map(cells), [0, 2, HEAD.length - 1]);
}

function cells({ row, connections, setup, perSecond, throughputRatio, p50, missed }: EngineFigure): string[] {
  const { median: middle, least, most } = throughputRatio;
  return [
    ...[row, String(connections), setup, perSecond.toFixed(0), middle.toFixed(2)],
    ...[`${least.toFixed(2)}-${most.toFixed(2)}`, p50.toFixed(2)],
    missed.length > 0 ? `MISSED: ${missed.join(', ')}` : '',
  ];
}
