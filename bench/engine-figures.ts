import { aligned, ratioCells } from './report.js';
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
  /** CPU microseconds per request of all portals and, if the bench started it, the database server. */
  readonly cpu: number;
  /** Batches run again, per 100 requests. */
  readonly retries: number;
  /** Relative to one portal on the same database; `undefined` for one portal, and for the echo. */
  readonly ofOne: { readonly throughput: Ratio; readonly cpu: Ratio } | undefined;
  readonly missed: readonly string[];
}

/** A round of several portals together. */
export interface EngineRound extends Round {
  readonly retries: number;
}

export interface Pair {
  readonly echo: Round;
  readonly ours: EngineRound;
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

/** `one`: the rounds of one portal in the same pairs. */
export function figureOf(
  measured: Pick<EngineFigure, 'row' | 'connections' | 'setup'>,
  pairs: readonly Pair[],
  one: readonly Pair[] | undefined,
  missedOf: (figure: Omit<EngineFigure, 'missed'>) => string[],
): EngineFigure {
  const relative = (of: (round: Round) => number) =>
    ratio(pairs.flatMap(({ ours }, pair) => (one?.[pair] ? [of(ours) / of(one[pair].ours)] : [])));
  const figure = {
    ...measured,
    perSecond: median(pairs.map(({ ours }) => ours.perSecond)),
    p50: median(pairs.map(({ ours }) => ours.p50)),
    cpu: median(pairs.map(({ ours }) => ours.cpu)),
    retries: pairs.reduce((sum, { ours }) => sum + ours.retries, 0) / pairs.length,
    throughputRatio: ratio(pairs.map(throughput)),
    ofOne: one && { throughput: relative(({ perSecond }) => perSecond), cpu: relative(({ cpu }) => cpu) },
  };
  return { ...figure, missed: missedOf(figure) };
}

function throughput({ echo, ours }: Pair): number {
  return ours.perSecond / echo.perSecond;
}

const HEAD = [
  '',
  'conn',
  'on',
  'req/s',
  'x echo',
  'least-most',
  'x one',
  'least-most',
  'p50 ms',
  'cpu µs',
  'x one',
  'least-most',
  'retries %',
  '',
];

/** Formats one line per figure, with aligned columns. */
export function engineTable(figures: readonly EngineFigure[]): string {
  return aligned(HEAD, figures.map(cells), [0, 2, HEAD.length - 1]);
}

function cells(figure: EngineFigure): string[] {
  const { row, connections, setup, ofOne, missed } = figure;
  return [
    ...[row, String(connections), setup, figure.perSecond.toFixed(0), ...ratioCells(figure.throughputRatio)],
    ...(ofOne ? ratioCells(ofOne.throughput) : ['', '']),
    ...[figure.p50.toFixed(2), figure.cpu.toFixed(0)],
    ...(ofOne ? ratioCells(ofOne.cpu) : ['', '']),
    figure.retries.toFixed(1),
    missed.length > 0 ? `MISSED: ${missed.join(', ')}` : '',
  ];
}
