import { afterEach, beforeEach, describe } from 'vitest';
import type { Store } from '../../src/ports.js';
import { changedOrdersSuite } from './changed-orders-suite.js';
import { discountsSuite } from './discounts-suite.js';
import { dueSuite } from './due-suite.js';
import { historySuite } from './history-suite.js';
import { listsSuite } from './lists-suite.js';
import { logSuite } from './log-suite.js';
import { orderListsSuite } from './order-lists-suite.js';
import { outboxSuite } from './outbox-suite.js';
import { paymentNotesSuite } from './payment-notes-suite.js';
import { paymentsSuite } from './payments-suite.js';
import { readsSuite } from './reads-suite.js';
import { receiptsSuite } from './receipts-suite.js';
import { seed } from './sample-rows.js';
import { searchSuite } from './search-suite.js';
import { sharedDiscountsSuite } from './shared-discounts-suite.js';
import { sharingSuite } from './sharing-suite.js';
import { signingKeysSuite } from './signing-keys-suite.js';
import { stockSuite } from './stock-suite.js';
import { tablesSuite } from './tables-suite.js';
import { tenantsSuite } from './tenants-suite.js';
import { usageSuite } from './usage-suite.js';
import { writesSuite } from './writes-suite.js';

/** Location of a database, so that another process can open it. */
export interface Place {
  readonly database: string;
  readonly logKey: string;
}

/** An empty database of an engine, and functions to open it. */
export interface Database {
  readonly place: Place;
  /** Opens another store on the same data, as another process would. */
  open(): Promise<Store>;
  /** Deletes the database after all stores are closed. */
  drop(): Promise<void>;
}

/** Tools for the tests of a suite, created for each test. */
export interface Bench {
  /** Contains the tenants of sample-rows.ts. */
  readonly store: Store;
  readonly place: Place;
  readonly open: () => Promise<Store>;
}

const SUITES = {
  tables: tablesSuite,
  writes: writesSuite,
  reads: readsSuite,
  lists: listsSuite,
  'lists of orders': orderListsSuite,
  'changes of orders': changedOrdersSuite,
  history: historySuite,
  discounts: discountsSuite,
  'due rows': dueSuite,
  tenants: tenantsSuite,
  stock: stockSuite,
  search: searchSuite,
  'signing keys': signingKeysSuite,
  receipts: receiptsSuite,
  'the log': logSuite,
  usage: usageSuite,
  'the outbox': outboxSuite,
  'payment notes': paymentNotesSuite,
  payments: paymentsSuite,
  'several stores on one database': (current: () => Bench) => {
    sharingSuite(current);
    sharedDiscountsSuite(current);
  },
} as const;
export type Part = keyof typeof SUITES;

export const ALL_PARTS: readonly Part[] = [
  ...(['tables', 'writes', 'reads', 'lists', 'lists of orders', 'changes of orders', 'history', 'discounts'] as const),
  ...(['due rows', 'tenants', 'stock', 'search', 'signing keys', 'receipts', 'the log', 'usage'] as const),
  'the outbox',
  'payment notes',
  'several stores on one database',
];

/** Parts that depend most on the engine. At small volume, engines other than SQLite run only these. */
export const SMALL_PARTS: readonly Part[] = [
  'tables',
  'writes',
  'the log',
  'usage',
  'payment notes',
  'several stores on one database',
];

/**
 * Requirements of every engine of the storage port (src/ports/store.ts). `decide` need not see its own writes, so that
 * is not tested. `parts`: the suites to run.
 */
export function storeConformance(name: string, make: () => Promise<Database>, parts = ALL_PARTS): void {
  describe(name, () => {
    let database: Database;
    let opened: Store[];
    let bench: Bench;
    const open = async () => {
      const store = await database.open();
      // An engine need not support closing twice, so a test that closes a store removes it from this list.
      opened.push(store);
      const close = store.close.bind(store);
      store.close = () => {
        opened = opened.filter((other) => other !== store);
        return close();
      };
      return store;
    };
    beforeEach(async () => {
      database = await make();
      opened = [];
      bench = { store: await open(), place: database.place, open };
      await seed(bench.store);
    });
    afterEach(async () => {
      for (const store of opened) await store.close();
      await database.drop();
    });
    const current = () => bench;
    for (const name of parts) describe(name, () => SUITES[name](current));
  });
}
