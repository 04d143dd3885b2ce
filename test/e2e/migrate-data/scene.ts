import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import DatabaseConstructor from 'better-sqlite3';
import { Client } from 'pg';
import { expect } from 'vitest';
import { filesNameOf } from '../../../src/config/database-url.js';
import type { StoreOptions } from '../../../src/store/open-store.js';
import { PostgresStore } from '../../../src/store/postgres/postgres-store.js';
import { demoAttester, newSignerOf, submitted } from '../../actors/attester.js';
import { complete, INVOICE, orderOf, ready } from '../../actors/purchase.js';
import { shopper, totalOf } from '../../actors/shopper.js';
import { receiptFor } from '../../actors/signer.js';
import { allRows } from '../../support/all-rows.js';
import { type Answered, type Options, startPortal, type TestPortal } from '../../support/portal.js';
import { newPostgres } from '../../support/postgres.js';
import { run } from '../../support/program.js';
import { start } from '../../support/spawn.js';
import { temporaryFolder } from '../../support/temporary-folder.js';
import { addGrant, anotherKey } from '../../support/tenants.js';
import { type OldOrder, writeOldOrders } from '../many-orders.js';

/** Receipts submitted per call. */
const AT_ONCE = 50;
const CARD = { type: 'card', credential: { type: 'token', token: 'tok_approve' } };

/** A portal's database file, an empty PostgreSQL database, and the arguments of a move between them. */
export class MoveScene {
  readonly folder: string;
  readonly file: string;
  readonly env: Readonly<Record<string, string>>;
  readonly url: string;
  private readonly portals: TestPortal[] = [];

  static async open(folder = temporaryFolder()): Promise<MoveScene> {
    return new MoveScene(folder, await newPostgres());
  }

  private constructor(folder: string, url: string) {
    this.folder = folder;
    this.file = join(folder, 'portal.db');
    this.env = { XDG_DATA_HOME: folder };
    this.url = url;
  }

  async close(): Promise<void> {
    for (const portal of this.portals.reverse()) await portal.close();
    rmSync(this.folder, { recursive: true, force: true });
  }

  /** Path prefix of the files that belong to the portal on PostgreSQL. */
  get files(): string {
    return join(this.folder, 'portal', filesNameOf(this.url));
  }

  async serve(file = this.file, options: Options = {}): Promise<TestPortal> {
    if (file !== this.file) copyFileSync(`${this.file}.demo-keys.json`, `${file}.demo-keys.json`);
    const portal = await startPortal({ ...options, database: file });
    this.portals.push(portal);
    return portal;
  }

  /** Starts a portal on PostgreSQL, with the files that a move has written. */
  async serveOnServer(options: Options = {}): Promise<TestPortal> {
    copyFileSync(`${this.file}.demo-keys.json`, `${this.files}.demo-keys.json`);
    const open = (_file: string, options: StoreOptions) =>
      PostgresStore.open(this.url, { ...options, files: this.files });
    const portal = await startPortal({ ...options, database: this.files, open });
    this.portals.push(portal);
    return portal;
  }

  async stop(portal: TestPortal): Promise<void> {
    this.portals.splice(this.portals.indexOf(portal), 1);
    await portal.close();
  }

  move(...more: readonly string[]) {
    return run(['migrate-data', '--from', this.file, '--to', this.url, ...more], this.env);
  }

  back(file: string, ...more: readonly string[]) {
    return run(['migrate-data', '--from', this.url, '--to', file, ...more], this.env);
  }

  /** Runs a move in a separate process. Calls `atStep` at the start of each step. */
  async spawned(from: string, to: string, atStep: (nth: number, child: ChildProcess, step: string) => void) {
    const child = start(['migrate-data', '--from', from, '--to', to], this.env);
    child.stdin.end();
    child.stdout.resume();
    const said: string[] = [];
    createInterface({ input: child.stderr }).on('line', (line) => atStep(said.push(line), child, line));
    const [code] = await once(child, 'close');
    return { said, code };
  }

  async onServer<R extends object>(sql: string): Promise<R[]> {
    const client = new Client({ connectionString: this.url });
    await client.connect();
    try {
      return (await client.query<R>(sql)).rows;
    } finally {
      await client.end();
    }
  }
}

/**
 * Tables that may differ between a file and its copy: the state of a move, shops (whose number is assigned with their
 * first order), the index of search tokens, the counts of changes, and the mark of the file.
 */
const OWN = /^(data_move|shop|item_token.*|table_change|file_mark)$/;

/** Row counts and hashes of each table of a file, without data specific to the file. */
export function movedRows(file: string): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(allRows(file)).filter(([name]) => !OWN.test(name)));
}

