import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { Client } from './client.js';
import { type EngineFigure, engineTable, figureOf, type Pair, throughput, together } from './engine-figures.js';
import { ENGINE_ROWS, type EngineRow, HOT_ITEM } from './engine-rows.js';
import { whenIdle } from './idle.js';
import { startPostgres } from './postgres.js';
import { type Measured, startEcho, startShared } from './processes.js';
import { machineLine } from './report.js';
import { echoRound, type Round, ratio, round } from './rounds.js';
import { prepareShop, type Shop, textAt } from './shop.js';

const HELP = `Measures one portal and two portals on a SQLite file, and the same on a PostgreSQL database, in one run. Rounds
alternate with those of a bare express echo. Without --server, it starts the installed PostgreSQL, which waits for
the disk at each commit.

  npm run bench:engines -- [options]

  --server <url>  use this empty PostgreSQL database
  --row <text>    only rows whose name contains the text
  --pairs <n>     rounds per figure (default 5)
  --json          print JSON instead of the table
  --help          print this

Exit code 1 when a target is missed.
`;

const { values } = parseArgs({
  options: {
    server: { type: 'string' },
    row: { type: 'string', default: '' },
    pairs: { type: 'string', default: '5' },
    json: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});

const CONNECTIONS = [16, 64, 1] as const;
/** Number of connections at which the figures have targets. */
const HELD = 16;

/** One or more portals on the same database. */
interface Setup {
  readonly name: string;
  readonly portals: readonly Measured[];
  readonly shop: Shop;
}

async function main(): Promise<number> {
  const idle = await whenIdle();
  const folder = mkdtempSync(join(tmpdir(), 'portal-engines-'));
  chmodSync(folder, 0o755);
  const running: { stop(): Promise<void> }[] = [];
  const kept = async <T extends { stop(): Promise<void> }>(starting: Promise<T>) => {
    const started = await starting;
    running.unshift(started);
    return started;
  };
  try {
    const echoes = [await kept(startEcho()), await kept(startEcho())];
    const url = values.server ?? (await kept(startPostgres(folder))).url;
    const setups = [
      ...(await portals('SQLite', join(folder, 'portal.db'), join(folder, 'of-file'), kept)),
      ...(await portals('PostgreSQL', url, join(folder, 'of-server'), kept)),
    ];
    const figures = await measureAll(echoes, setups);
    const machine = `${machineLine()}; ${idle}`;
    const text = values.json ? JSON.stringify({ machine, figures }, null, 2) : `${machine}\n\n${engineTable(figures)}`;
    process.stdout.write(`${text}\n`);
    return figures.some(({ missed }) => missed.length > 0) ? 1 : 0;
  } finally {
    for (const server of running) await server.stop();
    rmSync(folder, { recursive: true });
  }
}

/** Starts two portals on one database. Returns two setups: the first portal alone, and both. */
async function portals(
  engine: string,
  database: string,
  folder: string,
  kept: (starting: Promise<Measured>) => Promise<Measured>,
): Promise<Setup[]> {
  mkdirSync(folder);
  const first = await kept(startShared(database, folder, true));
  const shop = await prepareShop(first, Math.max(...CONNECTIONS));
  await countStock(first);
  const second = await kept(startShared(database, folder, false));
  return [
    { name: `${engine}, 1`, portals: [first], shop },
    { name: `${engine}, 2`, portals: [first, second], shop },
  ];
}

async function countStock(portal: Measured): Promise<void> {
  const headers = { 'x-api-key': /ok_\w+/.exec(portal.said)?.[0] ?? '' };
  const client = new Client(portal.url, 1);
  const shop = textAt(await client.json({ method: 'GET', path: '/api/shops', headers }), 'data', '0', 'id');
  const path = `/api/shops/${shop}/items/${HOT_ITEM.id}/stock`;
  await client.run({ method: 'POST', path, headers, body: { to: 1_000_000, expected: null } });
  client.close();
}

async function measureAll(echoes: readonly Measured[], setups: readonly Setup[]): Promise<EngineFigure[]> {
  const rows = ENGINE_ROWS.filter(({ name }) => name.includes(values.row));
  for (const row of rows) for (const setup of setups) await roundOf(setup, row, HELD);
  const figures: EngineFigure[] = [];
  for (const connections of CONNECTIONS) {
    figures.push(await twoEchoes(echoes, connections));
    for (const row of rows) {
      process.stderr.write(`${row.name}, ${connections} connection(s)\n`);
      figures.push(...(await measure(echoes, setups, row, connections)));
    }
  }
  return figures;
}

/** Measures the most that a second process can gain on this machine, which also runs the client. */
async function twoEchoes(echoes: readonly Measured[], connections: number): Promise<EngineFigure> {
  const pairs: Pair[] = [];
  for (let pair = 0; pair < Number(values.pairs); pair += 1) {
    const echo = await echoRound(first(echoes), connections);
    const halves = await Promise.all(echoes.map((each) => echoRound(each, Math.ceil(connections / 2), 1 / 2)));
    pairs.push({ echo, ours: together(halves) });
  }
  return figureOf('echo', connections, 'echo, 2', pairs, []);
}

async function measure(
  echoes: readonly Measured[],
  setups: readonly Setup[],
  row: EngineRow,
  connections: number,
): Promise<EngineFigure[]> {
  const measured = setups.filter((setup) => setup.portals.length <= connections);
  const pairs = new Map<Setup, Pair[]>(measured.map((setup) => [setup, []]));
  for (let pair = 0; pair < Number(values.pairs); pair += 1) {
    for (const setup of measured) {
      const echo = await echoRound(first(echoes), connections, connections === 1 ? 1 / 3 : 1);
      pairs.get(setup)?.push({ echo, ours: await roundOf(setup, row, connections) });
    }
  }
  return [...pairs].map(([setup, of]) => figureOf(row.name, connections, setup.name, of, missedOf(setup, row, of)));

  function missedOf({ name }: Setup, { target = 0 }: EngineRow, of: readonly Pair[]): string[] {
    const reached = ratio(of.map(throughput)).median;
    const isHeld = name === 'PostgreSQL, 1' && connections === HELD;
    return isHeld && reached < target ? [`throughput ${reached.toFixed(2)} < ${target}`] : [];
  }
}

/** Splits connections and requests evenly among the portals. */
async function roundOf({ portals, shop }: Setup, row: EngineRow, connections: number): Promise<Round> {
  const each = connections / portals.length;
  const count = (connections === 1 ? row.count / 3 : row.count) / portals.length;
  const rounds = portals.map((portal, index) =>
    round(portal, each, count, (client, worker, turn) => row.once(client, shop, index * each + worker, turn + index)),
  );
  return together(await Promise.all(rounds));
}

function first<T>(of: readonly T[]): T {
  const [one] = of;
  if (one === undefined) throw new Error('the list is empty');
  return one;
}

if (values.help) process.stdout.write(HELP);
else process.exitCode = await main();
