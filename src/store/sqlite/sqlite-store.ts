import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from 'better-sqlite3';
import { type BetterSQLite3Database, drizzle } from 'drizzle-orm/better-sqlite3';
import { LRUCache } from 'lru-cache';
import type { ApiKey } from '../../domain/tenant/tenant.js';
import type { Decision, Rows, SecretName, Store } from '../../ports.js';
import { isBusy, openDatabase, serveWithoutBlocking } from './connection.js';
import { Due } from './due.js';
import { GroupCommit } from './group-commit.js';
import { Lists } from './lists.js';
import { Log } from './log.js';
import { LogAuditor } from './log-auditor.js';
import { hasIdentity, LogKey, type LogKeyOptions } from './log-key.js';
import { OrderLists } from './order-lists.js';
import { Receipts } from './receipts.js';
import { CacheGroup } from './row-cache.js';
import { SqliteRows } from './rows.js';
import { Search } from './search.js';
import { readSecrets } from './secrets.js';
import { SigningKeys } from './signing-keys.js';
import { Snapshot } from './snapshot.js';
import { StoredLists } from './stored-lists.js';
import { TenantQueries } from './tenant-lists.js';

/** Between two tries of a read. Milliseconds. */
const READ_RETRY = 2;
const MAX_READ_TRIES = 1_000;
const MAX_KEY_IDS = 10_000;

export interface StoreOptions {
  /** Make the file when it is absent. */
  readonly create: boolean;
  /** File of the log's private key; undefined = beside the database. */
  readonly logKey?: string | undefined;
  /** Name of the logs of a database that is made now; undefined = one made from the key. */
  readonly logName?: string | undefined;
}

/** Each organization has a log from its first moment; those that were there before the logs get theirs with the key. */
function openLog(database: Database, db: BetterSQLite3Database, options: LogKeyOptions) {
  const open = () => {
    const logKey = new LogKey(database, options);
    return { logKey, log: new Log(db, logKey) };
  };
  if (hasIdentity(database)) return open();
  return database
    .transaction(() => {
      const opened = open();
      const organizations = database.prepare<[], string>("SELECT key FROM organization WHERE key > ''").pluck().all();
      for (const id of organizations) opened.log.begin(id);
      return opened;
    })
    .immediate();
}

/** The storage port on one SQLite file (docs/architecture.md, Storage). Several processes may share the file. */
export class SqliteStore extends StoredLists implements Store {
  /** Recomputes the logs. */
  readonly auditor: LogAuditor;
  private readonly database: Database;
  private readonly rows: SqliteRows;
  private readonly snapshot: Snapshot;
  private readonly commits: GroupCommit;
  private readonly keyIds = new LRUCache<string, string>({ max: MAX_KEY_IDS });
  private readonly secrets: ReadonlyMap<SecretName, Buffer>;
  private readonly logKey: LogKey;

  /**
   * Opens and migrates the file.
   * @throws Error when it is absent and `create` is false, or is no database of this program
   */
  constructor(path: string, options: StoreOptions) {
    const database = openDatabase(path, options);
    const db = drizzle({ client: database });
    const { logKey, log } = openLog(database, db, {
      file: options.logKey ?? `${path}.log-key`,
      isNamed: options.logKey !== undefined,
      name: options.logName,
    });
    const receipts = new Receipts(db, log);
    const signingKeys = new SigningKeys(db);
    super({
      tenants: new TenantQueries(db),
      lists: new Lists(db),
      orders: new OrderLists(db),
      search: new Search(database),
      due: new Due(db),
      signingKeys,
      receipts,
    });
    const caches = new CacheGroup();
    const dataVersion = database.prepare('PRAGMA data_version').pluck();
    const enter = () => caches.enter(Number(dataVersion.get()));
    this.database = database;
    this.logKey = logKey;
    this.auditor = new LogAuditor(database, log, logKey);
    this.rows = new SqliteRows(db, caches, { log, receipts, signingKeys });
    this.snapshot = new Snapshot(database, enter);
    this.commits = new GroupCommit(database, {
      before: () => this.snapshot.leave(),
      entered: enter,
      apply: (write) => this.rows.apply(write),
      after: () => caches.leave(),
    });
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
    return this.reading(() => this.keyOf(hash));
  }

  /**
   * Reads the log's key now, so that its absence is said at the start.
   * @throws Error when its file is absent or is not this database's
   */
  loadLogKey(): void {
    this.logKey.load();
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
    await this.reading(() => this.queries.tenants.listOrganizations(1));
  }

  /** A hash belongs to one key for good, so only the first look-up needs the index; the row itself is cached. */
  private keyOf(hash: string): ApiKey | undefined {
    const id = this.keyIds.get(hash) ?? this.queries.tenants.findKeyByHash(hash)?.id;
    if (id === undefined) return undefined;
    this.keyIds.set(hash, id);
    return this.rows.get('api_key', id);
  }

  /** Readers wait only while another process opens or closes the file and holds it for itself. */
  protected async reading<R>(query: () => R): Promise<R> {
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
