import type { Database } from 'better-sqlite3';
import { sql } from 'drizzle-orm';
import { type CounterName, type CounterWrite, StoreConflict } from '../../../ports.js';
import { addToCounter } from '../../add-to-counter.js';
import { SQLITE_WORDS } from '../../sql/sqlite-dialect.js';
import { NativeStatement } from './native-statement.js';

const p = sql.placeholder;

interface Counted {
  readonly key: string;
  readonly value: number;
}

const ONE = sql`name = ${p('name')} AND key = ${p('key')}`;
const SELECT_ONE = 'SELECT value FROM counter WHERE name = ? AND key = ?';
const SELECT = sql`
  SELECT key, value FROM counter WHERE name = ${p('name')} AND ${SQLITE_WORDS.anyOf(sql`key`, p('keys'))}`;
const INSERT = sql`INSERT INTO counter (name, key, value) VALUES (${p('name')}, ${p('key')}, ${p('to')})`;
const START = sql`${INSERT} ON CONFLICT (name, key) DO NOTHING`;
const OVERWRITE = sql`${INSERT} ON CONFLICT (name, key) DO UPDATE SET value = excluded.value`;
const DROP = sql`DELETE FROM counter WHERE ${ONE}`;

/**
 * Reads all counters, and changes those other than `stock`, which only src/store/sqlite/rows/stock.ts changes. Counters
 * that the decisions of a batch add to, such as the last number of an order, are written once.
 */
export class Counters {
  private readonly select;
  private readonly selectOne;
  private readonly start;
  private readonly overwrite;
  private readonly drop;
  /** New values that have yet to be written, by name and key. */
  private added = new Map<string, { readonly name: CounterName; readonly key: string; readonly to: number }>();

  constructor(database: Database) {
    this.select = new NativeStatement<Counted>(database, SELECT);
    this.selectOne = database.prepare<[name: string, key: string], number>(SELECT_ONE).pluck();
    this.start = new NativeStatement(database, START);
    this.overwrite = new NativeStatement(database, OVERWRITE);
    this.drop = new NativeStatement(database, DROP);
  }

  many(name: CounterName, keys: readonly string[]): Map<string, number> {
    const [key] = keys;
    if (key === undefined) return new Map();
    if (keys.length === 1) {
      const value = this.one(name, key);
      return new Map(value === undefined ? [] : [[key, value]]);
    }
    // Each cart of several items reads their stock, which is never added here.
    if (name !== 'stock') this.write();
    return new Map(this.select.all({ name, keys }).map((row) => [row.key, row.value]));
  }

  private one(name: CounterName, key: string): number | undefined {
    return this.added.get(`${name}/${key}`)?.to ?? this.selectOne.get(name, key);
  }

  /** @throws StoreConflict if a guard fails */
  apply(write: CounterWrite): void {
    const { counter: name, key } = write;
    if (write.type === 'add') {
      this.added.set(`${name}/${key}`, { name, key, to: addToCounter(this.one(name, key), write) });
      return;
    }
    this.write();
    if (write.type === 'claim') this.claim(name, key);
    else if (write.type === 'release' || write.to === null) this.drop.run({ name, key });
    else this.overwrite.run({ name, key, to: write.to });
  }

  /** @throws StoreConflict `exists` */
  private claim(name: CounterName, key: string): void {
    if (this.start.run({ name, key, to: 1 }).changes !== 1) throw new StoreConflict('exists', name, key);
  }

  /** Writes the new values: before the COMMIT, and before they are read or changed in the file. */
  write(): void {
    for (const added of this.added.values()) this.overwrite.run(added);
    this.clear();
  }

  /** Forgets the new values, when they are rolled back. */
  clear(): void {
    if (this.added.size > 0) this.added = new Map();
  }
}
