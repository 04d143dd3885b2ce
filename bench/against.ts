import { join, resolve } from 'node:path';
import type { Attempts } from './attempts.js';
import type { Client } from './client.js';
import type { Loaded } from './idle.js';
import { inFolder } from './leftovers.js';
import { type Platform, preparePlatform } from './platform.js';
import { type Measured, PROGRAM, startPortal } from './processes.js';
import { aligned, remarks, spreadCells } from './report.js';
import { alternate, type Round, round, type Spread, spread } from './rounds.js';
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
  readonly ours: Sizes;
  readonly other: Sizes;
  /** The second portal of this build. */
  readonly second: Sizes;
  /** This build divided by the other, turn by turn. */
  readonly ratio: Sizes;
  /** This build divided by the second portal of this build, which shows the noise. */
  readonly control: Sizes;
  readonly missed: readonly string[];
}

interface Sizes {
  /** CPU microseconds per request. */
  readonly cpu: Spread;
  readonly perSecond: Spread;
}

interface Side {
  readonly portal: Measured;
  readonly shop: Shop;
  readonly platform: Platform;
}

interface Rounds {
  /** Pairs of rounds per row. */
  readonly pairs: number;
  /**
   * Requests of a row that each portal answers first. V8 needs thousands of purchases to compile what they use, and a
   * build with more code needs more of them: without these the ratio is that of the compilers.
   */
  readonly warm: number;
}

/** Compares this build with the one in `checkout`, the folder of a built checkout of another version. */
export async function measureAgainst(
  checkout: string,
  rows: readonly Row[],
  connections: readonly number[],
  { pairs, warm }: Rounds,
  attempts: Attempts,
): Promise<Loaded<Comparison>[]> {
  const programs = [PROGRAM, join(resolve(checkout), 'bin', 'portal.js'), PROGRAM];
  return inFolder('against', async (folder) => {
    const sides: Side[] = [];
    const most = Math.max(...connections);
    for (const [index, program] of programs.entries())
      sides.push(await startSide(join(folder, `${index}.db`), program, most));
    for (const row of rows) for (const side of sides) await rowRound(side, row, most, warm);
    const compared: Loaded<Comparison>[] = [];
    for (const count of connections)
      for (const row of rows) {
        const rounds = () => alternate(sides, pairs, (side) => rowRound(side, row, count, row.count * PART));
        const measure = async () => compare(row, count, await rounds());
        compared.push(...(await attempts.run(`${row.name}, ${count} connection(s)`, measure, brief)));
      }
    return compared;
  });
}

async function startSide(database: string, program: string, connections: number): Promise<Side> {
  const portal = await startPortal(database, undefined, program);
  const plain = await prepareShop(portal, connections);
  const platform = await preparePlatform(portal, database, plain, program);
  return { portal, shop: { ...plain, platform }, platform };
}

function rowRound({ portal, shop }: Side, row: Row, connections: number, count: number): Promise<Round> {
  const once = (client: Client, worker: number, turn: number) =>
    row.once(client, shop, ofWorker(shop.carts, worker), turn);
  return round(portal, connections, count, once);
}

function compare(
  { name }: Row,
  connections: number,
  [ours = [], others = [], seconds = []]: readonly Round[][],
): Comparison {
  const sizes = (rounds: readonly Round[]): Sizes => ({
    cpu: spread(rounds.map(({ cpu }) => cpu)),
    perSecond: spread(rounds.map(({ perSecond }) => perSecond)),
  });
  const by = (rounds: readonly Round[], of: (round: Round) => number) =>
    spread(ours.flatMap((one, turn) => (rounds[turn] ? [of(one) / of(rounds[turn])] : [])));
  const ratios = (rounds: readonly Round[]): Sizes => ({
    cpu: by(rounds, ({ cpu }) => cpu),
    perSecond: by(rounds, ({ perSecond }) => perSecond),
  });
  const ratio = ratios(others);
  const slower = Math.max(ratio.cpu.median, 1 / ratio.perSecond.median);
  return {
    row: name,
    connections,
    ours: sizes(ours),
    other: sizes(others),
    second: sizes(seconds),
    ratio,
    control: ratios(seconds),
    missed: slower > MOST_SLOWER ? [`${slower.toFixed(2)} > ${MOST_SLOWER}`] : [],
  };
}

function brief({ ratio, control }: Comparison): string {
  const times = ({ cpu }: Sizes) => cpu.median.toFixed(2);
  return `${times(ratio)} of the other's processor time (A/A ${times(control)})`;
}

const HEAD = [
  ...['', 'conn', 'cpu µs', 'other', 'A/A', 'cpu', 'least-most', 'A/A cpu', 'least-most'],
  ...['req/s', 'other', 'A/A', 'req/s', 'least-most', 'A/A req/s', 'least-most', ''],
];

export function comparisonTable(compared: readonly Loaded<Comparison>[]): string {
  const cells = (one: Loaded<Comparison>) => {
    const medians = (of: (sizes: Sizes) => Spread) =>
      [one.ours, one.other, one.second].map((sizes) => of(sizes).median.toFixed(0));
    return [
      ...[one.row, String(one.connections)],
      ...[...medians(({ cpu }) => cpu), ...spreadCells(one.ratio.cpu), ...spreadCells(one.control.cpu)],
      ...medians(({ perSecond }) => perSecond),
      ...[...spreadCells(one.ratio.perSecond), ...spreadCells(one.control.perSecond)],
      remarks(one, 'SLOWER'),
    ];
  };
  return aligned(HEAD, compared.map(cells), [0, HEAD.length - 1]);
}
