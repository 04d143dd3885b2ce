import { join } from 'node:path';
import DatabaseConstructor from 'better-sqlite3';
import { expect } from 'vitest';
import { complete, ready } from '../actors/purchase.js';
import { type Door, shopperAt } from '../actors/shopper.js';
import { type LineWriter, lineWriter, quantityOf, receiptWriter, writeOn } from '../actors/writers.js';
import { demoKey, organizationKey } from '../e2e/database-file.js';
import { volume } from '../support/volume.js';
import type { Fault, Figures } from './fault.js';
import { searchedRun } from './searched-run.js';
import { ADA } from './secrets.js';
import { type WatchedPortal, watchedPortal } from './watched-portal.js';

const KILLS = volume(2, 100);
/** There are 16 writers in total. */
const LINE_WRITERS = 8;
const BUYERS = 4;
const ATTESTERS = 4;
const BOOK = { lines: ['preserving-ebook'], option: 'digital', email: ADA.email };

/** Ids of acknowledged rows, by table. */
interface Acknowledged {
  readonly order: string[];
  readonly receipt: string[];
}

export const fault: Fault = {
  title: 'kill -9 under 16 writers, again and again: nothing acknowledged is lost, and portal check is clean each time',
  async run(folder) {
    const database = join(folder, 'portal.db');
    const running = new Running(database);
    try {
      return await killed(running, database);
    } finally {
      await running.server?.stop('SIGKILL');
    }
  },
};

/** The currently running portal. */
class Running {
  server: WatchedPortal | undefined;
  private readonly database: string;

  constructor(database: string) {
    this.database = database;
  }

  async start(): Promise<WatchedPortal> {
    this.server = await watchedPortal(this.database);
    return this.server;
  }
}

async function killed(running: Running, database: string): Promise<Figures> {
  let server = await running.start();
  const door = () => ({ url: server.url, key: demoKey(database) });
  const owner = () => ({ url: server.url, key: organizationKey(database) });
  const lines = await Promise.all(Array.from({ length: LINE_WRITERS }, (_, n) => lineWriter(door, `l${n}`)));
  const attesters = await Promise.all(Array.from({ length: ATTESTERS }, () => receiptWriter(owner)));
  const all: Acknowledged = { order: [], receipt: [] };
  let [writes, lost] = [0, 0];
  for (let kill = 1; kill <= KILLS; kill += 1) {
    const killer = killerOf(server, kill);
    await Promise.all([
      ...lines.map((line) => writeOn(line, killer.wrote)),
      ...Array.from({ length: BUYERS }, (_, n) => buyOn(door, `k${kill}-${n}`, all.order, killer.wrote)),
      ...attesters.map((submit) => attestOn(submit, all.receipt, killer.wrote)),
    ]);
    expect(await killer.killed()).toBeNull();
    writes += killer.count();
    await assertClean(database);
    server = await running.start();
    lost += (await lostLines(lines)) + lostRows(database, all);
  }
  expect(await server.stop('SIGTERM')).toBe(0);
  await assertClean(database);
  expect(lost).toBe(0);
  expect(Math.min(all.order.length, all.receipt.length)).toBeGreaterThan(0);
  return figuresOf(writes, lost, all);
}

function figuresOf(writes: number, lost: number, { order, receipt }: Acknowledged): Figures {
  const acknowledged = `${writes}, of them ${order.length} orders and ${receipt.length} receipts`;
  return { kills: KILLS, 'writes acknowledged': acknowledged, lost, 'portal check': `${KILLS + 1} times clean` };
}

/** Kills a portal after a different number of writes each time, to hit different points of a batch. */
function killerOf(server: WatchedPortal, kill: number) {
  const after = 40 + ((kill * 37) % 160);
  let count = 0;
  let killed: Promise<number | null> | undefined;
  return {
    wrote() {
      count += 1;
      if (count === after) killed = server.stop('SIGKILL');
    },
    killed: () => killed,
    count: () => count,
  };
}

/** Places orders until the portal is killed. Each order has a new buyer, since an interrupted purchase stays open. */
async function buyOn(door: () => Door, name: string, orders: string[], wrote: () => void): Promise<void> {
  const by = shopperAt(door, name);
  try {
    for (;;) {
      const { json } = await complete(await ready(by, BOOK));
      orders.push(json.data.order.id);
      wrote();
    }
  } catch (error) {
    assertCutOff(error);
  }
}

async function attestOn(submit: () => Promise<string>, receipts: string[], wrote: () => void): Promise<void> {
  try {
    for (;;) {
      receipts.push(await submit());
      wrote();
    }
  } catch (error) {
    assertCutOff(error);
  }
}

/**
 * Accepts the error of a call that the kill interrupted, whose outcome is unknown.
 * @throws any other error
 */
function assertCutOff(error: unknown): void {
  if (!(error instanceof Error) || error.message !== 'no answer') throw error;
}

async function assertClean(database: string): Promise<void> {
  const { code, stdout } = await searchedRun(['check'], { PORTAL_DB: database });
  expect(stdout).not.toContain('INVALID');
  expect(code).toBe(0);
}

/** Counts lines whose quantity is below the last acknowledged or above the last sent one. */
async function lostLines(lines: readonly LineWriter[]): Promise<number> {
  let lost = 0;
  for (const line of lines) {
    const quantity = await quantityOf(line);
    if (quantity < line.acknowledged || quantity > line.sent) lost += 1;
    line.acknowledged = quantity;
    line.sent = quantity;
  }
  return lost;
}

function lostRows(database: string, all: Acknowledged): number {
  const file = new DatabaseConstructor(database, { readonly: true });
  try {
    const missing = (sql: string, ids: readonly string[]) => ids.filter((id) => !file.prepare(sql).get(id)).length;
    const orders = missing('SELECT 1 FROM "order" WHERE key = ?', all.order);
    return orders + missing('SELECT 1 FROM receipt WHERE id = ?', all.receipt);
  } finally {
    file.close();
  }
}
