import type { StoredRow } from '../../decode-row.js';
import type { StoredTable, TableStatements } from './stored-table.js';
import type { TableChanges } from './table-changes.js';

/**
 * Maximum number of cached rows per table, above which the table's cache is cleared, and of body characters overall,
 * above which all caches are. A row takes twice its characters, and several times that with the texts and pages that are
 * kept with it. Uses plain maps, which are read faster than LRU caches, and are rarely full.
 */
const MAX_ROWS = 10_000;
const MAX_CHARACTERS = 2 * 2 ** 20;

interface WrittenRow<R> {
  readonly row: R;
  readonly stored: StoredRow;
}

interface CachedRow<R> {
  /** Null records an absent row. */
  readonly row: R | null;
  /** The row as it is in the file; not kept while no other process writes. */
  readonly stored: StoredRow | undefined;
  /** The last epoch in which the row was known to be current. */
  epoch: number;
  /** Number of changes of the table in that epoch; `undefined` if they are not counted. */
  changes: number | undefined;
}

/** State that all caches of a connection share. */
interface Shared {
  /** Number of the times at which another process was seen to have written. */
  readonly epoch: number;
  readonly keepsStored: boolean;
  /** Number of changes of each table at the beginning of the epoch. */
  readonly changes: TableChanges;
  count(characters: number): void;
}

/**
 * Caches the parsed rows of a table that is read more often than written. Rows are never changed in place.
 *
 * A row that was cached before the last write of another process is read again when it is next used, unless no row of
 * its table has changed since. If its stored form is the same, the same object is returned, so that results computed
 * from it can be reused. So every write is seen, whichever program made it, and a process alone on the file pays
 * nothing. New rows are not counted as changes, so an absent row is always read again.
 */
class CachedTable<R> implements StoredTable<R> {
  private readonly name: string;
  private readonly inner: TableStatements<R>;
  private readonly shared: Shared;
  private rows = new Map<string, CachedRow<R>>();
  /**
   * Keys written in the open transaction, with the rows to cache if it commits. Until it ends, rows of these keys are
   * neither served from the cache nor cached. A new map for each transaction: a cleared one would keep rows from being
   * collected (docs/dev/architecture.md, Memory).
   */
  private written: Map<string, WrittenRow<R> | undefined> | undefined;
  /**
   * Keys without a row that the transaction has read and not written. They are cached by the next transaction: if this one
   * inserts the row, as a purchase does, nobody may read it again. A new set for each transaction too.
   */
  private absent: Set<string> | undefined;

  constructor(name: string, inner: TableStatements<R>, shared: Shared) {
    this.name = name;
    this.inner = inner;
    this.shared = shared;
  }

  one(key: string): R | undefined {
    const known = this.find(key);
    return (known ? known.row : this.take(key, this.inner.one(key))) ?? undefined;
  }

  many(keys: readonly string[]): Map<string, R> {
    const found = new Map<string, R>();
    const missing: string[] = [];
    for (const key of keys) {
      const known = this.find(key);
      if (!known) missing.push(key);
      else if (known.row !== null) found.set(key, known.row);
    }
    if (missing.length === 0) return found;
    const read = this.inner.many(missing);
    for (const key of missing) {
      const row = this.take(key, read.get(key));
      if (row !== null) found.set(key, row);
    }
    return found;
  }

  put(row: R, replaces: number | undefined): string {
    const { key, stored } = this.inner.put(row, replaces, (of) => this.find(of)?.row);
    this.markWritten(key, { row, stored });
    return key;
  }

  remove(key: string): void {
    this.inner.remove(key);
    this.markWritten(key, undefined);
  }

  /** Records a write or delete in the open transaction. */
  private markWritten(key: string, row: WrittenRow<R> | undefined): void {
    this.written ??= new Map();
    this.written.set(key, row);
    this.absent?.delete(key);
  }

  /** Ensures that no row written in the transaction so far will be cached, not even those of other decisions. */
  onRollback(): void {
    for (const key of this.written?.keys() ?? []) this.written?.set(key, undefined);
  }

  /**
   * Caches the written rows of keys that earlier transactions read, since reads after the commit would return the same.
   * Other new rows, such as orders and payments, may never be read, and would only grow old in V8's heap.
   */
  onCommit(): void {
    const { written } = this;
    if (!written) return;
    this.written = undefined;
    for (const [key, row] of written) {
      if (!row) this.rows.delete(key);
      else if (this.rows.has(key)) this.keep(key, row.row, row.stored);
    }
  }

