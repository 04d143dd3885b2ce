import { required } from '../src/domain/values/required.js';
import type { Client } from './client.js';
import { batchOf, commits } from './commits.js';
import { echoRound } from './echo-rounds.js';
import type { Measured } from './processes.js';
import { alternate, median, type Round, round, type Spread, spread } from './rounds.js';
import type { Row } from './rows.js';
import { ofWorker, type Shop } from './shop.js';

/** What both the row and the echo are measured by. */
interface Sizes {
  readonly perSecond: Spread;
  /** CPU microseconds per request. */
  readonly cpu: Spread;
  /** Median latency in milliseconds. */
  readonly p50: Spread;
}

/** Results of one row at one number of connections, over pairs of rounds. */
export interface Figure extends Sizes {
  readonly row: string;
  readonly connections: number;
  readonly p99: Spread;
  /** The echo server, whose round precedes each round of the row. */
  readonly echo: Sizes;
  /** Ratios to the echo server, pair by pair. */
  readonly throughputRatio: Spread;
  readonly cpuRatio: Spread;
  readonly p50Ratio: Spread;
  /** CPU microseconds of the baseline row, and CPU time and throughput relative to it, from rounds of the same pair. */
  readonly held:
    | { readonly to: string; readonly microseconds: Spread; readonly cpu: Spread; readonly throughput: Spread }
    | undefined;
  /** Jobs per flush of the store; `undefined` if the row has a baseline row or writes almost nothing. */
  readonly batch: number | undefined;
  readonly missed: readonly string[];
}

/**
 * Factor for the number of requests per round. A single connection needs fewer requests for a round of the same length.
 */
const scaleOf = (connections: number) => (connections === 1 ? 1 / 3 : 1);

export interface Bench {
  readonly echo: Measured;
  readonly portal: Measured;
  /** The bare SDK server with one tool that returns a constant. */
  readonly sdk: Measured;
  /** Bare `node:http` with SQLite. */
  readonly limit: Measured;
  /** A portal that receives the events of Stripe. */
  readonly events: Measured;
  /** The portal, for requests with the access tokens of assistants. */
  readonly oauth: Measured;
  readonly shop: Shop;
  /** Path of the portal's database. */
  readonly database: string;
  readonly pairs: number;
}

interface Pair {
  readonly echo: Round;
  readonly ours: Round;
  /** Round of the baseline row. */
  readonly other: Round | undefined;
}

/** Measures a row. Its baseline row, if it has one, must be in `rows`; otherwise it is not compared. */
export async function measure(bench: Bench, row: Row, connections: number, rows: readonly Row[] = []): Promise<Figure> {
  const other = rows.find(({ name }) => name === row.target?.cpuOf);
  const before = await commits(bench.portal);
  const sides = [
    () => echoRound(bench.echo, connections, scaleOf(connections)),
    () => rowRound(bench, row, connections),
    ...(other ? [() => rowRound(bench, other, connections)] : []),
  ];
  const [echoes = [], ours = [], others = []] = await alternate(sides, bench.pairs, (side) => side(), { warm: 0 });
  const pairs = ours.map(
    (one, pair): Pair => ({ echo: required(echoes[pair], 'echo'), ours: one, other: others[pair] }),
  );
  // The portal's counters include the rounds of the baseline row, so its flushes would count toward this row.
  const batch = other ? undefined : batchOf(before, await commits(bench.portal));
  return figureOf(row, connections, pairs, batch);
}

/** Formats a figure as one line, without the name of its row. */
export function briefFigure({ cpu, cpuRatio, throughputRatio, missed }: Figure): string {
  const text = `${cpu.median.toFixed(0)} µs, ${cpuRatio.median.toFixed(2)} echoes, ${throughputRatio.median.toFixed(2)} of the echo's throughput`;
  return missed.length > 0 ? `${text}  MISSED: ${missed.join(', ')}` : text;
}

