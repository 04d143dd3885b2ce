import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { comparisonTable, measureAgainst } from './against.js';
import { connectAssistants } from './assistants.js';
import { Attempts, type Failure } from './attempts.js';
import { Client } from './client.js';
import { startEcho } from './echo-rounds.js';
import { measureGrowth } from './growth.js';
import { type Loaded, whenIdle } from './idle.js';
import { inFolder } from './leftovers.js';
import { type Bench, briefFigure, type Figure, measure, rowRound } from './measure.js';
import { startEventsPortal } from './payment-events.js';
import { preparePlatform } from './platform.js';
import { type Measured, startLimit, startPortal, startSdkServer } from './processes.js';
import { hottest } from './profile.js';
import { briefText, measureReceipts, RECEIPT_ROWS, type TextFigure } from './receipts.js';
import { failureLines, machineLine, table, textLines } from './report.js';
import { constantLike, type Make, ROWS, type Row, readCart } from './rows.js';
import { measureSearch, SEARCH_ROWS } from './search.js';
import { prepareShop, type Shop } from './shop.js';
import { signInStaff } from './staff.js';
import { measureStart, START_ROWS } from './start.js';

const HELP = `Measures the portal against a bare express echo, MCP calls against a bare server of the SDK, and the commonest read and write
against bare node:http with SQLite, in the same run. Waits up to a minute for an idle machine, and reports one that is
still busy. A row beside which the machine was busy says so; if that began during the row, it has been measured twice.
Each figure is also reported to stderr as soon as it is known.

  npm run bench -- [options]

  --json            print JSON instead of the table
  --row <text>      only rows whose name contains the text, and the rows that they are compared with
  --pairs <n>       pairs of rounds per figure (default 7)
  --growth <file>   also compare each row of the portal with the same row on a file that npm run bench:seed has filled
  --against <dir>   only compare each row of the portal with a built checkout of another version; the control is
                    a second portal of this version
  --warm <n>        turns of each row that a portal answers before it is measured (default 8000)
  --profile <dir>   profile the portal under load into the directory, and name its hottest functions
  --help            print this

Exit code 1 when a target is missed or a row failed. A profile slows the portal, so do not keep the figures of a run with --profile.
`;

const CONNECTIONS = [16, 1] as const;

