import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import DatabaseConstructor, { type Database } from 'better-sqlite3';
import { is } from 'drizzle-orm';
import { getTableConfig, SQLiteTable } from 'drizzle-orm/sqlite-core';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import * as schema from '../../db/sqlite/schema.js';
import { SqliteStore } from '../../src/store/sqlite-store.js';
import { temporaryFolder } from '../support/portal.js';
import { portal } from '../support/spawn.js';
import { put, recordRow, seed, write } from './sample-rows.js';

/** What only a file of SQLite can do wrong. */
describe('SQLite file', () => {
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

  /** A store, with its own connection and all statements it prepared. */
  function spied() {
    const sql = new Set<string>();
    const connections = new Set<Database>();
    const { prepare } = DatabaseConstructor.prototype;
    vi.spyOn(DatabaseConstructor.prototype, 'prepare').mockImplementation(function (this: Database, text: string) {
      sql.add(text);
      connections.add(this);
      return prepare.call(this, text);
    });
    const store = new SqliteStore(file, { create: true });
    const [connection] = connections;
    if (!connection) throw new Error('the store prepared nothing');
    return { store, connection, sql };
  }

  it('is made once when four processes open it at once', async () => {
    const ran = await Promise.all([1, 2, 3, 4].map(() => portal(['init'], { PORTAL_DB: file })));
    expect(ran.map(({ code, stderr }) => ({ code, stderr }))).toEqual(ran.map(() => ({ code: 0, stderr: '' })));
    const database = new DatabaseConstructor(file, { readonly: true });
    expect(database.pragma('integrity_check', { simple: true })).toBe('ok');
    database.close();
  });

  it('is refused when a newer program wrote it', async () => {
    await new SqliteStore(file, { create: true }).close();
    const database = new DatabaseConstructor(file);
    database.pragma('user_version = 999');
    database.close();
    expect(() => new SqliteStore(file, { create: true })).toThrow(/999.*newer version/);
  });

  it('is refused when it is absent and need not be made, or is no database', () => {
    expect(() => new SqliteStore(file, { create: false })).toThrow(/portal init/);
    writeFileSync(file, 'a text that is no database'.repeat(100));
    expect(() => new SqliteStore(file, { create: true })).toThrow(/not a database/);
  });

  it('is opened so that an acknowledged write survives', async () => {
    const { store, connection } = spied();
    const pragma = (name: string) => connection.pragma(name, { simple: true });
    expect([pragma('journal_mode'), pragma('synchronous'), pragma('foreign_keys')]).toEqual(['wal', 2, 1]);
    expect(pragma('busy_timeout')).toBeLessThanOrEqual(10);
    await store.close();
  });

  it('answers unavailable while the disk is full, and goes on when it is not', async () => {
    const { store, connection } = spied();
    await seed(store);
    const pages = Number(connection.pragma('page_count', { simple: true }));
    connection.pragma(`max_page_count = ${pages}`);
    const big = (id: string) => write(store, put('idempotency', recordRow(id, 'x'.repeat(200_000))));
    await expect(big('full')).rejects.toMatchObject({ code: 'unavailable' });
    connection.pragma('max_page_count = 1000000');
    await big('later');
    expect([...(await store.read((rows) => rows.many('idempotency', ['full', 'later']))).keys()]).toEqual(['later']);
    await store.close();
  });

  it('keeps a look on its snapshot while another connection writes', async () => {
    const { store } = spied();
    await write(store, put('idempotency', recordRow('a', 1)));
    const other = new DatabaseConstructor(file);
    const seen = await store.read((rows) => {
      const before = rows.get('idempotency', 'a')?.version;
      other.exec('UPDATE idempotency SET version = 9');
      return [before, rows.get('idempotency', 'a')?.version];
    });
    expect(seen).toEqual([1, 1]);
    await nextTurn();
    expect((await store.read((rows) => rows.get('idempotency', 'a')))?.version).toBe(9);
    other.close();
    await store.close();
  });

  it('waits for the lock of another process without blocking the event loop', async () => {
    const { store } = spied();
    const other = new DatabaseConstructor(file);
    other.exec('BEGIN IMMEDIATE');
    const writing = write(store, put('idempotency', recordRow('a', 1)));
    while (store.commitStats.busy < 3) await nextTurn();
    other.exec('COMMIT');
    await writing;
    expect(await store.read((rows) => rows.get('idempotency', 'a'))).toBeDefined();
    other.close();
    await store.close();
  });

  it('has the tables and columns that Drizzle is told of', async () => {
    const { store, connection } = spied();
    const made = connection
      .prepare<[], string>(
        `SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table' AND name NOT LIKE 'sqlite_%'`,
      )
      .pluck()
      .all();
    const told = Object.values(schema)
      .filter((value) => is(value, SQLiteTable))
      .map((table) => getTableConfig(table));
    expect(told.map(({ name }) => name).sort()).toEqual(made.sort());
    for (const { name, columns } of told) {
      const known = columns.map((column) => ({
        name: column.name,
        type: column.getSQLType().toUpperCase(),
        required: column.notNull,
      }));
      expect({ name, columns: byName(known) }).toEqual({ name, columns: byName(columnsOf(connection, name)) });
    }
    await store.close();
  });

  it('serves every statement by an index', async () => {
    const { store, connection, sql } = spied();
    await seed(store);
    await write(store, { type: 'set', counter: 'stock', key: 's', to: null });
    const statements = [...sql].filter((text) => /^\s*(select|update|delete|insert)/i.test(text));
    expect(statements.length).toBeGreaterThan(30);
    expect(statements.flatMap((text) => scansOf(connection, text))).toEqual([]);
    await store.close();
  });
});

interface Column {
  readonly name: string;
  readonly type: string;
  readonly required: boolean;
}

const byName = (columns: readonly Column[]) => [...columns].sort((a, b) => a.name.localeCompare(b.name));

function columnsOf(database: Database, table: string): Column[] {
  const rows = database
    .prepare<[string], { name: string; type: string; notnull: number; pk: number }>(
      'SELECT * FROM pragma_table_info(?)',
    )
    .all(table);
  // The columns of a primary key are NOT NULL in a strict table, said or not.
  return rows.map(({ name, type, notnull, pk }) => ({ name, type, required: notnull === 1 || pk > 0 }));
}

/** Scans that cost no more than what they return: keys given as JSON, a match of the text index, a limited walk along a key. */
const SMALL = [
  /^SCAN json_each VIRTUAL TABLE/,
  /^SCAN item_text VIRTUAL TABLE INDEX \d+:M/,
  /^SCAN (deployment|organization) USING INDEX/,
];

/** The lines of a statement's plan that read a whole table, or sort what no index orders. */
function scansOf(database: Database, text: string): string[] {
  const bound = text.replaceAll(/\?|\$\w+/g, 'NULL');
  const plan = database.prepare<[], { detail: string }>(`EXPLAIN QUERY PLAN ${bound}`).all();
  const search = text.includes('item_text MATCH');
  return plan
    .map(({ detail }) => detail)
    .filter((detail) => /^SCAN/.test(detail) || (/TEMP B-TREE/.test(detail) && !search))
    .filter((detail) => !SMALL.some((small) => small.test(detail)))
    .map((detail) => `${detail}: ${text}`);
}