  forget(): void {
    this.rows = new Map();
  }

  /** Called at the start of each transaction, before other writes are noticed. */
  onEnter(): void {
    const { absent } = this;
    if (!absent) return;
    this.absent = undefined;
    for (const key of absent) this.keep(key, null, undefined);
  }

  /** Called after the write transaction, committed or not. */
  onEnd(): void {
    this.written = undefined;
  }

  /** Returns a cached row that nobody can have written since. */
  private find(key: string): Pick<CachedRow<R>, 'row'> | undefined {
    if (this.written?.has(key)) return undefined;
    if (this.absent?.has(key)) return ABSENT;
    const known = this.rows.get(key);
    if (!known || known.epoch === this.shared.epoch) return known;
    const isCurrent = known.row !== null && known.changes !== undefined && known.changes === this.changes;
    if (!isCurrent) return undefined;
    known.epoch = this.shared.epoch;
    return known;
  }

  /** Returns the row that was read: the cached object if it is unchanged. */
  private take(key: string, stored: StoredRow | undefined): R | null {
    // A row that the open transaction wrote may be rolled back, even if it equals the cached one.
    if (this.written?.has(key)) return stored ? this.inner.decode(stored) : null;
    const known = this.rows.get(key);
    if (known && isUnchanged(known, stored)) {
      known.epoch = this.shared.epoch;
      known.changes = this.changes;
      return known.row;
    }
    if (!stored) {
      this.absent ??= new Set();
      this.absent.add(key);
      return null;
    }
    const row = this.inner.decode(stored);
    this.keep(key, row, stored);
    return row;
  }

  private get changes(): number | undefined {
    return this.shared.changes[this.name];
  }

  private keep(key: string, row: R | null, stored: StoredRow | undefined): void {
    this.shared.count(String(stored?.body ?? '').length);
    if (this.rows.size >= MAX_ROWS) this.forget();
    const { epoch, keepsStored } = this.shared;
    this.rows.set(key, { row, stored: keepsStored ? stored : undefined, epoch, changes: this.changes });
  }
}

const ABSENT = { row: null } as const;

function isUnchanged({ row, stored }: CachedRow<unknown>, now: StoredRow | undefined): boolean {
  if (!now) return row === null;
  return stored !== undefined && stored.version === now.version && stored.body === now.body;
}

type Member = Pick<CachedTable<unknown>, 'forget' | 'onEnter' | 'onRollback' | 'onCommit' | 'onEnd'>;

/** All caches of a connection. `PRAGMA data_version` shows whether another process has written. */
export class CacheGroup implements Shared {
  /** 1 in the first transactions; each write of another process that is noticed adds 1. */
  epoch = 0;
  changes: TableChanges = {};
  private readonly members: Member[] = [];
  private readonly others: ((changes: TableChanges) => void)[] = [];
  private readonly readChanges: () => TableChanges;
  private dataVersion = Number.NaN;
  /** Body characters read or written since the caches were cleared. */
  private characters = 0;

  /** `readChanges` reads the numbers of changes in the open transaction. */
  constructor(readChanges: () => TableChanges) {
    this.readChanges = readChanges;
  }

  cached<R>(name: string, statements: TableStatements<R>): StoredTable<R> {
    const member = new CachedTable(name, statements, this);
    this.members.push(member);
    return member;
  }

  /** Registers what to call with the new numbers of changes when another process was seen to have written. */
  onOtherWrite(call: (changes: TableChanges) => void): void {
    this.others.push(call);
  }

  /** False until another process writes: until then the stored forms would only take memory. */
  get keepsStored(): boolean {
    return this.epoch > 1;
  }

  count(characters: number): void {
    this.characters += characters;
  }

  /**
   * Called at the start of each transaction, with the data version that it sees. Changes are counted here, before this
   * process writes: a number that is rolled back would be used again for a change of another process.
   */
  enter(dataVersion: number): void {
    for (const member of this.members) member.onEnter();
    if (dataVersion !== this.dataVersion) {
      const { file } = this.changes;
      this.changes = this.readChanges();
      // Rows of an erased person must not stay in memory until they are used again.
      if (this.changes.file !== file) this.clear();
      this.dataVersion = dataVersion;
      this.epoch += 1;
      for (const call of this.others) call(this.changes);
    }
    if (this.characters > MAX_CHARACTERS) this.clear();
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

  private clear(): void {
    this.characters = 0;
    for (const member of this.members) member.forget();
  }
}
