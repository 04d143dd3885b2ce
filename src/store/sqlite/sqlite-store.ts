import type { Database } from 'better-sqlite3';
import type { CandidateQuery, VocabularyQuery } from '../../domain/search/search-reads.js';
import { required } from '../../domain/values/required.js';
import type {
  Decision,
  DueName,
  FoundKey,
  ListName,
  ListPage,
  Lists,
  Rows,
  Sealing,
  SecretName,
  Store,
} from '../../ports.js';
import { DUE } from '../lists/due.js';
import { LISTS } from '../lists/lists.js';
import { Log } from '../log/log.js';
import type { LogKey } from '../log/log-key.js';
import { LogSigning } from '../log/log-signing.js';
import { LogWatch } from '../log/log-watch.js';
import type { SignedHeads } from '../log/signed-heads.js';
import { readCandidates, readVocabulary } from '../search/search.js';
import { readNow } from '../sql/reads.js';
import type { StoreOptions } from '../store-options.js';
import { hideReason } from '../unavailable.js';
import { expiredCarts } from './expired-carts.js';
import { openDatabase, prepareToServe, syncEachCommit, writeWithoutSync } from './file/connection.js';
import { FileGate } from './file/file-gate.js';
import { FileMark } from './file/file-mark.js';
import { FileSpace } from './file/file-space.js';
import { withNamedFaults } from './file/open-faults.js';
import { openReadOnly } from './file/read-only-file.js';
import { toReadError } from './file/retry-while-locked.js';
import { readSecrets } from './file/secrets.js';
import { ListReader } from './list-reader.js';
import { auditedFile } from './log/audited-file.js';
import { logOptions, openLog } from './log/open-log.js';
import type { StoredLog } from './log/stored-log.js';
import { indexItems, mergeWithWritesAlone } from './rows/index-items.js';
import { KeyHashes } from './rows/key-hashes.js';
import { Receipts } from './rows/receipts.js';
import { CacheGroup } from './rows/row-cache.js';
import { SqliteRows } from './rows/sqlite-rows.js';
import { tableChanges } from './rows/table-changes.js';
import { firstFrom } from './search/search.js';
import { Snapshot } from './snapshot.js';
import { GroupCommit } from './writes/group-commit.js';
import { testWrite } from './writes/test-write.js';

/** The storage port on one SQLite file (docs/dev/architecture.md, Storage). Several processes may share the file. */
export class SqliteStore implements Store {
  private readonly path: string;
  private readonly database: Database;
  private readonly reader: ListReader;
  private readonly firstOf;
  private readonly expiredCarts: ReturnType<typeof expiredCarts>;
  private readonly space: FileSpace;
  private readonly keyHashes: KeyHashes;
  private readonly rows: SqliteRows;
  private readonly snapshot: Snapshot;
  private readonly commits: GroupCommit;
  private readonly secrets: ReadonlyMap<SecretName, Buffer>;
  private readonly logKey: LogKey;
  private readonly signed: SignedHeads;
  private readonly signing: LogSigning;
  private readonly log: StoredLog;
  /** A minimal write, to check that the database is writable. */
  private readonly touch: () => Decision<void>;
  private readonly gate: FileGate;
  private readonly syncsOnClose: boolean;
  /** Has a connection of its own, since each of its reads needs one snapshot. */
  private watch: LogWatch | undefined;
  readonly fileMark: FileMark;
  readonly assertServing = () => this.reading(() => this.gate.assertServing());
  readonly sealing: Sealing;
  readonly logName: string;

  /**
   * Opens and migrates the file, and reads its secrets and the key of its logs.
   * @throws Error if it is absent and `create` is false, or the key of its logs is needed and cannot be read
   * @throws DatabaseFault if it is not a database of this program, belongs to a newer version, is damaged, or cannot be
   * written
   */
  static async open(path: string, options: StoreOptions): Promise<SqliteStore> {
    const { database, schemaBefore } = openDatabase(path, options);
    try {
      const store = withNamedFaults(path, () => new SqliteStore(path, database, schemaBefore, options));
      if (options.needsLogKey) store.logKey.assertLoaded();
      return store;
    } catch (error) {
      database.close();
      throw error;
    }
  }

  private constructor(path: string, database: Database, schemaBefore: number, options: StoreOptions) {
    this.gate = new FileGate(database);
    this.gate.assertServing();
    const log = openLog(database, logOptions(path, options, schemaBefore));
    this.log = log.stored;
    const caches = new CacheGroup(tableChanges(database));
    const dataVersion = database.prepare('PRAGMA data_version').pluck();
    const enter = () => caches.enter(Number(dataVersion.get()));
    this.path = path;
    this.database = database;
    const read = <R>(query: () => R) => this.reading(query);
    this.expiredCarts = expiredCarts(database, read);
    this.keyHashes = new KeyHashes(database);
    this.logKey = log.key;
    this.sealing = log.key;
    this.logName = log.key.name;
    this.signed = log.signed;
    this.signing = new LogSigning(log.key, log.signed, log.guard, (look) => this.readNow(look));
    this.rows = new SqliteRows(database, caches, {
      log: log.stored,
      receipts: new Receipts(database),
    });
    this.reader = new ListReader(database, this.rows);
    // Made once: V8 optimizes calls of one generator function, not of one per call.
    this.firstOf = firstFrom(this.rows.candidates);
    this.snapshot = new Snapshot(database, enter);
    this.commits = new GroupCommit(database, this.rows, {
      beforeBegin: () => this.snapshot.leave(),
      onBegin: () => {
        enter();
        this.gate.assertWritable();
      },
    });
    this.space = new FileSpace(path, database, read, this.commits);
    mergeWithWritesAlone(database);
    indexItems(database, (limit) => readNow(DUE.misindexed_items(0, limit), this.reader), this.rows);
    this.touch = testWrite(database);
    this.fileMark = new FileMark(
      path,
      database,
      () => this.snapshot.leave(),
      () => this.space.isRewriting,
    );
    this.secrets = readSecrets(database);
    prepareToServe(database);
    this.syncsOnClose = options.syncs === 'on close';
    if (this.syncsOnClose) writeWithoutSync(database);
  }

