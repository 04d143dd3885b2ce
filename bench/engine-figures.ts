import type { Loaded } from './idle.js';
import { aligned, remarks, spreadCells } from './report.js';
import { type Round, type Spread, spread } from './rounds.js';

/** Results of one row on one setup at one number of connections, over pairs of rounds. */
export interface EngineFigure {
  readonly row: string;
  readonly connections: number;
  readonly setup: string;
  readonly perSecond: Spread;
  /** Median latency in milliseconds. */
  readonly p50: Spread;
  readonly throughputRatio: Spread;
  /** CPU microseconds per request of all portals and, if the bench started it, the database server. */
  readonly cpu: Spread;
  /** The echo, whose round precedes each round. */
  readonly echo: { readonly perSecond: Spread; readonly cpu: Spread };
  /** Batches run again, per 100 requests. */
  readonly retries: number;
  /** Relative to one portal on the same database; `undefined` for one portal, and for the echo. */
  readonly ofOne: { readonly throughput: Spread; readonly cpu: Spread } | undefined;
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
    spread(pairs.flatMap(({ ours }, pair) => (one?.[pair] ? [of(ours) / of(one[pair].ours)] : [])));
  const figure = {
    ...measured,
    perSecond: spread(pairs.map(({ ours }) => ours.perSecond)),
    p50: spread(pairs.map(({ ours }) => ours.p50)),
    cpu: spread(pairs.map(({ ours }) => ours.cpu)),
    echo: {
      perSecond: spread(pairs.map(({ echo }) => echo.perSecond)),
      cpu: spread(pairs.map(({ echo }) => echo.cpu)),
    },
    retries: pairs.reduce((sum, { ours }) => sum + ours.retries, 0) / pairs.length,
    throughputRatio: spread(pairs.map(throughput)),
    ofOne: one && { throughput: relative(({ perSecond }) => perSecond), cpu: relative(({ cpu }) => cpu) },
  };
  return { ...figure, missed: missedOf(figure) };
}

function throughput({ echo, ours }: Pair): number {
  return ours.perSecond / echo.perSecond;
}

/** Formats a figure as one line, without its row and setup. */
export function briefFigure({ perSecond, cpu, ofOne, retries }: EngineFigure): string {
  const ofFirst = ofOne ? `, ${ofOne.throughput.median.toFixed(2)} and ${ofOne.cpu.median.toFixed(2)} of one` : '';
  return `${perSecond.median.toFixed(0)}/s, ${cpu.median.toFixed(0)} µs${ofFirst}, ${retries.toFixed(1)} % retries`;
}

const HEAD = [
  ...['', 'conn', 'on', 'req/s', 'echo', 'x echo', 'least-most', 'x one', 'least-most', 'p50 ms'],
  ...['cpu µs', 'least-most', 'echo µs', 'x one', 'least-most', 'retries %', ''],
];

/** Formats one line per figure, with aligned columns. */
export function engineTable(figures: readonly Loaded<EngineFigure>[]): string {
  return aligned(HEAD, figures.map(cells), [0, 2, HEAD.length - 1]);
}

function cells(figure: Loaded<EngineFigure>): string[] {
  const { row, connections, setup, echo, ofOne } = figure;
  return [
    ...[row, String(connections), setup, figure.perSecond.median.toFixed(0), echo.perSecond.median.toFixed(0)],
    ...spreadCells(figure.throughputRatio),
    ...(ofOne ? spreadCells(ofOne.throughput) : ['', '']),
    ...[figure.p50.median.toFixed(2), ...spreadCells(figure.cpu, 0), echo.cpu.median.toFixed(0)],
    ...(ofOne ? spreadCells(ofOne.cpu) : ['', '']),
    ...[figure.retries.toFixed(1), remarks(figure, 'MISSED')],
  ];
}
