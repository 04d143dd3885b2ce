import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { Client } from './client.js';
import { type Bench, type Figure, judged, measure } from './measure.js';
import { type Measured, startEcho, startPortal, startSdkServer } from './processes.js';
import { hottest } from './profile.js';
import { measureReceipts, RECEIPT_ROWS, type TextFigure } from './receipts.js';
import { machineLine, table, textLines } from './report.js';
import { constantLike, ROWS, type Row } from './rows.js';
import { measureSearch, SEARCH_ROWS } from './search.js';
import { prepareShop, type Shop } from './shop.js';

const HELP = `Measures the portal against a bare express echo, and MCP calls against a bare server of the SDK, in the same run.

  npm run bench -- [options]

  --json            print JSON instead of the table
  --row <text>      only rows whose name contains the text
  --pairs <n>       pairs of rounds per figure (default 4)
  --profile <dir>   profile the portal under load into the directory, and name its hottest functions
  --help            print this

Exit code 1 when a target is missed. A profile slows the portal: its figures are not to be kept.
`;

const CONNECTIONS = [16, 1] as const;

const { values } = parseArgs({
  options: {
    json: { type: 'boolean', default: false },
    row: { type: 'string', default: '' },
    pairs: { type: 'string', default: '4' },
    profile: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
});

if (values.help) process.stdout.write(HELP);
else process.exitCode = await main();

async function main(): Promise<number> {
  const rows = ROWS.filter(({ name }) => name.includes(values.row));
  const receiptRows = Object.values(RECEIPT_ROWS).filter((name) => name.includes(values.row));
  const searchRows = Object.values(SEARCH_ROWS).filter((name) => name.includes(values.row));
  const folder = mkdtempSync(join(tmpdir(), 'portal-bench-'));
  const echo = await startEcho();
  const database = join(folder, 'portal.db');
  const portal = await startPortal(database, values.profile);
  let sdk: Measured | undefined;
  let figures: Figure[];
  let others: TextFigure[];
  try {
    const shop = await prepareShop(portal, Math.max(...CONNECTIONS));
    sdk = await startSdkServer(await answerLength(portal, shop));
    await checkAnswers({ portal, sdk }, shop, rows);
    const bench = { echo, portal, sdk, shop, database, pairs: Number(values.pairs) };
    figures = judged(await measureAll(bench, rows), rows);
    others = [...(await measureReceipts(bench, receiptRows)), ...(await measureSearch(bench, searchRows))];
  } finally {
    await Promise.all([echo.stop(), portal.stop(), sdk?.stop()]);
    rmSync(folder, { recursive: true });
  }
  show(figures, others);
  return [...figures, ...others].some(({ missed }) => missed.length > 0) ? 1 : 0;
}

async function measureAll(bench: Bench, rows: readonly Row[]): Promise<Figure[]> {
  const warm = { ...bench, pairs: 1 };
  for (const row of rows) await measure(warm, row, Math.max(...CONNECTIONS));
  const figures: Figure[] = [];
  for (const connections of CONNECTIONS) {
    for (const row of rows) {
      process.stderr.write(`${row.name}, ${connections} connection(s)\n`);
      figures.push(await measure(bench, row, connections));
    }
  }
  return figures;
}

interface Servers {
  readonly portal: Measured;
  readonly sdk: Measured;
}

/** An error inside a 200 would be a fast answer to nothing. */
async function checkAnswers(servers: Servers, shop: Shop, rows: readonly Row[]): Promise<void> {
  for (const { name, sample, server = 'portal' } of rows) {
    const [cart] = shop.carts;
    if (!sample || !cart) continue;
    const client = new Client(servers[server].url, 1);
    const text = await client.text(sample(shop, cart));
    if (text.includes('"isError":true') || !/"id":/.test(text))
      throw new Error(`${name} answered ${text.slice(0, 300)}`);
    client.close();
  }
}

/** Characters of the text that `get_cart` answers. */
async function answerLength(portal: Measured, shop: Shop): Promise<number> {
  const [cart] = shop.carts;
  if (!cart) throw new Error('no cart was prepared');
  const client = new Client(portal.url, 1);
  const { result } = JSON.parse(await client.text(constantLike(shop, cart, 0)));
  client.close();
  return result.content[0].text.length;
}

function show(figures: readonly Figure[], others: readonly TextFigure[]): void {
  const machine = machineLine();
  const hot = values.profile === undefined ? [] : hottest(values.profile);
  if (values.json) process.stdout.write(`${JSON.stringify({ machine, figures, others, hot }, null, 2)}\n`);
  else
    process.stdout.write(
      [machine, '', ...(figures.length > 0 ? [table(figures), ''] : []), ...textLines(others), '', ...hot, ''].join(
        '\n',
      ),
    );
}
