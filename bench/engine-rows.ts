import type { Client } from './client.js';
import { readCart, update } from './rows.js';
import { type Bought, ofWorker, purchase, type Shop } from './shop.js';
import type { Receipts } from './signing.js';

/** Data on a database that the rows use. */
export interface EngineData {
  readonly shop: Shop;
  /** Signed before a round of the row for receipts. */
  readonly receipts: Receipts;
}

/** A workload that is measured on both engines. */
export interface EngineRow {
  readonly name: string;
  /** Requests per round at several connections; a third of that at one connection. */
  readonly count: number;
  /** Minimum throughput of one portal on PostgreSQL at 16 connections, as a share of the echo server's. */
  readonly target?: number;
  /** True if several portals have targets, relative to one portal. */
  readonly scales?: true;
  /** True if each request submits a signed receipt. */
  readonly takesReceipts?: true;
  once(client: Client, data: EngineData, worker: number, turn: number): Promise<void>;
}

/** Item whose stock is counted. */
export const HOT_ITEM: Bought = { id: 'apron-pattern', price: 900 };

export const ENGINE_ROWS: readonly EngineRow[] = [
  {
    name: 'read a cart of 5 lines',
    count: 2_400,
    target: 0.35,
    once: (client, { shop }, worker, turn) => client.run(readCart(shop, ofWorker(shop.carts, worker), turn)),
  },
  {
    name: 'update a line, durable',
    count: 1_600,
    target: 0.25,
    once: (client, { shop }, worker, turn) => client.run(update(shop, ofWorker(shop.carts, worker), turn)),
  },
  {
    name: 'update one cart from all connections',
    count: 800,
    once: (client, { shop }, _worker, turn) => client.run(update(shop, ofWorker(shop.carts, 0), turn)),
  },
  {
    name: 'complete purchase (5 calls)',
    count: 400,
    scales: true,
    once: async (client, { shop: { key } }, worker) => {
      await purchase(client, key, `engine-${worker}`);
    },
  },
  {
    name: 'the same, all of one item whose stock is counted',
    count: 400,
    scales: true,
    once: async (client, { shop: { key } }, worker) => {
      await purchase(client, key, `engine-${worker}`, HOT_ITEM);
    },
  },
  {
    name: 'submit a receipt, all to one log',
    count: 3_600,
    scales: true,
    takesReceipts: true,
    once: (client, { receipts }) => receipts.submit(client),
  },
];
