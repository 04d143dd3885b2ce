import type { Aggregate, OnBody } from './aggregate.js';

/**
 * Rows in the cache per table at most, and characters of the bodies of all; then they are cleared. Plain maps, since all caches
 * are cleared after each write of another process, and clearing an LRU of this size takes 70 times as long.
 */
const MAX_ROWS = 10_000;
const MAX_CHARACTERS = 8 * 2 ** 20;

/**
 * Keeps the parsed rows of a table that is read more often than written. Rows are never changed in place.
 * Absent rows are kept too, as null.
 */
class CachedAggregate<R> implements Aggregate<R> {
  private readonly inner: Aggregate<R>;
  private readonly rows = new Map<string, R | null>();
  /** Keys written in the open transaction: their rows are neither served nor kept until it ends. */
  private readonly dirty = new Set<string>();
  /** The rows of these that are kept if it is committed. */
  private readonly written = new Map<string, R>();

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
    this.written.set(key, row);
    return key;
  }

  remove(key: string): void {
    this.inner.remove(key);
    this.wrote(key);
  }

  /** A row was written or deleted in the open transaction. */
  private wrote(key: string): void {
    this.dirty.add(key);
    this.rows.delete(key);
    this.written.delete(key);
  }

  /** Writes were taken back: which ones is not looked into. */
  abandoned(): void {
    this.written.clear();
  }

  /** The rows that were written are those that would be read now. */
  committed(): void {
    this.dirty.clear();
    for (const [key, row] of this.written) this.keep(key, row);
  }

  forget(): void {
    this.rows.clear();
  }

  /** The transaction that wrote is over, committed or not. */
  ended(): void {
    this.dirty.clear();
    this.written.clear();
  }

  private keep(key: string, row: R | null): void {
    if (this.dirty.has(key)) return;
    if (this.rows.size >= MAX_ROWS) this.rows.clear();
    this.rows.set(key, row);
  }
}

type Member = Pick<CachedAggregate<unknown>, 'forget' | 'abandoned' | 'committed' | 'ended'>;

/**
 * All caches of a connection. They stay valid when another process writes: they are cleared whenever
 * `PRAGMA data_version` has changed, which is read once per transaction.
 */
export class CacheGroup {
  private readonly members: Member[] = [];
  private dataVersion = Number.NaN;
  /** Of the bodies that were read or written since the caches were cleared. */
  private characters = 0;

  cached<R>(make: (onBody: OnBody) => Aggregate<R>): Aggregate<R> {
    const member = new CachedAggregate(make(this.count));
    this.members.push(member);
    return member;
  }

  /** Something else that is computed from rows; it is forgotten with them. */
  also(forget: () => void): void {
    this.members.push({ forget, abandoned: nothing, committed: nothing, ended: nothing });
  }

  private readonly count = (characters: number): void => {
    this.characters += characters;
  };

  /** At the start of each transaction, with the data version it sees. */
  enter(dataVersion: number): void {
    if (dataVersion === this.dataVersion && this.characters <= MAX_CHARACTERS) return;
    this.dataVersion = dataVersion;
    this.characters = 0;
    for (const member of this.members) member.forget();
  }

  /** When writes of the open transaction are taken back. */
  abandoned(): void {
    for (const member of this.members) member.abandoned();
  }

  /** After the COMMIT of a writing transaction. */
  committed(): void {
    for (const member of this.members) member.committed();
  }

  /** At the end of each writing transaction, committed or not. */
  leave(): void {
    for (const member of this.members) member.ended();
  }
}

function nothing(): void {}
