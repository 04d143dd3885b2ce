import { and, eq, gte, lte, sql } from 'drizzle-orm';
import { counter } from '../../../../db/sqlite/schema.js';
import { type CounterName, type CounterWrite, StoreConflict } from '../../../ports.js';
import type { Connection } from './aggregate.js';
import { NativeStatement } from './native-statement.js';

interface Counted {
  readonly key: string;
  readonly value: number;
}

type Step = Extract<CounterWrite, { readonly type: 'add' }>;

/** Quantities changed by guarded writes: stock, discount uses, order numbers, bytes of stored responses. */
export class Counters {
  private readonly select;
  private readonly step;
  private readonly start;
  private readonly overwrite;
  private readonly drop;

  constructor({ database, db }: Connection) {
    const name = sql.placeholder('name');
    const key = sql.placeholder('key');
    const select = db
      .select({ key: counter.key, value: counter.value })
      .from(counter)
      .where(
        and(eq(counter.name, name), sql`${counter.key} IN (SELECT value FROM json_each(${sql.placeholder('keys')}))`),
      );
    const step = db
      .update(counter)
      .set({ value: sql`${counter.value} + ${sql.placeholder('by')}` })
      .where(
        and(
          eq(counter.name, name),
          eq(counter.key, key),
          gte(counter.value, sql.placeholder('least')),
          lte(counter.value, sql.placeholder('limit')),
        ),
      );
    const insert = () => db.insert(counter).values({ name, key, value: sql.placeholder('to') });
    const target = [counter.name, counter.key];
    const drop = db.delete(counter).where(and(eq(counter.name, name), eq(counter.key, key)));
    this.select = new NativeStatement<Counted>(database, select);
    this.step = new NativeStatement(database, step);
    this.start = new NativeStatement(database, insert().onConflictDoNothing({ target }));
    this.overwrite = new NativeStatement(
      database,
      insert().onConflictDoUpdate({ target, set: { value: sql`excluded.value` } }),
    );
    this.drop = new NativeStatement(database, drop);
  }

  many(name: CounterName, keys: readonly string[]): Map<string, number> {
    if (keys.length === 0) return new Map();
    return new Map(this.select.all({ name, keys: JSON.stringify(keys) }).map((row) => [row.key, row.value]));
  }

  /** @throws StoreConflict if a guard fails */
  apply(write: CounterWrite): void {
    const { counter: name, key } = write;
    if (write.type === 'add') this.add(write);
    else if (write.type === 'claim') this.claim(name, key);
    else if (write.type === 'release' || write.to === null) this.drop.run({ name, key });
    else this.overwrite.run({ name, key, to: write.to });
  }

  /**
   * @throws StoreConflict `below_zero` if the counter is absent without a start value, or would fall below zero;
   * `above_most` if it would exceed the given maximum
   */
  private add({ counter: name, key, by, most = Number.MAX_SAFE_INTEGER, from }: Step): void {
    const { changes } = this.step.run({ name, key, by, least: Math.max(0, -by), limit: most - by });
    if (changes === 1) return;
    const to = from === undefined ? -1 : from + by;
    if (to >= 0 && to <= most && this.start.run({ name, key, to }).changes === 1) return;
    throw new StoreConflict(by > 0 && most < Number.MAX_SAFE_INTEGER ? 'above_most' : 'below_zero', name, key);
  }

  /** @throws StoreConflict `exists` */
  private claim(name: CounterName, key: string): void {
    if (this.start.run({ name, key, to: 1 }).changes !== 1) throw new StoreConflict('exists', name, key);
  }
}