/** Data of a portal and its callers that a move must preserve. */
export interface Life {
  readonly orderLink: string;
  readonly cartLink: string;
  readonly order: Answered['json'];
  /** Id of a grant with limits. */
  readonly grant: string;
  readonly receipt_id: string;
  readonly bundle: Answered['json'];
  readonly paid: { readonly body: object; readonly answer: Answered['json'] };
}

const KEY = { 'idempotency-key': 'paid' };

/** Creates two purchases, one within limits, a grant, an open cart and receipts. Returns the data that a move must preserve. */
export async function live(portal: TestPortal, receipts = 4): Promise<Life> {
  const ada = shopper(portal, { buyer: 'ada' });
  const bought = await ready(ada, { lines: ['enamel-mug'], email: 'ada@example.com' });
  const card = { instruments: [{ ...INVOICE.instruments[0], handler_id: 'sandbox_card', ...CARD }] };
  const body = { checkout_id: bought.checkout_id, expected_total: bought.total, payment: card };
  const answer = await ada.ok('complete_checkout', body, KEY);
  const limits = { per_30_days: 500_000, currency: 'USD' };
  const limited = await anotherKey(portal, 'deployment', { limits });
  const bob = shopper(portal, { key: limited.key, buyer: 'bob' });
  await complete(await ready(bob, { lines: ['enamel-mug', 'linen-tea-towel'], email: 'bob@example.com' }));
  const open = await ready(ada, { lines: ['linen-tea-towel'], email: 'ada@example.com' });
  const cart = (await ada.ok('get_checkout', { checkout_id: open.checkout_id })).data;
  const attester = demoAttester(portal);
  const signer = await newSignerOf(attester);
  const now = portal.app.portal.clock.now();
  const id = await submitted(attester, signer, now);
  const { agent_id, consumer_id } = attester;
  for (let count = 1; count < receipts; count += AT_ONCE) {
    const number = Math.min(AT_ONCE, receipts - count);
    const submissions = Array.from({ length: number }, () =>
      signer.submission(receiptFor({ agent_id, consumer_id }, now)),
    );
    await attester.by.ok('submit_receipts', { receipts: submissions });
  }
  const order = await orderOf({ ...bought, by: ada });
  return {
    order,
    orderLink: new URL(order.permalink_url).pathname,
    cartLink: new URL(cart.continue_url).pathname,
    grant: await addGrant(portal, portal.demo.deployment_id),
    receipt_id: id,
    bundle: (await attester.by.ok('get_receipt_bundle', { receipt_id: id })).data,
    paid: { body, answer },
  };
}

/** Checks that earlier keys, links, responses and bundles are still valid, and that the portal accepts new calls. */
export async function stillHolds(portal: TestPortal, life: Life, folder: string): Promise<void> {
  const ada = shopper(portal, { buyer: 'ada' });
  for (const link of [life.orderLink, life.cartLink])
    expect((await portal.request('GET', link, { key: null })).status).toBe(200);
  const order = (await ada.ok('get_order', { order_id: life.order.id })).data;
  expect(withoutHost(order, portal)).toEqual(withoutHost(life.order, portal));
  const repeated = await ada.send('complete_checkout', { ...life.paid.body }, KEY);
  expect([repeated.headers.get('idempotent-replayed'), repeated.json.data.order.id]).toEqual([
    'true',
    life.paid.answer.data.order.id,
  ]);
  const bundle = join(folder, 'bundle.json');
  writeFileSync(bundle, JSON.stringify(life.bundle));
  const verified = await run(['receipt', 'verify', bundle]);
  expect([verified.code, verified.stderr]).toEqual([3, expect.not.stringContaining('INVALID')]);
  const found = (await ada.ok('search_catalog', { query: 'enamel mug' })).data;
  expect(found[0]).toMatchObject({ id: 'enamel-mug' });
  const attester = demoAttester(portal);
  const later = (await attester.by.ok('get_receipt_bundle', { receipt_id: life.receipt_id })).data;
  expect(later.public_key).toBe(life.bundle.public_key);
  const next = await ready(shopper(portal, { buyer: 'cleo' }), { lines: ['enamel-mug'] });
  expect((await complete(next)).status).toBe(200);
  expect(totalOf(order)).toBeGreaterThan(0);
}

/** Replaces the host in all URLs with the portal's, since ports differ between portals. */
function withoutHost(value: unknown, { url }: TestPortal): unknown {
  return JSON.parse(JSON.stringify(value).replaceAll(/http:\/\/127\.0\.0\.1:\d+/g, url));
}

/** Inserts many copies of an order, with sequence numbers as a portal assigns them. */
export async function addOrders(file: string, modelId: string, orders: readonly OldOrder[]): Promise<void> {
  await writeOldOrders(file, modelId, orders);
  const database = new DatabaseConstructor(file);
  database.exec('UPDATE "order" SET seq = 10000000 + rowid WHERE seq IS NULL');
  database.close();
}
