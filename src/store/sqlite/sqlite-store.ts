import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from 'better-sqlite3';
import { drizzle } from 'drizzle-orm/better-sqlite3';
import type { CandidatesWanted, WordsWanted } from '../../domain/search/wanted.js';
import type { Decision, DueName, ListName, ListPage, Lists, Rows, SecretName, Store } from '../../ports.js';
import { LogAuditor } from '../log/log-auditor.js';
import type { LogKey } from '../log/log-key.js';
import { logKeyFile } from '../log/log-key-file.js';
import { auditedFile } from './audited-file.js';
import { openDatabase, serveWithoutBlocking } from './connection.js';
import { isBusy } from './driver-errors.js';
import { makeDue } from './due.js';
import { GroupCommit } from './group-commit.js';
import { emptyJournal } from './journal.js';
import { KeyHashes } from './key-hashes.js';
import { type ListQueries, makeLists } from './lists.js';
import { openLog } from './log-identity.js';
import { Receipts } from './receipts.js';
import { CacheGroup } from './row-cache.js';
import { Search } from './search.js';
import { readSecrets } from './secrets.js';
import { SigningKeys } from './signing-keys.js';
import { Snapshot } from './snapshot.js';
import { SqliteRows } from './sqlite-rows.js';

/** Wait between two attempts of a read. Milliseconds. */
const READ_RETRY = 2;
const MAX_READ_TRIES = 1_000;

export interface StoreOptions {
  /** Create the file when it is absent. */
  readonly create: boolean;
  /** False: the database opens even without the key of its logs, and only what needs that key fails. */
  readonly needsLogKey: boolean;
  /** File of the log's private key; undefined = beside the database. */
  readonly logKey?: string | undefined;
  /** Name of the logs of a new database; undefined = one derived from the key. */
  readonly logName?: string | undefined;
}

/** Items whose terms are made in one transaction. */
const INDEXED_AT_ONCE = 500;

/** Makes the terms of items that have none, or other ones than their shop needs now, such as those of an older file. */
function indexItems(database: Database, due: (at: number, limit: number) => string[], rows: SqliteRows): void {
  const portion = database.transaction(() => {
    const keys = due(0, INDEXED_AT_ONCE);
    for (const item of keys) rows.apply({ type: 'index', item });
    rows.applied();
    return keys.length;
  });
  while (due(0, 1).length > 0 && portion.immediate() > 0);
}

/** Inserts and removes a row in one transaction: nothing is left, but a page is written to the disk. */
function testWrite(database: Database): () => Decision<void> {
  const insert = database.prepare("INSERT INTO secret (name, value) VALUES ('', x'') ON CONFLICT DO NOTHING");
  const remove = database.prepare("DELETE FROM secret WHERE name = ''");
  return () => {
    insert.run();
    remove.run();
    return { writes: [], result: undefined };
  };
}

/** The storage port on one SQLite file (docs/architecture.md, Storage). Several processes may share the file. */
export class SqliteStore implements Store {
  /** Recomputes the logs. */
  readonly auditor: LogAuditor;
  private readonly database: Database;
  private readonly lists: ListQueries;
  private readonly dueQueries: ReturnType<typeof makeDue>;
  private readonly keyHashes: KeyHashes;
  private readonly rows: SqliteRows;
  private readonly snapshot: Snapshot;
  private readonly commits: GroupCommit;
  private readonly search: Search;
  private readonly secrets: ReadonlyMap<SecretName, Buffer>;
  private readonly logKey: LogKey;
  /** The smallest write, to check whether the database can be written. */
  private readonly touch: () => Decision<void>;

  /**
   * Opens and migrates the file, and reads its secrets and the key of its logs.
   * @throws Error when it is absent and `create` is false, or the key of its logs is needed and cannot be read
   * @throws DatabaseFault when it is not a database of this program, or one of a newer version
   */
  static async open(path: string, options: StoreOptions): Promise<SqliteStore> {
    const database = openDatabase(path, options);
    try {
      const store = new SqliteStore(path, database, options);
      if (options.needsLogKey) store.logKey.assertLoaded();
      return store;
    } catch (error) {
      database.close();
      throw error;
    }
  }

