import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Database } from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { temporaryFolder } from '../support/temporary-folder.js';
import { seed, setStock, write } from './sample-rows.js';
import { spiedStore } from './spied-store.js';

/** Every query of a request must use an index. */
describe('SQLite statements', () => {
  let folder: string;
  let file: string;
  beforeEach(() => {
    folder = temporaryFolder();
    file = join(folder, 'portal.db');
  });
  afterEach(() => {
    vi.restoreAllMocks();
    rmSync(folder, { recursive: true });
  });

  it('serves every statement by an index', async () => {
    const { store, connection, sql } = await spiedStore(file);
    await seed(store);
    await write(
      store,
      setStock('s', null),
      { type: 'remove', table: 'discount', key: 'd' },
      { type: 'remove', table: 'idempotency', key: 'i' },
      { type: 'remove', table: 'link_code', key: 'l' },
      { type: 'remove', table: 'platform_cart', key: 'c' },
      { type: 'remove', table: 'webhook', key: 'w' },
      { type: 'remove', table: 'delivery_lane', key: 'd' },
      { type: 'remove', table: 'delivery', key: 'd' },
      { type: 'remove', table: 'sign_in', key: 's' },
      { type: 'remove', table: 'session', key: 's' },
    );
    // Opening a store lists the schema and reads a few pages of each table.
    const atStart = /\b(sqlite_schema|dbstat)\b|FROM pragma_/;
    const statements = [...sql].filter(
      (text) => /^\s*(select|update|delete|insert)/i.test(text) && !atStart.test(text),
    );
    expect(statements.length).toBeGreaterThan(30);
    expect(statements.flatMap((text) => scansOf(connection, text))).toEqual([]);
    await store.close();
  });

  it.each<[list: string, statement: RegExp, index: string]>([
    ['expired carts', /^SELECT key FROM checkout WHERE .* expires_at <=/s, 'checkout_current'],
    ['the end of a slice of carts', /^SELECT deployment_id, buyer_id FROM checkout/, 'checkout_current'],
  ])('finds %s by its index', async (_list, statement, index) => {
    const { store, connection, sql } = await spiedStore(file);
    const [found, ...more] = [...sql].filter((text) => statement.test(text));
    expect(more).toEqual([]);
    expect(planOf(connection, found ?? '')).toEqual([
      expect.stringMatching(new RegExp(`USING (COVERING )?INDEX ${index}\\b`)),
    ]);
    await store.close();
  });
});

/**
 * Permitted scans. Most read only rows that they return: keys given as JSON, a text index match, a limited walk along a
 * key. Open carts are deliberately scanned, since an index by expiry would be written at every change of a cart. Shops
 * are scanned once a minute, with two index searches each, to check the language of their items' terms. The few
 * receipts of a job are sorted. The index of receipts by hash has parts, which are counted down.
 */
const SMALL = [
  /^SCAN checkout USING INDEX checkout_current$/,
  /^SCAN json_each VIRTUAL TABLE/,
  /^SCAN pragma_schema_version VIRTUAL TABLE/,
  /^SCAN item_token VIRTUAL TABLE INDEX \d+:(M|=$)/,
  /^SCAN (shop|part)$/,
  /^SCAN (deployment|organization) USING INDEX/,
];

function planOf(database: Database, text: string): string[] {
  const bound = text.replaceAll(/\?|\$\w+/g, 'NULL');
  const plan = database.prepare<[], { detail: string }>(`EXPLAIN QUERY PLAN ${bound}`).all();
  return plan.map(({ detail }) => detail);
}

/** Plan lines that scan a table or sort without an index. */
function scansOf(database: Database, text: string): string[] {
  const isFew = /item_token MATCH|INDEXED BY receipt_of_job|SELECT DISTINCT body ->> '\$\.settings\.language'/.test(
    text,
  );
  return planOf(database, text)
    .filter((detail) => /^SCAN (?!CONSTANT ROW)/.test(detail) || (/TEMP B-TREE/.test(detail) && !isFew))
    .filter((detail) => !SMALL.some((small) => small.test(detail)))
    .map((detail) => `${detail}: ${text}`);
}
