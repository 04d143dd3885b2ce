import { rmSync } from 'node:fs';
import { join } from 'node:path';
import DatabaseConstructor from 'better-sqlite3';
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { type Checkout, newCheckout } from '../../src/domain/checkout/checkout.js';
import { LOOKUP_NAMES, LOOKUPS } from '../../src/store/lookups/lookups.js';
import { KnownRows } from '../../src/store/postgres/rows/known-rows.js';
import { LOOKUP_STATEMENTS } from '../../src/store/postgres/rows/lookup-statements.js';
import { Changes, type ColumnValues } from '../../src/store/postgres/writes/changes.js';
import { updateKnownRows } from '../../src/store/postgres/writes/update-known.js';
import { SQLITE } from '../../src/store/sql/sqlite-dialect.js';
import { TABLE_NAMES } from '../../src/store/tables/tables.js';
import { newStore } from '../support/store.js';
import { temporaryFolder } from '../support/temporary-folder.js';
import { receiptRow } from './attested-rows.js';

const tablesOf = (name: (typeof LOOKUP_NAMES)[number]) => [...(LOOKUP_STATEMENTS.get(name)?.tables ?? [])].sort();

/** Builds known rows that contain a fetched result of each lookup. */
function fetched(): KnownRows {
  const known = new KnownRows();
  for (const name of LOOKUP_NAMES) known.data.answersOf(name).set('["a"]', { answer: undefined });
  return known;
}

const keptIn = ({ data }: KnownRows) => LOOKUP_NAMES.filter((name) => data.answersOf(name).size > 0);

test('the tables derived from the statement of each lookup are those of its query plan', async () => {
  const folder = temporaryFolder();
  const file = join(folder, 'portal.db');
  await (await newStore(file)).close();
  const database = new DatabaseConstructor(file);
  for (const name of LOOKUP_NAMES) {
    const { text } = SQLITE.render(LOOKUPS[name].query(SQLITE.words, (value) => sql`${sql.placeholder(value)}`));
    const plan = database.prepare<[], { detail: string }>(`EXPLAIN QUERY PLAN ${text.replaceAll('?', 'NULL')}`).all();
    // `part` counts the parts of an index.
    const read = plan.flatMap(({ detail }) => /^(?:SEARCH|SCAN) (?!part$)(\w+)/.exec(detail)?.slice(1) ?? []);
    expect({ name, tables: tablesOf(name) }).toEqual({ name, tables: [...new Set(read)].sort() });
  }
  database.close();
  rmSync(folder, { recursive: true });
});

test('drops cached results that a written row may change, and those from tables that triggers fill', () => {
  for (const table of TABLE_NAMES) {
    const known = fetched();
    const changes = new Changes();
    changes.rows.set('a', { table, key: 'a', isRemoved: true, put: undefined });
    updateKnownRows(known, changes);
    const kept = LOOKUP_NAMES.filter((name) => name !== 'usage' && !tablesOf(name).includes(table));
    expect({ table, kept: keptIn(known) }).toEqual({ table, kept });
  }
});

test('drops the cached results that read only entries of logs when an entry is appended', () => {
  const known = fetched();
  const changes = new Changes();
  changes.log.entries.push({
    organization_id: 'o',
    log_index: 1,
    type: 'receipt_accepted',
    data: Buffer.of(),
    salt: null,
  });
  updateKnownRows(known, changes);
  const ofEntries = ['firstEntryOf', 'lastEntryOf', 'entryBefore', 'countersignaturesOf'];
  expect(keptIn(known)).toEqual(LOOKUP_NAMES.filter((name) => name !== 'usage' && !ofEntries.includes(name)));
});

test('drops only the cached results that a new receipt changes', () => {
  const known = fetched();
  const receipt = { ...receiptRow('r'), log_index: 0, mac: Buffer.of() };
  known.data.answersOf('receipt').set(JSON.stringify([receipt.id]), { answer: undefined });
  const changes = new Changes();
  changes.log.receipts.push(receipt);
  updateKnownRows(known, changes);
  expect(keptIn(known)).toEqual(LOOKUP_NAMES.filter((name) => name !== 'usage'));
  expect([...known.data.answersOf('receipt').keys()]).toEqual(['["a"]']);
});

test('drops only the cached current carts of the buyers before and after a written checkout', () => {
  const known = new KnownRows();
  const carts = known.data.answersOf('currentCheckout');
  const cartOf = (buyer: string) => JSON.stringify(['dpl_1', buyer]);
  for (const buyer of ['old', 'new', 'third']) carts.set(cartOf(buyer), { answer: undefined });
  known.data.rowsOf('checkout').set('chk_1', { answer: cart('old') });
  updateKnownRows(known, changing({ buyer_id: 'new', state: 'open' }, false));
  expect([...carts.keys()]).toEqual([cartOf('third')]);
  updateKnownRows(known, changing({ buyer_id: 'third', deployment_id: 'dpl_1', state: 'open' }, true, 'chk_2'));
  expect(carts.size).toBe(0);
});

test('drops only the cached purchases of the keys of written checkouts', () => {
  const known = new KnownRows();
  const purchases = known.data.answersOf('purchase');
  for (const key of ['new', 'paid', 'other']) purchases.set(JSON.stringify([key]), { answer: undefined });
  known.data.rowsOf('checkout').set('chk_1', { answer: { ...cart('b'), purchase_key: 'paid' } });
  updateKnownRows(known, changing({ state: 'completed' }, false));
  updateKnownRows(known, changing({ purchase_key: 'new' }, true, 'chk_2'));
  updateKnownRows(known, changing({ purchase_key: null }, true, 'chk_3'));
  expect([...purchases.keys()]).toEqual(['["other"]']);
});

test('drops all cached current carts if the columns of a changed checkout are not known', () => {
  const known = new KnownRows();
  known.data.answersOf('currentCheckout').set('["dpl_1","b"]', { answer: undefined });
  updateKnownRows(known, changing({ buyer_id: 'other' }, false));
  expect(known.data.answersOf('currentCheckout').size).toBe(0);
});

function cart(buyer: string): Checkout {
  return newCheckout('chk_1', { shop_id: 'shp_1', deployment_id: 'dpl_1', buyer_id: buyer }, 0);
}

function changing(values: ColumnValues, isNew: boolean, key = 'chk_1'): Changes {
  const changes = new Changes();
  const put = { isNew, version: 2, replaces: isNew ? 0 : 1, body: '{}', whole: undefined, values };
  changes.rows.set(key, { table: 'checkout', key, isRemoved: false, put });
  return changes;
}
