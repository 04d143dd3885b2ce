import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { Client } from './client.js';
import { type Bench, type Figure, measure } from './measure.js';
import { type Measured, startEcho, startPortal } from './processes.js';
import { hottest } from './profile.js';
import { measureReceipts, RECEIPT_ROWS, type TextFigure } from './receipts.js';
import { machineLine, table, textLines } from './report.js';
import { ROWS, type Row } from './rows.js';
import { measureSearch, SEARCH_ROWS } from './search.js';
import { prepareShop, type Shop } from './shop.js';

const HELP = `Measures the portal against a bare express echo, in the same run.

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
  let figures: Figure[];
  let others: TextFigure[];
  try {
    const shop = await prepareShop(portal, Math.max(...CONNECTIONS));
    await checkAnswers(portal, shop, rows);
    const bench = { echo, portal, shop, database, pairs: Number(values.pairs) };
    figures = await measureAll(bench, rows);
    others = [...(await measureReceipts(bench, receiptRows)), ...(await measureSearch(bench, searchRows))];
  } finally {
    await Promise.all([echo.stop(), portal.stop()]);
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

/** An error inside a 200 would be a fast answer to nothing. */
async function checkAnswers(portal: Measured, shop: Shop, rows: readonly Row[]): Promise<void> {
  const client = new Client(portal.url, 1);
  for (const { name, sample } of rows) {
    const [cart] = shop.carts;
    if (!sample || !cart) continue;
    const text = await client.text(sample(shop, cart));
    if (text.includes('"isError":true') || !/"id":/.test(text))
      throw new Error(`${name} answered ${text.slice(0, 300)}`);
  }
  client.close();
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
