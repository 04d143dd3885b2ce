import { and, eq, gte, lte, sql } from 'drizzle-orm';
import type { BetterSQLite3Database } from 'drizzle-orm/better-sqlite3';
import { counter } from '../../../db/sqlite/schema.js';
import { type CounterName, StoreConflict } from '../../ports.js';

/** Quantities moved by guarded steps: stock, discount uses, order numbers, bytes of kept answers. */
export class Counters {
  private readonly db: BetterSQLite3Database;
  private readonly select;
  private readonly step;
  private readonly start;

  constructor(db: BetterSQLite3Database) {
    this.db = db;
    const name = sql.placeholder('name');
    const key = sql.placeholder('key');
    this.select = db
      .select({ key: counter.key, value: counter.value })
      .from(counter)
      .where(
        and(eq(counter.name, name), sql`${counter.key} IN (SELECT value FROM json_each(${sql.placeholder('keys')}))`),
      )
      .prepare();
    this.step = db
      .update(counter)
      .set({ value: sql`${counter.value} + ${sql.placeholder('by')}` })
      .where(
        and(
          eq(counter.name, name),
          eq(counter.key, key),
          gte(counter.value, sql.placeholder('least')),
          lte(counter.value, sql.placeholder('limit')),
        ),
      )
      .prepare();
    this.start = db
      .insert(counter)
      .values({ name, key, value: sql.placeholder('to') })
      .onConflictDoUpdate({ target: [counter.name, counter.key], set: { value: sql`excluded.value` } })
      .prepare();
  }

  many(name: CounterName, keys: readonly string[]): Map<string, number> {
    if (keys.length === 0) return new Map();
    return new Map(this.select.all({ name, keys: JSON.stringify(keys) }).map((row) => [row.key, row.value]));
  }

  /**
   * @throws StoreConflict `below_zero` when the counter is absent or would go below zero, `above_most` when it would go
   * above the most that was named
   */
  add(name: CounterName, key: string, by: number, most?: number): void {
    const limit = (most ?? Number.MAX_SAFE_INTEGER) - by;
    const { changes } = this.step.run({ name, key, by, least: Math.max(0, -by), limit });
    if (changes !== 1) throw new StoreConflict(by > 0 && most !== undefined ? 'above_most' : 'below_zero', name, key);
  }

  /** `null` takes the counter away: the thing is not counted any more. */
  set(name: CounterName, key: string, to: number | null): void {
    if (to === null) {
      this.db
        .delete(counter)
        .where(and(eq(counter.name, name), eq(counter.key, key)))
        .run();
      return;
    }
    this.start.run({ name, key, to });
  }
}