  private constructor(path: string, database: Database, options: StoreOptions) {
    const db = drizzle({ client: database });
    const log = openLog(database, db, {
      file: options.logKey ?? logKeyFile(path),
      isNamed: options.logKey !== undefined,
      name: options.logName,
    });
    const caches = new CacheGroup();
    const dataVersion = database.prepare('PRAGMA data_version').pluck();
    const enter = () => caches.enter(Number(dataVersion.get()));
    this.database = database;
    this.lists = makeLists(database, db);
    this.dueQueries = makeDue(database, db);
    this.keyHashes = new KeyHashes(db);
    this.logKey = log.key;
    this.auditor = new LogAuditor(auditedFile(path), log.rules, log.key);
    this.rows = new SqliteRows(database, db, caches, {
      log: log.stored,
      receipts: new Receipts(database),
      signingKeys: new SigningKeys(db),
    });
    this.search = new Search(database);
    this.snapshot = new Snapshot(database, enter);
    this.commits = new GroupCommit(database, {
      before: () => this.snapshot.leave(),
      entered: enter,
      apply: (write) => this.rows.apply(write),
      applied: () => this.rows.applied(),
      abandoned: () => this.rows.abandoned(),
      after: () => caches.leave(),
    });
    indexItems(database, this.dueQueries.misindexed_items(), this.rows);
    this.touch = testWrite(database);
    this.secrets = readSecrets(database);
    serveWithoutBlocking(database);
  }

  read<R>(look: (rows: Rows) => R): Promise<R> {
    return this.reading(() => look(this.rows));
  }

  update<R>(decide: (rows: Rows) => Decision<R>): Promise<R> {
    return this.commits.submit(() => decide(this.rows));
  }

  findKeyByHash(hash: string) {
    return this.reading(() => {
      const id = this.keyHashes.idOf(hash);
      return id === undefined ? undefined : this.rows.get('api_key', id);
    });
  }

  list<N extends ListName>(
    name: N,
    filter: Lists[N]['filter'],
    after: Lists[N]['position'] | undefined,
    limit: number,
  ): Promise<ListPage<N>> {
    return this.reading(() => this.lists[name]()(filter, after, limit));
  }

  vocabulary(shopId: string, wanted: readonly WordsWanted[]) {
    return this.reading(() => wanted.map((wish) => this.search.vocabulary(shopId, wish)));
  }

  candidates(shopId: string, wanted: CandidatesWanted) {
    return this.reading(() => this.search.candidates(shopId, wanted));
  }

  due(name: DueName, at: number, limit: number) {
    return this.reading(() => this.dueQueries[name]()(at, limit));
  }

  forget(): Promise<void> {
    return emptyJournal(this.database, async () => {
      await this.commits.drained();
      this.snapshot.leave();
    });
  }

  logSigner(organizationId: string) {
    return this.logKey.signer(organizationId);
  }

  secret(name: SecretName): Buffer {
    const value = this.secrets.get(name);
    if (!value) throw new Error(`the database has no secret ${name}`);
    return value;
  }

  async check(): Promise<void> {
    await this.list('organizations', {}, undefined, 1);
    await this.commits.health.assertWritable(() => this.commits.submit(this.touch));
  }

  /** Readers wait only while another process opens or closes the file under an exclusive lock. */
  private async reading<R>(query: () => R): Promise<R> {
    for (let tries = 1; ; tries += 1) {
      try {
        this.snapshot.enter();
        return query();
      } catch (error) {
        if (!isBusy(error) || tries === MAX_READ_TRIES) throw error;
        await sleep(READ_RETRY);
      }
    }
  }

  /** How many flushes carried how many jobs, for the metrics. */
  get commitStats() {
    return this.commits.stats;
  }

  /** Waits for the writes that are queued, then closes the file. */
  async close(): Promise<void> {
    await this.commits.drained();
    this.snapshot.leave();
    this.database.close();
  }
}
