import type { OnBody, StoredTable } from './stored-table.js';

/**
 * Maximum number of cached rows per table, above which the table's cache is cleared, and of body characters overall,
 * above which all caches are. Uses plain maps, since any write of another process clears all caches, and clearing an
 * LRU cache of this size takes 70 times as long.
 */
const MAX_ROWS = 10_000;
const MAX_CHARACTERS = 8 * 2 ** 20;

/**
 * Caches the parsed rows of a table that is read more often than written. Rows are never changed in place. Null records
 * an absent row.
 */
class CachedTable<R> implements StoredTable<R> {
  private readonly inner: StoredTable<R>;
  private readonly rows = new Map<string, R | null>();
  /** Keys written in the open transaction. Until it ends, their rows are neither served from the cache nor cached. */
  private readonly dirty = new Set<string>();
  /** Rows to cache if the transaction commits. */
  private readonly written = new Map<string, R>();

  constructor(inner: StoredTable<R>) {
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
    this.markWritten(key);
    this.written.set(key, row);
    return key;
  }

  remove(key: string): void {
    this.inner.remove(key);
    this.markWritten(key);
  }

  /** Records a write or delete in the open transaction. */
  private markWritten(key: string): void {
    this.dirty.add(key);
    this.rows.delete(key);
    this.written.delete(key);
  }

  /** Ensures that no row written in the transaction so far will be cached, not even those of other decisions. */
  onRollback(): void {
    this.written.clear();
  }

  /** Caches the written rows, since reads after the commit would return the same. */
  onCommit(): void {
    this.dirty.clear();
    for (const [key, row] of this.written) this.keep(key, row);
  }

  forget(): void {
    this.rows.clear();
  }

  /** Called after the write transaction, committed or not. */
  onEnd(): void {
    this.dirty.clear();
    this.written.clear();
  }

  private keep(key: string, row: R | null): void {
    if (this.dirty.has(key)) return;
    if (this.rows.size >= MAX_ROWS) this.rows.clear();
    this.rows.set(key, row);
  }
}

type Member = Pick<CachedTable<unknown>, 'forget' | 'onRollback' | 'onCommit' | 'onEnd'>;

/**
 * All caches of a connection. `PRAGMA data_version`, which is read once per transaction, changes with a write of
 * another process; then the caches are cleared.
 */
export class CacheGroup {
  private readonly members: Member[] = [];
  private dataVersion = Number.NaN;
  /** Body characters read or written since the caches were cleared. */
  private characters = 0;

  cached<R>(make: (onBody: OnBody) => StoredTable<R>): StoredTable<R> {
    const member = new CachedTable(make(this.count));
    this.members.push(member);
    return member;
  }

  /** Registers a cache of other data derived from rows, to be cleared with these caches. */
  onClear(forget: () => void): void {
    this.members.push({ forget, onRollback: nothing, onCommit: nothing, onEnd: nothing });
  }

  private readonly count = (characters: number): void => {
    this.characters += characters;
  };

  /** Called at the start of each transaction, with the data version that it sees. */
  enter(dataVersion: number): void {
    if (dataVersion === this.dataVersion && this.characters <= MAX_CHARACTERS) return;
    this.dataVersion = dataVersion;
    this.characters = 0;
    for (const member of this.members) member.forget();
  }

  /** Called when writes of the open transaction are rolled back. */
  onRollback(): void {
    for (const member of this.members) member.onRollback();
  }

  /** Called after the COMMIT of a write transaction. */
  onCommit(): void {
    for (const member of this.members) member.onCommit();
  }

  /** Called at the end of each write transaction, committed or not. */
  leave(): void {
    for (const member of this.members) member.onEnd();
  }
}

function nothing(): void {}
