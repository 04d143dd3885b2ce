import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import DatabaseConstructor from 'better-sqlite3';
import { z } from 'zod';
import { complete, type Purchase, ready } from '../actors/purchase.js';
import { shopperAt } from '../actors/shopper.js';
import { programPath } from '../programs/program-path.js';
import { writeDemo } from '../support/database-template.js';
import { PaymentProvider } from '../support/payment-provider.js';
import { type Answered, request } from '../support/portal.js';
import { run } from '../support/program.js';
import { diskFolder } from '../support/temporary-folder.js';

const PROGRAM = programPath('faulty-portal');
/** Idempotency key of every completion and cancellation. */
const KEY = { 'idempotency-key': 'the only one' };
/** The counted item that every buyer buys, and a discount that each buyer can use once. */
const ITEM = 'desk-calendar';
const CODE = 'ONCE';
const DISCOUNT = { title: 'Once', kind: 'fixed', amount: 100, max_uses: 1_000, once_per_buyer: true };

const greeting = z.object({
  url: z.string(),
  deployment_key: z.string(),
  organization_key: z.string(),
  shop_id: z.string(),
});

/** A portal in a separate process. */
export interface FaultyPortal {
  readonly url: string;
  readonly key: string;
  readonly pid: number | undefined;
  readonly died: Promise<unknown>;
}

/** The stored payments, units of the item and uses of the discount. */
export interface Books {
  /** Ids of the attempts that became orders, one per order. */
  readonly paid: readonly unknown[];
  readonly stock: number;
  readonly uses: number;
  readonly buyer_uses: number;
  readonly open: number;
  /**
   * Amount of orders and pending payments that does not count toward the limit of the buyers' key, negative if too much
   * does.
   */
  readonly uncounted: number;
}

/** A database file, a payment provider that outlives the portals, and portals that start and are killed. */
export class PaymentScene {
  readonly provider = new PaymentProvider();
  private readonly folder = diskFolder();
  readonly database = join(this.folder, 'portal.db');
  /** Milliseconds by which the clock of portals that start from now on is ahead. */
  ahead = 0;
  private readonly children = new Set<ChildProcess>();
  private providerUrl = '';
  private current: FaultyPortal | undefined;

  /** Creates the demo shop and a discount with limited uses. */
  async open(): Promise<void> {
    this.providerUrl = await this.provider.listen();
    await writeDemo(this.database);
    const { portal, merchant } = await this.greeted(this.launch());
    const path = `/api/shops/${merchant.shop_id}/discounts/${CODE}`;
    const { status, text } = await request(portal.url, merchant.organization_key, 'PUT', path, { body: DISCOUNT });
    if (status !== 200) throw new Error(text);
    await this.limitKey();
  }

  /** Gives the key of the buyers a limit that no test reaches. */
  private async limitKey(): Promise<void> {
    const [id = ''] = this.query("SELECT key FROM api_key WHERE body ->> '$.kind' = 'deployment'").map(String);
    const { code, stderr } = await run(['keys', 'limit', id, '--per-30-days', '100000000'], {
      PORTAL_DB: this.database,
    });
    if (code !== 0) throw new Error(stderr);
  }

  async close(): Promise<void> {
    await this.kill();
    await this.provider.close();
    rmSync(this.folder, { recursive: true });
  }

  get portal(): FaultyPortal {
    if (!this.current) throw new Error('no portal');
    return this.current;
  }

  /** Starts another portal on the file. From then on, calls go to it. */
  async start(): Promise<FaultyPortal> {
    return (await this.greeted(this.launch())).portal;
  }

  /** Starts a portal that is expected to die, possibly before it listens. */
  async startToDie(): Promise<void> {
    await once(this.launch(), 'exit');
  }

  /** Kills all portals but the one that calls go to. */
  async killOthers(): Promise<void> {
    const others = [...this.children].filter(({ pid }) => pid !== this.current?.pid);
    await Promise.all(others.map((child) => this.stop(child)));
  }

  /** Kills all portals. */
  async kill(): Promise<void> {
    await Promise.all([...this.children].map((child) => this.stop(child)));
  }

  private launch(): ChildProcess {
    const child = fork(PROGRAM, [this.database, this.providerUrl, String(this.ahead)]);
    this.children.add(child);
    child.once('exit', () => this.children.delete(child));
    return child;
  }

  private async greeted(child: ChildProcess) {
    const died = once(child, 'exit');
    const [message] = await Promise.race([once(child, 'message'), died]);
    const { url, deployment_key, ...merchant } = greeting.parse(message);
    const portal: FaultyPortal = { url, key: deployment_key, pid: child.pid, died };
    this.current = portal;
    return { portal, merchant };
  }

  private async stop(child: ChildProcess): Promise<void> {
    const died = once(child, 'exit');
    if (child.kill('SIGKILL')) await died;
  }

  /** Returns a cart that is ready to complete. */
  prepare(name: string): Promise<Purchase> {
    const buyer = shopperAt(() => this.portal, name);
    return ready(buyer, { lines: [ITEM], email: `${name}@example.com`, codes: [CODE] });
  }

  /** Always sends the same key and arguments, like a client that repeats an interrupted call. */
  complete(purchase: Purchase): Promise<Answered> {
    return complete(purchase, KEY);
  }

  cancel({ by, checkout_id }: Purchase): Promise<Answered> {
    return by.send('cancel_checkout', { checkout_id }, KEY);
  }

  /** Returns the state of a checkout, read directly from the database. */
  stateOf({ checkout_id }: Purchase): unknown {
    return this.query('SELECT state FROM checkout WHERE key = ?', checkout_id)[0];
  }

  books(): Books {
    const counter = (name: string, code: string) =>
      Number(this.query("SELECT value FROM counter WHERE name = ? AND key LIKE '%/' || ? || '%'", name, code)[0] ?? 0);
    const amount = (of: string) => Number(this.query(`SELECT ${of}`)[0] ?? 0);
    const paid = 'SELECT body ->> ? FROM checkout JOIN (SELECT checkout_id FROM "order") ON checkout_id = key';
    return {
      paid: this.query(paid, '$.attempt.id').sort(),
      stock: counter('stock', ITEM),
      uses: counter('discount_use', CODE),
      buyer_uses: Number(this.query("SELECT count(*) FROM counter WHERE name = 'buyer_use'")[0]),
      uncounted:
        amount(`sum(body ->> '$.attempt.amount') FROM checkout WHERE state IN ('paying', 'completed')`) -
        amount('sum(spent) FROM payment'),
      open: Number(this.query("SELECT count(*) FROM checkout WHERE state = 'paying'")[0]),
    };
  }

  private query(sql: string, ...values: readonly string[]): unknown[] {
    const file = new DatabaseConstructor(this.database, { readonly: true });
    try {
      return file
        .prepare(sql)
        .pluck()
        .all(...values);
    } finally {
      file.close();
    }
  }
}