/** Sends `count` turns of a row. */
export function rowRound(
  bench: Bench,
  row: Row,
  connections: number,
  count = row.count * scaleOf(connections),
): Promise<Round> {
  const once = (client: Client, worker: number, turn: number) =>
    row.once(client, bench.shop, ofWorker(bench.shop.carts, worker), turn);
  return round(bench[row.server ?? 'portal'], connections, count, once);
}

function figureOf(row: Row, connections: number, pairs: readonly Pair[], batch: number | undefined): Figure {
  const held = heldOf(row, pairs);
  const by = (of: (round: Round) => number) => spread(pairs.map(({ echo, ours }) => of(ours) / of(echo)));
  const ratios = {
    throughputRatio: by(({ perSecond }) => perSecond),
    cpuRatio: by(({ cpu }) => cpu),
    p50Ratio: by(({ p50 }) => p50),
  };
  return {
    row: row.name,
    connections,
    ...sizesOf(pairs.map(({ ours }) => ours)),
    p99: spread(pairs.map(({ ours }) => ours.p99)),
    echo: sizesOf(pairs.map(({ echo }) => echo)),
    ...ratios,
    held,
    batch,
    missed: [...missedOf(row, connections, ratios), ...costlier(row, connections, held)],
  };
}

function sizesOf(rounds: readonly Round[]): Sizes {
  return {
    perSecond: spread(rounds.map(({ perSecond }) => perSecond)),
    cpu: spread(rounds.map(({ cpu }) => cpu)),
    p50: spread(rounds.map(({ p50 }) => p50)),
  };
}

/**
 * Compares the medians of both rows. Their rounds are in pairs, so that a temporary slowdown of the machine affects both;
 * the ranges are of the ratios per pair.
 */
function heldOf({ target }: Row, pairs: readonly Pair[]): Figure['held'] {
  const both = pairs.flatMap(({ ours, other }) => (other ? [{ ours, other }] : []));
  if (target?.cpuOf === undefined || both.length === 0) return undefined;
  return {
    to: target.cpuOf,
    microseconds: spread(both.map(({ other }) => other.cpu)),
    cpu: ratioOf(both, ({ cpu }) => cpu),
    throughput: ratioOf(both, ({ perSecond }) => perSecond),
  };
}

function ratioOf(
  both: readonly { readonly ours: Round; readonly other: Round }[],
  of: (round: Round) => number,
): Spread {
  const [ours, other] = [both.map((pair) => of(pair.ours)), both.map((pair) => of(pair.other))];
  const ratios = spread(both.map((pair) => of(pair.ours) / of(pair.other)));
  return { ...ratios, median: median(ours) / median(other) };
}

/** Compares CPU time with the baseline row. At one connection there is no such target. */
function costlier({ target: { times = 1 } = {} }: Row, connections: number, held: Figure['held']): string[] {
  if (!held || connections === 1 || held.cpu.median <= times) return [];
  return [`cpu ${held.cpu.median.toFixed(2)} > ${times} x ${held.to}`];
}

/** At one connection, only latency has a target; at several, only throughput and CPU time. */
function missedOf(
  { target = {} }: Row,
  connections: number,
  { throughputRatio, cpuRatio, p50Ratio }: Pick<Figure, 'throughputRatio' | 'cpuRatio' | 'p50Ratio'>,
): string[] {
  const { throughput = 0, cpu = Number.POSITIVE_INFINITY, p50Alone = Number.POSITIVE_INFINITY } = target;
  const over = (name: string, value: number, most: number) =>
    value > most ? [`${name} ${value.toFixed(2)} > ${most}`] : [];
  if (connections === 1) return over('p50', p50Ratio.median, p50Alone);
  const under = throughputRatio.median < throughput;
  return [
    ...(under ? [`throughput ${throughputRatio.median.toFixed(2)} < ${throughput}`] : []),
    ...over('cpu', cpuRatio.median, cpu),
  ];
}
