import type { CandidateQuery, VocabularyQuery } from '../../domain/search/search-reads.js';
import { required } from '../../domain/values/required.js';
import { SharedRuns } from '../../domain/values/shared-runs.js';
import type {
  Decision,
  DueName,
  FoundKey,
  FoundToken,
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
import { LogWatch } from '../log/log-watch.js';
import { readCandidates, readVocabulary } from '../search/search.js';
import type { Reads } from '../sql/query.js';
import { readSoon, together } from '../sql/reads.js';
import { hideReason } from '../unavailable.js';
import { Connections, DEFAULT_CONNECTIONS } from './connection/connections.js';
import { migrate, missingMigrations } from './connection/migrate.js';
import type { Session } from './connection/session.js';
import { SILENCE_TIMEOUT_MS } from './connection/transaction.js';
import { keysByHash, keysByToken } from './keys-by-hash.js';
import { ListReader } from './list-reader.js';
import { auditedServer } from './log/audited-server.js';
import { purgeDeleted } from './purge-deleted.js';
import { assertReady } from './readiness.js';
import { readWithRetries, toReadError } from './reads.js';
import { firstOf } from './search/search.js';
import { openParts, type PostgresOptions, type StoreParts } from './store-parts.js';
import { toDecisionError } from './writes/job.js';

/**
 * Returns the names of the migrations that a database needs, in order. Changes nothing.
 * @throws DatabaseFault if the database belongs to a newer version
 */
export async function neededMigrations(url: string): Promise<readonly string[]> {
  const connections = new Connections(url, 1);
  try {
    return await missingMigrations(connections);
  } finally {
    await connections.close();
  }
}

/** The storage port on a PostgreSQL database (docs/dev/architecture.md, Storage). Several processes may share it. */
export class PostgresStore implements Store {
  private readonly connections: Connections;
  private readonly opened: StoreParts;
  private readonly keys: ReturnType<typeof keysByHash>;
  private readonly tokens: ReturnType<typeof keysByToken>;
  private readonly knownMigrations: number;
  private readonly watch: LogWatch;
  /** Runs one `forget` at a time, on one connection. Waiting callers with the same `isThorough` share the next run. */
  private readonly forgetting: SharedRuns<boolean>;
  /** Does nothing, since only a database file has a mark. */
  readonly fileMark = { keep: nothing };

  /**
   * Opens and migrates the database, and reads its secrets and the key of its logs.
   * @throws Error if it has no tables and `create` is false, or the key of its logs is needed and cannot be read
   * @throws DatabaseFault if it belongs to a newer version
   */
  static async open(url: string, options: PostgresOptions): Promise<PostgresStore> {
    const connections = new Connections(url, options.connections ?? DEFAULT_CONNECTIONS);
    try {
      const known = await migrate(connections, options.create);
      const opened = await openParts(connections, options);
      if (options.needsLogKey) opened.key.assertLoaded();
      return new PostgresStore(connections, opened, known);
    } catch (error) {
      await connections.close();
      throw error;
    }
  }

  private constructor(connections: Connections, opened: StoreParts, knownMigrations: number) {
    this.connections = connections;
    this.opened = opened;
    this.knownMigrations = knownMigrations;
    this.keys = keysByHash(connections);
    this.tokens = keysByToken(connections);
    this.watch = new LogWatch(auditedServer(connections), opened.log);
    this.forgetting = new SharedRuns((isThorough) => purgeDeleted(connections, isThorough));
  }

  read<R>(look: (rows: Rows) => R): Promise<R> {
    return hideReason(this.refusing(this.opened.looks.answer(look)));
  }

  async update<R>(decide: (rows: Rows) => Decision<R>, scope?: string): Promise<R> {
    const { commits, signing, begun } = this.opened;
    const result = await commits.submit(decide, scope);
    if (begun.length > 0) await signing.recordNewLogs(begun.splice(0));
    return result;
  }

  findKeyByHash(hash: string): Promise<FoundKey | undefined> {
    return this.refusing(this.keys.find(hash));
  }

  findKeyByToken(hash: string): Promise<FoundToken | undefined> {
    return this.refusing(this.tokens.find(hash));
  }

  list<N extends ListName>(
    name: N,
    filter: Lists[N]['filter'],
    after: Lists[N]['position'] | undefined,
    limit: number,
  ): Promise<ListPage<N>> {
    return this.reading((session) => readSoon(LISTS[name](filter, after, limit), new ListReader(session)));
  }

  vocabulary(shopId: string, wanted: readonly VocabularyQuery[]) {
    return this.answering(() => together(wanted.map((wish) => readVocabulary(shopId, wish))));
  }

  candidates(shopId: string, wanted: CandidateQuery) {
    return this.answering(() => readCandidates(shopId, wanted, firstOf));
  }

  due(name: DueName, at: number, limit: number) {
    return this.answering(() => DUE[name](at, limit));
  }

  async forget(isThorough = false): Promise<void> {
    try {
      await this.forgetting.run(isThorough);
    } catch (error) {
      throw toDecisionError(error);
    }
  }

  /** Nothing to do: the server reuses the space of deleted rows automatically. */
  async giveBack(): Promise<boolean> {
    return false;
  }

  signLog(organizationId: string) {
    return this.opened.signing.sign(organizationId);
  }

  noteLogs() {
    return this.opened.grown.record(this.opened.signing);
  }

  auditLog(organizationId: string, whole?: AbortSignal) {
    return this.refusing(this.watch.findFault(organizationId, whole));
  }

  abandonLog(organizationId: string) {
    return this.opened.signing.abandon(organizationId);
  }

  adoptLog(organizationId: string, now: number) {
    return this.opened.signing.adopt(organizationId, (decide) => this.update(decide, organizationId), now);
  }

  secret(name: SecretName): Buffer {
    return required(this.opened.secrets.get(name), `secret ${name}`);
  }

  check(): Promise<void> {
    return assertReady(this.connections, this.opened.commits, this.knownMigrations);
  }

  assertServing() {
    return this.refusing(
      this.connections.use(async (session) => session.fence?.assertServing(session), SILENCE_TIMEOUT_MS),
    );
  }

  /** Statistics of transactions, of the writes in them, and of retries, for the metrics. */
  get commitStats() {
    return this.opened.commits.stats;
  }

  get connectionStats() {
    return this.connections.stats;
  }

  get processes() {
    return this.opened.processes;
  }

  get sealing(): Sealing {
    return this.opened.key;
  }

  get logName(): string {
    return this.opened.key.name;
  }

  /** Waits for queued writes, then closes the connections. */
  async close(): Promise<void> {
    await this.opened.commits.whenDrained();
    try {
      // There is nothing to release if the store was closed before.
      if (!this.connections.isClosed) await Promise.all([this.opened.commits.close(), this.opened.processes.leave()]);
    } finally {
      this.opened.signed.close();
      await this.connections.close();
    }
  }

  private answering<R>(reads: () => Reads<R>): Promise<R> {
    return this.reading((session) => readSoon(reads(), new ListReader(session)));
  }

  private reading<R>(work: (session: Session) => Promise<R>): Promise<R> {
    return this.refusing(readWithRetries(this.connections, work, { plansEach: true }));
  }

  private async refusing<R>(read: Promise<R>): Promise<R> {
    try {
      return await read;
    } catch (error) {
      throw toReadError(error);
    }
  }
}

function nothing(): void {}
