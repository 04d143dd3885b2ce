import { statSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { Client, type Sent } from './client.js';
import { type Cost, run } from './commands.js';
import { type Load, loadText, whenIdle, withLoad } from './idle.js';
import { writeImportFile } from './import-file.js';
import { inFolder } from './leftovers.js';
import { addressOf, COMMON, makeOrders } from './orders.js';
import { type Measured, startPortal } from './processes.js';
import { machineLine } from './report.js';
import { prepareShop, type Shop } from './shop.js';
import { makeSignedLog } from './signed-log.js';
import { longest, slowest, type Waits, waitsDuring } from './waits.js';

const HELP = `Measures work over many rows, and how long other requests wait meanwhile: a second process serves the same file, and
answers alternating reads and writes, one at a time.

  npm run bench:rows -- [import] [orders] [audit] [--rows <n>] [--profile <dir>]

  import            an import of --rows items, and of the same file again
  orders            lists, summary, export and erasure in a shop with --rows orders, each with its cart
  audit             an audit of a log with a tenth of --rows receipts, and of one with --rows
  --rows <n>        default 100000
  --profile <dir>   profile the commands into the directory; slows them
`;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    rows: { type: 'string', default: '100000' },
    profile: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
});
const rows = Number(values.rows);
const flags = values.profile === undefined ? [] : ['--cpu-prof', '--cpu-prof-dir', values.profile];

if (values.help) process.stdout.write(HELP);
else {
  process.stdout.write(`${machineLine()}, ${rows} rows; ${await whenIdle()}\n\n`);
  for (const [name, measure] of Object.entries({ import: imports, orders, audit }))
    if (positionals.length === 0 || positionals.includes(name)) await onPortal(measure);
}

interface Scene {
  readonly folder: string;
  readonly database: string;
  readonly portal: Measured;
  readonly shop: Shop;
}

function onPortal(measure: (scene: Scene) => Promise<void>): Promise<void> {
  return inFolder('rows', async (folder) => {
    const database = join(folder, 'portal.db');
    const portal = await startPortal(database, undefined);
    await measure({ folder, database, portal, shop: await prepareShop(portal, 1) });
  });
}

async function imports({ folder, database, portal, shop }: Scene): Promise<void> {
  const { said } = await run(database, ['orgs', 'create', 'Acme', '--shop', 'Acme', '--json']);
  const { shop_id } = JSON.parse(said);
  const file = join(folder, 'items.csv');
  writeImportFile(file, rows);
  for (const what of ['import', 'same file again']) {
    const args = ['import', file, '--shop', shop_id];
    const measured = await withLoad(() => waitsDuring(portal, shop, () => run(database, args, flags)));
    say(
      what,
      `${measured.result.said.split('\n')[0]}; ${costText(measured.result)}; ${waitText(measured)}`,
      measured.load,
    );
  }
}

async function orders({ folder, database, portal, shop }: Scene): Promise<void> {
  const [cart] = shop.carts;
  const key = /ok_\w+/.exec(portal.said)?.[0];
  if (!cart || !key) throw new Error('no cart was prepared, or the portal did not print the organization key');
  process.stderr.write(`making ${rows} orders\n`);
  const shopId = await makeOrders(database, cart.order, rows);
  for (const [what, sent] of calls(key, shopId)) {
    const measured = await withLoad(() => callMeanwhile(portal, shop, sent));
    const time = `${measured.seconds.toFixed(1)} s, ${measured.cpu.toFixed(1)} s cpu with the others`;
    say(what, `${measured.result.length} characters; ${time}; ${waitText(measured)}`, measured.load);
  }
  for (const args of [
    ['orders', 'export', '--shop', shopId, '--out', join(folder, 'orders.csv')],
    ['privacy', 'erase', addressOf(1)],
  ]) {
    const measured = await withLoad(() => waitsDuring(portal, shop, () => run(database, args, flags)));
    say(`portal ${args.slice(0, 2).join(' ')}`, `${costText(measured.result)}; ${waitText(measured)}`, measured.load);
  }
  say('the table', `${(statSync(join(folder, 'orders.csv')).size / 2 ** 20).toFixed(0)} MB`);
}

/** An audit that streams needs as much memory for a log of ten times the receipts. */
async function audit({ database, portal, shop }: Scene): Promise<void> {
  for (const count of [rows / 10, rows]) {
    process.stderr.write(`making ${count} receipts\n`);
    const { organization_id } = await makeSignedLog(database, count);
    const args = ['log', 'verify', '--organization', organization_id];
    const measured = await withLoad(() => waitsDuring(portal, shop, () => run(database, args, flags)));
    say(`portal log verify, ${count} receipts`, `${costText(measured.result)}; ${waitText(measured)}`, measured.load);
  }
}

async function callMeanwhile(portal: Measured, shop: Shop, sent: Sent) {
  const client = new Client(portal.url, 1);
  const [cpu, started] = [portal.cpu(), performance.now()];
  const waits = await waitsDuring(portal, shop, () => client.text(sent));
  client.close();
  return { ...waits, seconds: (performance.now() - started) / 1000, cpu: portal.cpu() - cpu };
}

function calls(key: string, shopId: string): readonly (readonly [what: string, sent: Sent])[] {
  const headers = { 'x-api-key': key };
  const day = (ago: number) => new Date(Date.now() - ago * 24 * 60 * 60 * 1000).toISOString().slice(0, 10);
  const get = (path: string, query: Readonly<Record<string, string>>): Sent => ({
    method: 'GET',
    path: `/api/shops/${shopId}/${path}?${new URLSearchParams(query)}`,
    headers,
  });
  const post = (path: string, email: string): Sent => ({ method: 'POST', path, headers, body: { email } });
  return [
    ['list, a word in all orders', get('orders', { query: COMMON })],
    ['list, a word in all orders, a status in none', get('orders', { query: COMMON, status: 'canceled' })],
    ['list, a word in all orders and one in none', get('orders', { query: `${COMMON} zzz` })],
    ['list by changes, a word in all orders', get('orders', { query: COMMON, changed_since: '1' })],
    ['list, one address', get('orders', { query: addressOf(7) })],
    ['list, neither status is rare', get('orders', { status: 'processing', payment_status: 'refunded' })],
    ['summary of a year', get('summary', { from: day(365), to: day(0) })],
    ['export of a person', post('/api/privacy/export', addressOf(5))],
    ['erasure of a person', post('/api/privacy/erase', addressOf(3))],
  ];
}

function say(what: string, text: string, load?: Load): void {
  const remark = load === undefined ? '' : loadText(load);
  process.stdout.write(`${what}: ${text}${remark === '' ? '' : `; ${remark}`}\n`);
}

function costText({ seconds, cpu, memory, holds }: Cost): string {
  const lock = holds.length === 0 ? '' : `, write lock ${timesText(holds)}`;
  return `${seconds.toFixed(1)} s, ${cpu.toFixed(1)} s cpu, ${(memory / 2 ** 20).toFixed(0)} MB${lock}`;
}

function waitText({ reads, writes }: Waits): string {
  return `reads beside it ${timesText(reads)}, writes ${timesText(writes)}`;
}

function timesText(times: readonly number[]): string {
  return `p99 ${slowest(times).toFixed(0)} ms, longest ${longest(times).toFixed(0)} ms (${times.length})`;
}