const { values } = parseArgs({
  options: {
    json: { type: 'boolean', default: false },
    row: { type: 'string', default: '' },
    pairs: { type: 'string', default: '7' },
    growth: { type: 'string' },
    against: { type: 'string' },
    warm: { type: 'string', default: '8000' },
    profile: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
});

if (values.help) process.stdout.write(HELP);
else process.exitCode = await main();

async function main(): Promise<number> {
  const idle = await whenIdle();
  if (values.against !== undefined) return compareWith(values.against, idle);
  // Node writes the profile when the portal stops. `measured` waits for that, so `show` can read the profile.
  const attempts = new Attempts();
  const { figures, others } = await measured(attempts);
  show(idle, figures, others, attempts.failures);
  return exitCode([...figures, ...others], attempts);
}

function exitCode(figures: readonly { readonly missed: readonly string[] }[], { failures }: Attempts): number {
  return failures.length > 0 || figures.some(({ missed }) => missed.length > 0) ? 1 : 0;
}

async function compareWith(checkout: string, idle: string): Promise<number> {
  // Staff are signed in through this build's store, which the other build's database need not fit.
  const isOfBoth = ({ server, needsStaff }: Row) => server === undefined && needsStaff === undefined;
  const rows = ROWS.filter((row) => isOfBoth(row) && row.name.includes(values.row));
  const rounds = { pairs: Number(values.pairs), warm: Number(values.warm) };
  const attempts = new Attempts();
  const compared = await measureAgainst(checkout, rows, CONNECTIONS, rounds, attempts);
  const { failures } = attempts;
  const machine = `${machineLine()}; ${idle}`;
  if (values.json) process.stdout.write(`${JSON.stringify({ machine, compared, failures }, null, 2)}\n`);
  else process.stdout.write([machine, '', comparisonTable(compared), ...failureLines(failures), ''].join('\n'));
  return exitCode(compared, attempts);
}

function measured(attempts: Attempts) {
  return inFolder('bench', async (folder) => {
    const database = join(folder, 'portal.db');
    const echo = await startEcho();
    const portal = await startPortal(database, values.profile);
    const plain = await prepareShop(portal, Math.max(...CONNECTIONS));
    const platform = await preparePlatform(portal, database, plain);
    const events = await startEventsPortal(join(folder, 'events.db'), plain.carts.length);
    const staff = await signInStaff(database);
    const tokens = await connectAssistants(plain);
    const shop = { ...plain, platform, staff, attempts: events.attempts, tokens };
    const sdk = await startSdkServer(await answerLength(portal, shop));
    const limit = await startLimit(folder, await answerOf(portal, shop, readCart));
    const servers = { echo, portal, sdk, limit, events: events.portal, oauth: portal };
    return await measureRows({ ...servers, shop, database, pairs: Number(values.pairs) }, attempts);
  });
}

async function measureRows(bench: Bench, attempts: Attempts) {
  const named = (names: readonly string[]) => names.filter((name) => name.includes(values.row));
  const wanted = ROWS.filter(({ name }) => name.includes(values.row));
  const heldTo = new Set(wanted.map(({ target }) => target?.cpuOf));
  const rows = ROWS.filter((row) => wanted.includes(row) || heldTo.has(row.name));
  await checkAnswers(bench, rows);
  const figures = await measureAll(bench, rows, attempts);
  const receipts = await measureReceipts(bench, named(Object.values(RECEIPT_ROWS)), attempts);
  const atEnd = bench.portal.rss();
  const searches = await measureSearch(bench, named(Object.values(SEARCH_ROWS)), attempts);
  const starts: Loaded<TextFigure>[] = [];
  for (const row of named(Object.values(START_ROWS)))
    starts.push(...(await attempts.run(row, () => measureStart(bench.database, atEnd), briefText)));
  const ours = rows.filter(
    ({ server, name, needsStaff }) => server === undefined && needsStaff === undefined && !/^(search|ucp)/.test(name),
  );
  const growth =
    values.growth === undefined
      ? []
      : await measureGrowth(bench, ours, { file: values.growth, warm: Number(values.warm) }, attempts);
  return { figures, others: [...receipts, ...searches, ...starts, ...growth] };
}

/**
 * Measures row by row, so that a row about today's orders comes before those that place thousands, and returns the
 * figures by number of connections.
 */
async function measureAll(bench: Bench, rows: readonly Row[], attempts: Attempts): Promise<Loaded<Figure>[]> {
  const figures: Loaded<Figure>[] = [];
  for (const row of rows) {
    const warm = () => rowRound(bench, row, Math.max(...CONNECTIONS), Number(values.warm));
    const warmed = await attempts.run(`${row.name}, cold`, warm, ({ cpu }) => `${cpu.toFixed(0)} µs`);
    for (const connections of warmed.length > 0 ? CONNECTIONS : []) {
      const once = () => measure(bench, row, connections, rows);
      figures.push(...(await attempts.run(`${row.name}, ${connections} connection(s)`, once, briefFigure)));
    }
  }
  return CONNECTIONS.flatMap((connections) => figures.filter((figure) => figure.connections === connections));
}

/** Throws if a row's response contains an error, since an error inside a 200 response would distort the figures. */
async function checkAnswers(bench: Bench, rows: readonly Row[]): Promise<void> {
  for (const { name, sample, server = 'portal' } of rows) {
    if (!sample) continue;
    const text = await answerOf(bench[server], bench.shop, sample);
    if (text.includes('"isError":true') || !/"(id|data)":|<html/.test(text))
      throw new Error(`${name} answered ${text.slice(0, 300)}`);
  }
}

/** Length of the text that `get_cart` returns. */
async function answerLength(portal: Measured, shop: Shop): Promise<number> {
  const { result } = JSON.parse(await answerOf(portal, shop, constantLike));
  return result.content[0].text.length;
}

async function answerOf(server: Measured, shop: Shop, make: Make): Promise<string> {
  const [cart] = shop.carts;
  if (!cart) throw new Error('no cart was prepared');
  const client = new Client(server.url, 1);
  const text = await client.text(make(shop, cart, 0));
  client.close();
  return text;
}

function show(
  idle: string,
  figures: readonly Loaded<Figure>[],
  others: readonly Loaded<TextFigure>[],
  failures: readonly Failure[],
): void {
  const machine = `${machineLine()}; ${idle}`;
  const hot = values.profile === undefined ? [] : hottest(values.profile);
  if (values.json) process.stdout.write(`${JSON.stringify({ machine, figures, others, failures, hot }, null, 2)}\n`);
  else
    process.stdout.write(
      [
        ...[machine, '', ...(figures.length > 0 ? [table(figures), ''] : []), ...textLines(others)],
        ...[...failureLines(failures), '', ...hot, ''],
      ].join('\n'),
    );
}
