import { chmodSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { Attempts } from './attempts.js';
import { Client } from './client.js';
import { commits } from './commits.js';
import { echoRound, startEcho } from './echo-rounds.js';
import {
  briefFigure,
  type EngineFigure,
  type EngineRound,
  engineTable,
  figureOf,
  type Pair,
  together,
} from './engine-figures.js';
import { ENGINE_ROWS, type EngineData, type EngineRow, HOT_ITEM } from './engine-rows.js';
import { type Loaded, whenIdle } from './idle.js';
import { inFolder } from './leftovers.js';
import { makeOrganization } from './organization.js';
import { type Server, startPostgres } from './postgres.js';
import { type Measured, sharedFiles, startShared } from './processes.js';
import { failureLines, machineLine } from './report.js';
import { round } from './rounds.js';
import { prepareShop, textAt } from './shop.js';
import { Receipts } from './signing.js';

const HELP = `Measures one, two and four portals on a PostgreSQL database, and one and two on a SQLite file, in one run. Rounds
alternate with those of a bare express echo. Without --server, it starts the installed PostgreSQL, which waits for
the disk at each commit. "x one" is relative to one portal on the same database.

  npm run bench:engines -- [options]

  --server <url>        use this empty PostgreSQL database, whose processor time is then not counted
  --row <text>          only rows whose name contains the text
  --on <text>           only engines whose name contains the text
  --connections <list>  numbers of connections (default 16,64,1)
  --pairs <n>           rounds per figure (default 5)
  --warm <n>            turns of each row that each portal first answers alone, and in each setup (default 3000)
  --json                print JSON instead of the table
  --help                print this

Exit code 1 when a target is missed or a row failed.
`;

const { values } = parseArgs({
  options: {
    server: { type: 'string' },
    row: { type: 'string', default: '' },
    on: { type: 'string', default: '' },
    connections: { type: 'string', default: '16,64,1' },
    pairs: { type: 'string', default: '5' },
    warm: { type: 'string', default: '3000' },
    json: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});

const CONNECTIONS = values.connections.split(',').map(Number);
/** Number of connections at which the figures of one portal have targets. */
const HELD = 16;
/** Number of portals and of connections at which rows that scale have targets on PostgreSQL. */
const SCALED = { portals: 4, connections: 64 };
/** Minimum throughput and maximum processor time, relative to one portal, and retries per 100 requests to stay below. */
const SCALE_TARGETS = { throughput: 1, cpu: 1.3, retries: 1 };

/** Portals on the same database. */
interface Setup {
  readonly engine: string;
  readonly portals: readonly Measured[];
  readonly data: EngineData;
  /** The database server, if the bench has started it. */
  readonly server: Server | undefined;
}

async function main(): Promise<number> {
  const idle = await whenIdle();
  const attempts = new Attempts();
  const figures = await inFolder('engines', async (folder) => {
    // PostgreSQL may run as another user.
    chmodSync(folder, 0o755);
    const echoes = [await startEcho(), await startEcho()];
    return measureAll(echoes, await startSetups(folder), attempts);
  });
  const machine = `${machineLine()}; ${idle}`;
  const { failures } = attempts;
  const text = values.json
    ? JSON.stringify({ machine, figures, failures }, null, 2)
    : [machine, '', engineTable(figures), ...failureLines(failures)].join('\n');
  process.stdout.write(`${text}\n`);
  return failures.length > 0 || figures.some(({ missed }) => missed.length > 0) ? 1 : 0;
}

async function startSetups(folder: string): Promise<Setup[]> {
  const setups: Setup[] = [];
  if ('SQLite'.includes(values.on))
    setups.push(...(await startPortals('SQLite', [1, 2], join(folder, 'portal.db'), join(folder, 'of-file'))));
  if ('PostgreSQL'.includes(values.on)) {
    const server = values.server === undefined ? await startPostgres(folder) : undefined;
    const url = server?.url ?? values.server ?? '';
    setups.push(...(await startPortals('PostgreSQL', [1, 2, 4], url, join(folder, 'of-server'), server)));
  }
  return setups;
}

/** Starts portals on one database. Returns a setup for each of these numbers of portals. */
async function startPortals(
  engine: string,
  counts: readonly number[],
  database: string,
  folder: string,
  server?: Server,
): Promise<Setup[]> {
  mkdirSync(folder);
  const first = await startShared(database, folder, 0);
  const shop = await prepareShop(first, Math.max(...CONNECTIONS));
  await countStock(first);
  const receipts = new Receipts(await makeOrganization(database, sharedFiles(folder)));
  const portals = [first];
  while (portals.length < Math.max(...counts)) portals.push(await startShared(database, folder, portals.length));
  return counts.map((count) => ({ engine, portals: portals.slice(0, count), data: { shop, receipts }, server }));
}

async function countStock(portal: Measured): Promise<void> {
  const headers = { 'x-api-key': /ok_\w+/.exec(portal.said)?.[0] ?? '' };
  const client = new Client(portal.url, 1);
  const shop = textAt(await client.json({ method: 'GET', path: '/api/shops', headers }), 'data', '0', 'id');
  const path = `/api/shops/${shop}/items/${HOT_ITEM.id}/stock`;
  await client.run({ method: 'POST', path, headers, body: { to: 1_000_000, expected: null } });
  client.close();
}

async function measureAll(
  echoes: readonly Measured[],
  setups: readonly Setup[],
  attempts: Attempts,
): Promise<Loaded<EngineFigure>[]> {
  const rows = ENGINE_ROWS.filter(({ name }) => name.includes(values.row));
  await warmUp(setups, rows);
  for (const server of new Set(setups.map((setup) => setup.server))) await server?.analyze();
  const figures: Loaded<EngineFigure>[] = [];
  for (const connections of CONNECTIONS) {
    figures.push(...(await attempts.run('two echoes', () => twoEchoes(echoes, connections), briefFigure)));
    for (const row of rows) {
      const measured = await attempts.run(
        `${row.name}, ${connections} connection(s)`,
        () => measure(echoes, setups, row, connections),
        (of) => of.figures.map((figure) => `${figure.setup}: ${briefFigure(figure)}`).join('\n  '),
      );
      figures.push(...measured.flatMap(({ load, figures: each }) => each.map((figure) => ({ ...figure, load }))));
    }
  }
  return figures;
}

/**
 * Warms each portal by itself, since one that V8 has not compiled takes several times as long as the first, and then
 * the portals of each setup together, since V8 compiles much again when the size of batches changes.
 */
async function warmUp(setups: readonly Setup[], rows: readonly EngineRow[]): Promise<void> {
  process.stderr.write(`${values.warm} turns of each row on each portal, alone and in each setup, to warm them\n`);
  const portals = new Map(setups.flatMap((setup) => setup.portals.map((portal) => [portal, setup])));
  const turns = Number(values.warm);
  for (const row of rows) {
    for (const [portal, setup] of portals) await roundOf({ ...setup, portals: [portal] }, row, HELD, turns);
    for (const setup of setups) await roundOf(setup, row, Math.max(...CONNECTIONS), turns * setup.portals.length);
  }
}

/** Measures the most that a second process can gain on this machine, which also runs the client. */
async function twoEchoes(echoes: readonly Measured[], connections: number): Promise<EngineFigure> {
  const pairs: Pair[] = [];
  for (let pair = 0; pair < Number(values.pairs); pair += 1) {
    const echo = await echoRound(first(echoes), connections);
    const halves = await Promise.all(echoes.map((each) => echoRound(each, Math.ceil(connections / 2), 1 / 2)));
    pairs.push({ echo, ours: { ...together(halves), retries: 0 } });
  }
  return figureOf({ row: 'echo', connections, setup: 'echo, 2' }, pairs, undefined, () => []);
}

async function measure(
  echoes: readonly Measured[],
  setups: readonly Setup[],
  row: EngineRow,
  connections: number,
): Promise<{ readonly figures: readonly EngineFigure[] }> {
  const measured = setups.filter((setup) => setup.portals.length <= connections);
  const pairs = new Map<Setup, Pair[]>(measured.map((setup) => [setup, []]));
  for (let pair = 0; pair < Number(values.pairs); pair += 1) {
    for (const setup of measured) {
      const echo = await echoRound(first(echoes), connections, connections === 1 ? 1 / 3 : 1);
      pairs.get(setup)?.push({ echo, ours: await roundOf(setup, row, connections) });
    }
  }
  const figures = [...pairs].map(([{ engine, portals }, of]) => {
    const one = portals.length === 1 ? undefined : measured.find((other) => other.engine === engine);
    const setup = `${engine}, ${portals.length}`;
    return figureOf({ row: row.name, connections, setup }, of, one && pairs.get(one), (figure) =>
      engine === 'PostgreSQL' ? missedOf(row, portals.length, figure) : [],
    );
  });
  return { figures };
}

function missedOf(
  { target = 0, scales }: EngineRow,
  portals: number,
  { connections, throughputRatio, ofOne, retries }: Omit<EngineFigure, 'missed'>,
): string[] {
  const missed: string[] = [];
  const reached = throughputRatio.median;
  if (portals === 1 && connections === HELD && reached < target)
    missed.push(`throughput ${reached.toFixed(2)} < ${target}`);
  if (!scales || !ofOne || portals !== SCALED.portals || connections !== SCALED.connections) return missed;
  const [rate, cpu] = [ofOne.throughput.median, ofOne.cpu.median];
  const targets = SCALE_TARGETS;
  if (rate < targets.throughput) missed.push(`throughput ${rate.toFixed(2)} < ${targets.throughput} of one`);
  if (cpu > targets.cpu) missed.push(`cpu ${cpu.toFixed(2)} > ${targets.cpu} of one`);
  if (retries >= targets.retries) missed.push(`retries ${retries.toFixed(1)} % >= ${targets.retries} %`);
  return missed;
}

/** Splits connections and requests evenly among the portals. */
async function roundOf(
  { portals, data, server }: Setup,
  row: EngineRow,
  connections: number,
  turns = connections === 1 ? row.count / 3 : row.count,
): Promise<EngineRound> {
  const each = connections / portals.length;
  const count = Math.ceil(turns / portals.length);
  const done = count * portals.length;
  if (row.takesReceipts) data.receipts.sign(done);
  const serverCpu = () => server?.cpu() ?? 0;
  const [retried, before] = [await countRetries(portals), serverCpu()];
  const rounds = await Promise.all(
    portals.map((portal, index) =>
      round(portal, each, count, (client, worker, turn) => row.once(client, data, index * each + worker, turn + index)),
    ),
  );
  const combined = together(rounds);
  const cpu = combined.cpu + ((serverCpu() - before) / done) * 1e6;
  return { ...combined, cpu, retries: (((await countRetries(portals)) - retried) / done) * 100 };
}

async function countRetries(portals: readonly Measured[]): Promise<number> {
  const counts = await Promise.all(portals.map(async (portal) => (await commits(portal)).retries));
  return counts.reduce((sum, count) => sum + count, 0);
}

function first<T>(of: readonly T[]): T {
  const [one] = of;
  if (one === undefined) throw new Error('the list is empty');
  return one;
}

if (values.help) process.stdout.write(HELP);
else process.exitCode = await main();
