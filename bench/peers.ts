import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Client } from './client.js';
import { type Loaded, loadText, quietly, whenIdle } from './idle.js';
import { inFolder } from './leftovers.js';
import { type Measured, startPortal, startVendure } from './processes.js';
import { aligned, machineLine, spreadCells } from './report.js';
import { type Round, round, type Spread, spread } from './rounds.js';
import { readCart, update } from './rows.js';
import { type Cart, headersOf, ofWorker, post, prepareShop, type Shop, textAt } from './shop.js';
import { addToVendure, prepareVendure, readVendure, updateVendure, type VendureCart } from './vendure-shop.js';

const HELP = `Measures the portal beside Vendure in one run: rounds alternate. Each is one process with its own SQLite file. Vendure uses WAL
mode, in which its driver does not wait for the disk; the portal does.

  npm run bench:peers -- [--pairs <n>] [--warm <n>] [--json]

  --pairs <n>   pairs of rounds per figure (default 7)
  --warm <n>    turns of each row that Vendure answers first, and the portal five times as many (default 600)
  --json        print JSON instead of the table
`;

const { values } = parseArgs({
  options: {
    pairs: { type: 'string', default: '7' },
    warm: { type: 'string', default: '600' },
    json: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});

interface Scene {
  readonly portal: Measured;
  readonly vendure: Measured;
  readonly shop: Shop;
  readonly carts: readonly VendureCart[];
}

/** A workload that both servers run on one cart per connection. */
interface PeerRow {
  readonly name: string;
  /** Vendure's requests per round at 16 connections; a third of that at one connection. */
  readonly count: number;
  ours(client: Client, shop: Shop, cart: Cart, turn: number): Promise<void>;
  theirs(client: Client, cart: VendureCart, turn: number): Promise<void>;
}

const ROWS: readonly PeerRow[] = [
  {
    name: 'read a cart of 5 lines',
    count: 480,
    ours: (client, shop, cart, turn) => client.run(readCart(shop, cart, turn)),
    theirs: (client, cart) => client.run(readVendure(cart)),
  },
  {
    name: 'change the quantity of a line',
    count: 240,
    ours: (client, shop, cart, turn) => client.run(update(shop, cart, turn)),
    theirs: (client, cart, turn) => client.run(updateVendure(cart, turn)),
  },
  {
    name: 'add a line and remove it (2 calls)',
    count: 120,
    ours: (client, shop, cart) => addAndRemove(client, shop, cart),
    theirs: (client, cart) => addToVendure(client, cart),
  },
];

interface PeerFigure {
  readonly row: string;
  readonly connections: number;
  readonly ours: Sizes;
  readonly theirs: Sizes;
  /** Ratio of the portal's throughput to Vendure's, and of Vendure's processor time to the portal's. */
  readonly throughput: Spread;
  readonly cpu: Spread;
}

interface Sizes {
  readonly perSecond: Spread;
  /** CPU microseconds per request. */
  readonly cpu: Spread;
  /** 99th percentile latency in milliseconds. */
  readonly p99: Spread;
}

if (values.help) process.stdout.write(HELP);
else await main();

async function main(): Promise<void> {
  const idle = await whenIdle();
  const { figures, memory } = await inFolder('peers', async (folder) => {
    const portal = await startPortal(join(folder, 'portal.db'), undefined);
    const vendure = await startVendure(join(folder, 'vendure'));
    const shop = await prepareShop(portal, 16);
    const scene = { portal, vendure, shop, carts: await prepareVendure(vendure, 16) };
    return { figures: await measureAll(scene), memory: { portal: portal.rss(), vendure: vendure.rss() } };
  });
  show({ machine: `${machineLine()}; ${idle}`, figures, memory });
}

async function measureAll(scene: Scene): Promise<Loaded<PeerFigure>[]> {
  process.stderr.write(`${values.warm} turns of each row on Vendure, five times as many on the portal, to warm them\n`);
  for (const row of ROWS) await pairOf(scene, row, 16, Number(values.warm));
  const figures: Loaded<PeerFigure>[] = [];
  for (const connections of [16, 1])
    for (const row of ROWS)
      figures.push(await quietly(() => measurePeers(scene, row, connections, Number(values.pairs))));
  return figures;
}

/** Runs a round on each. `count`: Vendure's requests; the portal gets five times as many. */
async function pairOf({ vendure, portal, shop, carts }: Scene, row: PeerRow, connections: number, count: number) {
  const theirs = await round(vendure, connections, count, (client, worker, turn) =>
    row.theirs(client, ofWorker(carts, worker), turn),
  );
  const ours = await round(portal, connections, count * 5, (client, worker, turn) =>
    row.ours(client, shop, ofWorker(shop.carts, worker), turn),
  );
  return { ours, theirs };
}

async function measurePeers(scene: Scene, row: PeerRow, connections: number, pairs: number): Promise<PeerFigure> {
  const count = row.count / (connections === 1 ? 3 : 1);
  const measured: { readonly ours: Round; readonly theirs: Round }[] = [];
  for (let pair = 0; pair < pairs; pair += 1) measured.push(await pairOf(scene, row, connections, count));
  const sizes = (of: (pair: (typeof measured)[number]) => Round): Sizes => ({
    perSecond: spread(measured.map((pair) => of(pair).perSecond)),
    cpu: spread(measured.map((pair) => of(pair).cpu)),
    p99: spread(measured.map((pair) => of(pair).p99)),
  });
  return {
    row: row.name,
    connections,
    ours: sizes(({ ours }) => ours),
    theirs: sizes(({ theirs }) => theirs),
    throughput: spread(measured.map(({ ours, theirs }) => ours.perSecond / theirs.perSecond)),
    cpu: spread(measured.map(({ ours, theirs }) => theirs.cpu / ours.cpu)),
  };
}

async function addAndRemove(client: Client, { key }: Shop, { buyer, id }: Cart): Promise<void> {
  const path = `/api/commerce/checkouts/${id}/line-items`;
  const answer = await client.json(
    post(key, buyer, path, { line_items: [{ item: { id: 'enamel-mug' }, quantity: 1 }] }),
  );
  const line = textAt(answer, 'data', 'line_items', '5', 'id');
  await client.run({ method: 'DELETE', path: `${path}/${line}`, headers: headersOf(key, buyer) });
}

interface Shown {
  readonly machine: string;
  readonly figures: readonly Loaded<PeerFigure>[];
  /** Memory at the end, in bytes. */
  readonly memory: { readonly portal: number; readonly vendure: number };
}

function show(shown: Shown): void {
  process.stdout.write(values.json ? `${JSON.stringify(shown, null, 2)}\n` : `${asText(shown)}\n`);
}

function asText({ machine, figures, memory }: Shown): string {
  const head = [
    ...['', 'conn', 'portal req/s', 'Vendure', 'times', 'least-most'],
    ...['portal cpu µs', 'Vendure', 'times less', 'least-most', 'portal p99 ms', 'Vendure', ''],
  ];
  const cells = figures.map(({ row, connections, ours, theirs, throughput, cpu, load }) => {
    const medians = (of: (sizes: Sizes) => Spread, digits = 0) =>
      [ours, theirs].map((sizes) => of(sizes).median.toFixed(digits));
    return [
      ...[row, String(connections)],
      ...[...medians(({ perSecond }) => perSecond), ...spreadCells(throughput, 1)],
      ...[...medians((sizes) => sizes.cpu), ...spreadCells(cpu, 1)],
      ...[...medians(({ p99 }) => p99, 1), loadText(load)],
    ];
  });
  const megabytes = (bytes: number) => `${(bytes / 2 ** 20).toFixed(0)} MB`;
  const end = `memory at the end: portal ${megabytes(memory.portal)}, Vendure ${megabytes(memory.vendure)}`;
  return [machine, '', aligned(head, cells, [0, head.length - 1]), '', end].join('\n');
}
