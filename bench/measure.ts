import type { Client } from './client.js';
import { batchOf, commits } from './commits.js';
import type { Measured } from './processes.js';
import { echoRound, median, type Ratio, type Round, ratio, round } from './rounds.js';
import type { Row } from './rows.js';
import { ofWorker, type Shop } from './shop.js';

/** A row at one number of connections: medians over pairs of rounds. */
export interface Figure {
  readonly row: string;
  readonly connections: number;
  readonly perSecond: number;
  readonly cpu: number;
  /** Milliseconds. */
  readonly p50: number;
  readonly p99: number;
  /** By the echo's round just before. */
  readonly throughputRatio: Ratio;
  readonly cpuRatio: Ratio;
  readonly p50Ratio: Ratio;
  /** Jobs per flush of the store; undefined where nothing was written. */
  readonly batch: number | undefined;
  readonly missed: readonly string[];
}

/** Few connections keep a server less busy, so fewer requests take as long. */
const ALONE = 1 / 3;

export interface Bench {
  readonly echo: Measured;
  readonly portal: Measured;
  /** The SDK's own server, with a constant tool. */
  readonly sdk: Measured;
  /** Bare `node:http` with SQLite. */
  readonly limit: Measured;
  readonly shop: Shop;
  /** The portal's file. */
  readonly database: string;
  readonly pairs: number;
}

interface Pair {
  readonly echo: Round;
  readonly ours: Round;
}

export async function measure(bench: Bench, row: Row, connections: number): Promise<Figure> {
  const scale = connections === 1 ? ALONE : 1;
  const ours = (client: Client, worker: number, turn: number) =>
    row.once(client, bench.shop, ofWorker(bench.shop.carts, worker), turn);
  const server = bench[row.server ?? 'portal'];
  const before = await commits(bench.portal);
  const pairs: Pair[] = [];
  for (let pair = 0; pair < bench.pairs; pair += 1) {
    const echo = await echoRound(bench.echo, connections, scale);
    pairs.push({ echo, ours: await round(server, connections, row.count * scale, ours) });
  }
  return figureOf(row, connections, pairs, batchOf(before, await commits(bench.portal)));
}

function figureOf(row: Row, connections: number, pairs: readonly Pair[], batch: number | undefined): Figure {
  const by = (of: (round: Round) => number) => ratio(pairs.map(({ echo, ours }) => of(ours) / of(echo)));
  const middle = (of: (round: Round) => number) => median(pairs.map(({ ours }) => of(ours)));
  const ratios = {
    throughputRatio: by(({ perSecond }) => perSecond),
    cpuRatio: by(({ cpu }) => cpu),
    p50Ratio: by(({ p50 }) => p50),
  };
  return {
    row: row.name,
    connections,
    perSecond: middle(({ perSecond }) => perSecond),
    cpu: middle(({ cpu }) => cpu),
    p50: middle(({ p50 }) => p50),
    p99: middle(({ p99 }) => p99),
    ...ratios,
    batch,
    missed: missedOf(row, connections, ratios),
  };
}

/** Over one connection only the time of a request has a target, and over several only the others. */
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

/** The figures, with those that cost more processor time than the row that they are held to. */
export function judged(figures: readonly Figure[], rows: readonly Row[]): Figure[] {
  return figures.map((figure) => {
    const { cpuOf, times = 1 } = rows.find(({ name }) => name === figure.row)?.target ?? {};
    const other = figures.find(({ row, connections }) => row === cpuOf && connections === figure.connections);
    const most = times * (other?.cpuRatio.median ?? Number.POSITIVE_INFINITY);
    if (!other || figure.connections === 1 || figure.cpuRatio.median <= most) return figure;
    const missed = `cpu ${figure.cpuRatio.median.toFixed(2)} > ${most.toFixed(2)} by ${other.row}`;
    return { ...figure, missed: [...figure.missed, missed] };
  });
}
