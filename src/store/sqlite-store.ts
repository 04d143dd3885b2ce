import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from 'better-sqlite3';
import { drizzle } from 'drizzle-orm/better-sqlite3';
import type { ApiKey } from '../domain/tenant.js';
import type {
  AuditPosition,
  AuditSubject,
  Decision,
  OrderFilter,
  Position,
  Rows,
  SearchPosition,
  SecretName,
  Store,
} from '../ports.js';
import { isBusy, openDatabase, serveWithoutBlocking } from './connection.js';
import { Due } from './due.js';
import { GroupCommit } from './group-commit.js';
import { Lists } from './lists.js';
import { OrderLists } from './order-lists.js';
import { CacheGroup } from './row-cache.js';
import { SqliteRows } from './rows.js';
import { Search } from './search.js';
import { readSecrets } from './secrets.js';
import { Snapshot } from './snapshot.js';

/** Between two tries of a read. Milliseconds. */
const READ_RETRY = 2;
const MAX_READ_TRIES = 1_000;
const MAX_KEY_IDS = 10_000;

/** The storage port on one SQLite file (docs/architecture.md, Storage). Several processes may share the file. */
export class SqliteStore implements Store {
  private readonly database: Database;
  private readonly rows: SqliteRows;
  private readonly lists: Lists;
  private readonly orders: OrderLists;
  private readonly search: Search;
  private readonly due: Due;
  private readonly snapshot: Snapshot;
  private readonly commits: GroupCommit;
  private readonly keyIds = new Map<string, string>();
  private readonly secrets: ReadonlyMap<SecretName, Buffer>;

  /**
   * Opens and migrates the file.
   * @throws Error when it is absent and `create` is false, or is no database of this program
   */
  constructor(path: string, options: { readonly create: boolean }) {
    this.database = openDatabase(path, options);
    const db = drizzle({ client: this.database });
    const caches = new CacheGroup();
    const dataVersion = this.database.prepare('PRAGMA data_version').pluck();
    const enter = () => caches.enter(Number(dataVersion.get()));
    this.rows = new SqliteRows(db, caches);
    this.lists = new Lists(db);
    this.orders = new OrderLists(db);
    this.search = new Search(this.database);
    this.due = new Due(db);
    this.snapshot = new Snapshot(this.database, enter);
    this.commits = new GroupCommit(this.database, {
      before: () => this.snapshot.leave(),
      entered: enter,
      apply: (write) => this.rows.apply(write),
      after: () => caches.leave(),
    });
    this.secrets = readSecrets(this.database);
    serveWithoutBlocking(this.database);
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

  listKeys(organizationId: string) {
    return this.reading(() => this.lists.listKeys(organizationId));
  }

  listDeployments(limit: number) {
    return this.reading(() => this.lists.listDeployments(limit));
  }

  listOrganizations(limit: number) {
    return this.reading(() => this.lists.listOrganizations(limit));
  }

  listOrders(filter: OrderFilter, after: Position | undefined, limit: number) {
    return this.reading(() => this.orders.listOrders(filter, after, limit));
  }

  listAudit(subject: AuditSubject, after: AuditPosition | undefined, limit: number) {
    return this.reading(() => this.orders.listAudit(subject, after, limit));
  }

  listItems(shopId: string, after: Position | undefined, limit: number) {
    return this.reading(() => this.lists.listItems(shopId, after, limit));
  }

  searchItems(shopId: string, words: readonly string[], after: SearchPosition | undefined, limit: number) {
    return this.reading(() => this.search.searchItems(shopId, words, after, limit));
  }

  listDiscounts(shopId: string, after: Position | undefined, limit: number) {
    return this.reading(() => this.lists.listDiscounts(shopId, after, limit));
  }

  listOpenPayments(startedBefore: number, limit: number) {
    return this.reading(() => this.due.listOpenPayments(startedBefore, limit));
  }

  listOpenMoney(before: number, limit: number) {
    return this.reading(() => this.due.listOpenMoney(before, limit));
  }

  listExpiredCarts(at: number, limit: number) {
    return this.reading(() => this.due.listExpiredCarts(at, limit));
  }

  listErasableCheckouts(at: number, limit: number) {
    return this.reading(() => this.due.listErasableCheckouts(at, limit));
  }

  listOldAnswers(at: number, limit: number) {
    return this.reading(() => this.due.listOldAnswers(at, limit));
  }

  secret(name: SecretName): Buffer {
    const value = this.secrets.get(name);
    if (!value) throw new Error(`the database has no secret ${name}`);
    return value;
  }

  async check(): Promise<void> {
    await this.reading(() => this.lists.listOrganizations(1));
  }

  /** A hash belongs to one key for good, so only the first look-up needs the index; the row itself is cached. */
  private keyOf(hash: string): ApiKey | undefined {
    const id = this.keyIds.get(hash) ?? this.lists.findKeyByHash(hash)?.id;
    if (id === undefined) return undefined;
    if (this.keyIds.size >= MAX_KEY_IDS) this.keyIds.clear();
    this.keyIds.set(hash, id);
    return this.rows.get('api_key', id);
  }

  /** Readers wait only while another process opens or closes the file and holds it for itself. */
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
