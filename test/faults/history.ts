import { CartCalls } from './history-cart.js';
import { LogCalls } from './history-log.js';
import type { Counts, Violation } from './history-object.js';
import { OrderCalls } from './history-order.js';
import { type Plan, planHistory, type Step } from './history-plan.js';
import { Purchases } from './history-purchases.js';
import { Sender } from './history-sender.js';
import { type HistoryShop, type Home, openShop } from './history-shop.js';
import { StockCalls } from './history-stock.js';

/** Number of the client that reads all objects at the end. */
const LAST_CLIENT = 0;

export interface HistoryResult {
  readonly violations: readonly Violation[];
  /** Counts of each object. */
  readonly counts: readonly Counts[];
}

/**
 * Runs a history on new objects in an organization: its clients call the objects concurrently, each client one call
 * after the other. Then checks each object by itself.
 */
export async function runHistory(urls: readonly string[], home: Home, seed: number): Promise<HistoryResult> {
  const plan = planHistory(seed, urls.length);
  let opened = 0;
  const nextUrl = () => {
    opened += 1;
    return urls[plan.portals[opened % plan.portals.length] ?? 0] ?? '';
  };
  const shop = await openShop(nextUrl, home, plan);
  const objects = new Objects(new Sender(urls), shop, plan.stock);
  await (plan.isInRounds ? runInRounds(plan, objects) : runFreely(plan, objects));
  for (const step of plan.end) await objects.make(LAST_CLIENT, step);
  await objects.end(nextUrl());
  return objects.check();
}

async function runFreely({ clients }: Plan, objects: Objects): Promise<void> {
  const run = async (steps: readonly Step[], index: number) => {
    for (const step of steps) await objects.make(index + 1, step);
  };
  await Promise.all(clients.map(run));
}

async function runInRounds({ clients }: Plan, objects: Objects): Promise<void> {
  const rounds = Math.max(...clients.map(({ length }) => length));
  for (let round = 0; round < rounds; round += 1)
    await Promise.all(
      clients.map(async (steps, index) => {
        const step = steps[round];
        if (step) await objects.make(index + 1, step);
      }),
    );
}

class Objects {
  private readonly cart: CartCalls;
  private readonly order: OrderCalls;
  private readonly log: LogCalls;
  private readonly purchases: Purchases;
  private readonly stock: StockCalls;

  constructor(sender: Sender, shop: HistoryShop, units: number) {
    this.cart = new CartCalls(sender, shop);
    this.order = new OrderCalls(sender, shop);
    this.log = new LogCalls(sender, shop);
    this.purchases = new Purchases(sender, shop);
    this.stock = new StockCalls(sender, shop, units, this.purchases);
  }

  make(client: number, { action, how }: Step): Promise<void> {
    if (action.on === 'cart') return this.cart.make(client, action, how);
    if (action.on === 'order') return this.order.make(client, action, how);
    if (action.on === 'log') return this.log.make(client, action, how);
    if (action.on === 'stock') return this.stock.make(client, action, how);
    return this.purchases.make(client, action, how);
  }

  async end(url: string): Promise<void> {
    this.purchases.end();
    await this.log.end(url);
  }

  check(): HistoryResult {
    const all = [this.cart, this.order, this.log, this.stock, this.purchases].map(({ object }) => object);
    return {
      violations: all.flatMap((object) => object.violation() ?? []),
      counts: all.map((object) => object.counts()),
    };
  }
}
