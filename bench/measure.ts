import { Client } from './client.js';
import type { Measured } from './processes.js';
import type { Row } from './rows.js';
import type { Shop } from './shop.js';

/** One round of one side. */
export interface Round {
  readonly perSecond: number;
  /** Processor microseconds of the server per request. */
  readonly cpu: number;
}

/** A row at one number of connections: the median over pairs of rounds. */
export interface Figure {
  readonly row: string;
  readonly connections: number;
  readonly perSecond: number;
  readonly cpu: number;
  /** Our throughput by the echo's of the round before. */
  readonly throughputRatio: number;
  readonly cpuRatio: number;
  /** Jobs per flush of the store; undefined where nothing was written. */
  readonly batch: number | undefined;
  readonly missed: readonly string[];
}

/** About what a small call carries. */
const ECHOED = {
  line_items: [{ item: { id: 'enamel-mug' }, quantity: 2, properties: [{ name: 'color', value: 'blue' }] }],
  note: 'the body of a small call, about 160 bytes',
};
const ECHO_COUNT = 3_000;
/** Few connections keep a server less busy, so fewer requests take as long. */
const ALONE = 1 / 3;

export interface Bench {
  readonly echo: Measured;
  readonly portal: Measured;
  /** The SDK's own server, with a constant tool. */
  readonly sdk: Measured;
  readonly shop: Shop;
  /** The portal's file. */
  readonly database: string;
  readonly pairs: number;
}

export async function measure(bench: Bench, row: Row, connections: number): Promise<Figure> {
  const scale = connections === 1 ? ALONE : 1;
  const ours = (client: Client, worker: number, turn: number) =>
    row.once(client, bench.shop, cartOf(bench.shop, worker), turn);
  const server = row.server === 'sdk' ? bench.sdk : bench.portal;
  const before = await commits(bench.portal);
  const pairs: { echo: Round; ours: Round }[] = [];
  for (let pair = 0; pair < bench.pairs; pair += 1) {
    const echo = await echoRound(bench.echo, connections, scale);
    pairs.push({ echo, ours: await round(server, connections, row.count * scale, ours) });
  }
  return figureOf(row, connections, pairs, batchOf(before, await commits(bench.portal)));
}

export function echoRound(echo: Measured, connections: number, scale = 1): Promise<Round> {
  return round(echo, connections, ECHO_COUNT * scale, (client) =>
    client.run({ method: 'POST', path: '/echo', body: ECHOED }),
  );
}

/** Every connection sends its next request when its last is answered. */
export async function round(
  server: Measured,
  connections: number,
  count: number,
  once: (client: Client, worker: number, turn: number) => Promise<void>,
): Promise<Round> {
  const client = new Client(server.url, connections);
  let sent = 0;
  const work = async (worker: number) => {
    while (sent < count) {
      sent += 1;
      await once(client, worker, sent);
    }
  };
  const cpu = server.cpu();
  const started = performance.now();
  await Promise.all(Array.from({ length: connections }, (_, worker) => work(worker)));
  const seconds = (performance.now() - started) / 1000;
  const used = server.cpu() - cpu;
  client.close();
  return { perSecond: sent / seconds, cpu: (used / sent) * 1e6 };
}

function figureOf(
  row: Row,
  connections: number,
  pairs: readonly { readonly echo: Round; readonly ours: Round }[],
  batch: number | undefined,
): Figure {
  const throughputRatio = median(pairs.map(({ echo, ours }) => ours.perSecond / echo.perSecond));
  const cpuRatio = median(pairs.map(({ echo, ours }) => ours.cpu / echo.cpu));
  const { throughput = 0, cpu = Number.POSITIVE_INFINITY } = connections === 1 ? {} : (row.target ?? {});
  const missed = [
    ...(throughputRatio < throughput ? [`throughput ${throughputRatio.toFixed(2)} < ${throughput}`] : []),
    ...(cpuRatio > cpu ? [`cpu ${cpuRatio.toFixed(2)} > ${cpu}`] : []),
  ];
  return {
    row: row.name,
    connections,
    perSecond: median(pairs.map(({ ours }) => ours.perSecond)),
    cpu: median(pairs.map(({ ours }) => ours.cpu)),
    throughputRatio,
    cpuRatio,
    batch,
    missed,
  };
}

/** The figures, with those that cost more processor time than the row that they are held to. */
export function judged(figures: readonly Figure[], rows: readonly Row[]): Figure[] {
  return figures.map((figure) => {
    const held = rows.find(({ name }) => name === figure.row)?.target?.cpuOf;
    const other = figures.find(({ row, connections }) => row === held && connections === figure.connections);
    if (!other || figure.connections === 1 || figure.cpuRatio <= other.cpuRatio) return figure;
    const missed = `cpu ${figure.cpuRatio.toFixed(2)} > ${other.cpuRatio.toFixed(2)} of the bare SDK server`;
    return { ...figure, missed: [...figure.missed, missed] };
  });
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

function cartOf({ carts }: Shop, worker: number) {
  const cart = carts[worker];
  if (!cart) throw new Error(`no cart for connection ${worker}`);
  return cart;
}

interface Commits {
  readonly jobs: number;
  readonly flushes: number;
}

export async function commits(portal: Measured): Promise<Commits> {
  const client = new Client(portal.url, 1);
  const text = await client.text({ method: 'GET', path: '/metrics' });
  client.close();
  const value = (name: string) => Number(new RegExp(`^${name} (\\d+)$`, 'm').exec(text)?.[1]);
  return { jobs: value('portal_store_jobs_total'), flushes: value('portal_store_flushes_total') };
}

/** A key's last use is written once a minute, so a row of reads has a flush or two. */
export function batchOf(before: Commits, after: Commits): number | undefined {
  const flushes = after.flushes - before.flushes;
  return flushes > 10 ? (after.jobs - before.jobs) / flushes : undefined;
}