  read<R>(look: (rows: Rows) => R): Promise<R> {
    return hideReason(this.reading(() => look(this.rows)));
  }

  async update<R>(decide: (rows: Rows) => Decision<R>): Promise<R> {
    const result = await this.commits.submit(() => decide(this.rows));
    if (!this.syncsOnClose) await this.signing.recordNewLogs(this.log.takeBegun());
    return result;
  }

  findKeyByHash(hash: string) {
    return this.reading(() => {
      const id = this.keyHashes.idOf(hash);
      return id === undefined ? undefined : this.foundKey(id);
    });
  }

  findKeyByToken(hash: string) {
    return this.reading(() => {
      const token = this.rows.get('oauth_token', hash);
      if (token?.kind !== 'access') return undefined;
      const found = this.foundKey(token.grant_id);
      return found && { ...found, expires_at: token.expires_at };
    });
  }

  private foundKey(id: string): FoundKey | undefined {
    const key = this.rows.get('api_key', id);
    if (!key) return undefined;
    const { deployment_id } = key;
    return { key, deployment: deployment_id === null ? null : (this.rows.get('deployment', deployment_id) ?? null) };
  }

  list<N extends ListName>(
    name: N,
    filter: Lists[N]['filter'],
    after: Lists[N]['position'] | undefined,
    limit: number,
  ): Promise<ListPage<N>> {
    return this.reading(() => readNow(LISTS[name](filter, after, limit), this.reader));
  }

  vocabulary(shopId: string, wanted: readonly VocabularyQuery[]) {
    return this.reading(() => wanted.map((wish) => readNow(readVocabulary(shopId, wish), this.reader)));
  }

  candidates(shopId: string, wanted: CandidateQuery) {
    return this.reading(() => readNow(readCandidates(shopId, wanted, this.firstOf), this.reader));
  }

  due(name: DueName, at: number, limit: number) {
    if (name === 'expired_carts') return this.expiredCarts(at, limit);
    return this.reading(() => readNow(DUE[name](at, limit), this.reader));
  }

  forget() {
    return this.space.forget();
  }

  giveBack() {
    return this.space.giveBack();
  }

  signLog(organizationId: string) {
    return this.signing.sign(organizationId);
  }

  noteLogs() {
    return this.log.grown.record(this.signing);
  }

  async auditLog(organizationId: string, whole?: AbortSignal) {
    try {
      this.watch ??= new LogWatch(auditedFile(openReadOnly(this.path)), new Log(this.logKey));
      return await this.watch.findFault(organizationId, whole);
    } catch (error) {
      throw toReadError(error);
    }
  }

  abandonLog(organizationId: string) {
    return this.signing.abandon(organizationId);
  }

  adoptLog(organizationId: string, now: number) {
    return this.signing.adopt(organizationId, (decide) => this.update(decide), now);
  }

  secret(name: SecretName): Buffer {
    return required(this.secrets.get(name), `secret ${name}`);
  }

  async check(): Promise<void> {
    await this.list('organizations', {}, undefined, 1);
    await this.commits.health.assertWritable(() => this.commits.submit(this.touch));
  }

  /** Like `read`, but never on a snapshot from before this call. Errors give the reason why a log is rejected. */
  private readNow<R>(look: (rows: Rows) => R): Promise<R> {
    this.snapshot.leave();
    return this.reading(() => look(this.rows));
  }

  private reading<R>(query: () => R): Promise<R> {
    return this.snapshot.read(query);
  }

  /** Statistics of transactions and of the writes in them, for the metrics. */
  get commitStats() {
    return this.commits.stats;
  }

  /** Flushes all earlier writes to disk, by committing another write with a flush. */
  private async sync(): Promise<void> {
    syncEachCommit(this.database);
    await this.commits.submit(this.touch);
    await this.signing.recordNewLogs(this.log.takeBegun());
  }

  /**
   * Waits for queued writes, then closes the file.
   * @throws PortalError `unavailable` if, with `syncs: 'on close'`, the writes could not be flushed to disk
   */
  async close(): Promise<void> {
    await this.commits.rest();
    try {
      if (this.syncsOnClose) await this.sync();
      await this.fileMark.settle();
    } finally {
      this.watch?.close();
      this.signed.close();
      this.database.close();
    }
  }
}
