import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Client } from './client.js';
import { type Platform, preparePlatform } from './platform.js';
import { type Measured, PROGRAM, startPortal } from './processes.js';
import { aligned, ratioCells } from './report.js';
import { alternate, type Ratio, type Round, ratio, round } from './rounds.js';
import type { Row } from './rows.js';
import { ofWorker, prepareShop, type Shop } from './shop.js';

/** Maximum factor by which a row may be slower on this build than on the other. */
const MOST_SLOWER = 1.03;
/** Share of a row's requests that a round sends. Rounds are short, so that all portals meet the same other load. */
const PART = 1 / 3;

/** The results of a row on this build, relative to the other build and to a second portal of this build. */
export interface Comparison {
  readonly row: string;
  readonly connections: number;
  /** Ratios of processor time and of requests per second: this build divided by the other. */
  readonly cpu: Ratio;
  readonly throughput: Ratio;
  /** The same ratios between two portals of this build, which show the noise. */
  readonly control: { readonly cpu: Ratio; readonly throughput: Ratio };
  readonly missed: readonly string[];
}

interface Side {
  readonly portal: Measured;
  readonly shop: Shop;
  readonly platform: Platform & { close(): void };
}

/** Compares this build with the one in `checkout`, the folder of a built checkout of another version. */
export async function measureAgainst(
  checkout: string,
  rows: readonly Row[],
  connections: readonly number[],
  pairs: number,
): Promise<Comparison[]> {
  const folder = mkdtempSync(join(tmpdir(), 'portal-against-'));
  const programs = [PROGRAM, join(resolve(checkout), 'bin', 'portal.js'), PROGRAM];
  const sides: Side[] = [];
  try {
    for (const [index, program] of programs.entries())
      sides.push(await startSide(join(folder, `${index}.db`), program, Math.max(...connections)));
    const compared: Comparison[] = [];
    for (const count of connections)
      for (const row of rows) {
        process.stderr.write(`${row.name}, ${count} connection(s)\n`);
        const rounds = await alternate(sides, pairs, ({ portal, shop }) => rowRound(portal, shop, row, count));
        compared.push(compare(row, count, rounds));
      }
    return compared;
  } finally {
    for (const { platform } of sides) platform.close();
    await Promise.all(sides.map(({ portal }) => portal.stop()));
    rmSync(folder, { recursive: true });
  }
}

async function startSide(database: string, program: string, connections: number): Promise<Side> {
  const portal = await startPortal(database, undefined, program);
  const plain = await prepareShop(portal, connections);
  const platform = await preparePlatform(portal, database, plain, program);
  return { portal, shop: { ...plain, platform }, platform };
}

function rowRound(portal: Measured, shop: Shop, row: Row, connections: number): Promise<Round> {
  const once = (client: Client, worker: number, turn: number) =>
    row.once(client, shop, ofWorker(shop.carts, worker), turn);
  return round(portal, connections, row.count * PART, once);
}

function compare({ name }: Row, connections: number, [ours = [], others = [], control = []]: readonly Round[][]) {
  const by = (rounds: readonly Round[], of: (round: Round) => number) =>
    ratio(ours.flatMap((one, pair) => (rounds[pair] ? [of(one) / of(rounds[pair])] : [])));
  const both = (rounds: readonly Round[]) => ({
    cpu: by(rounds, ({ cpu }) => cpu),
    throughput: by(rounds, ({ perSecond }) => perSecond),
  });
  const { cpu, throughput } = both(others);
  const slower = Math.max(cpu.median, 1 / throughput.median);
  const missed = slower > MOST_SLOWER ? [`${slower.toFixed(2)} > ${MOST_SLOWER}`] : [];
  return { row: name, connections, cpu, throughput, control: both(control), missed };
}

const HEAD = [
  '',
  'conn',
  'cpu',
  'least-most',
  'req/s',
  'least-most',
  'A/A cpu',
  'least-most',
  'A/A req/s',
  'least-most',
  '',
];

export function comparisonTable(compared: readonly Comparison[]): string {
  const cells = ({ row, connections, cpu, throughput, control, missed }: Comparison) => [
    row,
    String(connections),
    ...[cpu, throughput, control.cpu, control.throughput].flatMap(ratioCells),
    missed.length > 0 ? `SLOWER: ${missed.join(', ')}` : '',
  ];
  return aligned(HEAD, compared.map(cells), [0, HEAD.length - 1]);
}
