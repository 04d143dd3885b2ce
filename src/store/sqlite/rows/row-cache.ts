import type { Aggregate, RemovableAggregate } from './aggregate.js';

/**
 * Rows in the cache per table at most; then it is cleared. A plain map, since all caches are cleared after each write of
 * another process, and clearing an LRU of this size takes 70 times as long.
 */
const MAX_ROWS = 10_000;

/**
 * Keeps the parsed rows of a table that is read more often than written. Rows are never changed in place.
 * Absent rows are kept too, as null.
 */
class CachedAggregate<R> implements Aggregate<R> {
  private readonly inner: Aggregate<R>;
  private readonly rows = new Map<string, R | null>();
  /** Rows written in the open transaction: neither served nor kept until it ends. */
  private readonly dirty = new Set<string>();

  constructor(inner: Aggregate<R>) {
    this.inner = inner;
  }

  one(key: string): R | undefined {
    const known = this.rows.get(key);
    if (known !== undefined) return known ?? undefined;
    const row = this.inner.one(key);
    this.keep(key, row ?? null);
    return row;
  }

  many(keys: readonly string[]): Map<string, R> {
    const found = new Map<string, R>();
    const missing: string[] = [];
    for (const key of keys) {
      const row = this.rows.get(key);
      if (row === undefined) missing.push(key);
      else if (row !== null) found.set(key, row);
    }
    if (missing.length === 0) return found;
    const read = this.inner.many(missing);
    for (const key of missing) {
      const row = read.get(key);
      this.keep(key, row ?? null);
      if (row !== undefined) found.set(key, row);
    }
    return found;
  }

  put(row: R, replaces: number | undefined): string {
    const key = this.inner.put(row, replaces);
    this.wrote(key);
    return key;
  }

  /** A row was written or deleted in the open transaction. */
  wrote(key: string): void {
    this.dirty.add(key);
    this.rows.delete(key);
  }

  forget(): void {
    this.rows.clear();
  }

  /** The transaction that wrote is over, committed or not. */
  ended(): void {
    this.dirty.clear();
  }

  private keep(key: string, row: R | null): void {
    if (this.dirty.has(key)) return;
    if (this.rows.size >= MAX_ROWS) this.rows.clear();
    this.rows.set(key, row);
  }
}

/**
 * All caches of a connection. They stay valid when another process writes: they are cleared whenever
 * `PRAGMA data_version` has changed, which is read once per transaction.
 */
export class CacheGroup {
  private readonly members: { forget(): void; ended(): void }[] = [];
  private dataVersion = Number.NaN;

  cached<R>(inner: Aggregate<R>): Aggregate<R> {
    return this.member(inner);
  }

  cachedRemovable<R>(inner: RemovableAggregate<R>): RemovableAggregate<R> {
    const member = this.member(inner);
    return {
      one: (key) => member.one(key),
      many: (keys) => member.many(keys),
      put: (row, replaces) => member.put(row, replaces),
      remove(key) {
        inner.remove(key);
        member.wrote(key);
      },
    };
  }

  /** Something else that is computed from rows; it is forgotten with them. */
  also(forget: () => void): void {
    this.members.push({ forget, ended: () => {} });
  }

  private member<R>(inner: Aggregate<R>): CachedAggregate<R> {
    const member = new CachedAggregate(inner);
    this.members.push(member);
    return member;
  }

  /** At the start of each transaction, with the data version it sees. */
  enter(dataVersion: number): void {
    if (dataVersion === this.dataVersion) return;
    this.dataVersion = dataVersion;
    for (const member of this.members) member.forget();
  }

  /** At the end of each writing transaction. */
  leave(): void {
    for (const member of this.members) member.ended();
  }
}
