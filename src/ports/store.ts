import type { CheckedReceipt } from '../domain/receipt/receipt.js';
import type { ApiKey, Deployment } from '../domain/tenant/tenant.js';
import type { LookupAnswer, LookupArguments, LookupName } from '../store/lookups/lookups.js';
import type { DueName, ListName, ListPage, Lists } from './lists.js';
import type {
  LogCompletion,
  LogEntering,
  LogRefusal,
  LogRenaming,
  LogRows,
  LogSaltsRemoval,
  LogSequencing,
  SignedLog,
} from './log.js';
import type { Put } from './put.js';
import type { SearchReader } from './search.js';
import type { StockWrite } from './stock.js';
import type { AuditEvent, RemovableTable, TableName, Tables } from './tables.js';

export type { LookupAnswer, LookupArguments, LookupName } from '../store/lookups/lookups.js';

/**
 * Quantities stored outside of rows: an item's stock, and its units in the last import; uses of a discount, in total
 * and per buyer; the last order number of a shop; the bytes of a caller's stored responses, and of a shop's pictures.
 */
export type CounterName =
  | 'stock'
  | 'imported_stock'
  | 'discount_use'
  | 'buyer_use'
  | 'display_id'
  | 'answer_bytes'
  | 'media_bytes';

/** Names of the database's secrets, by purpose. */
export const SECRET_NAMES = [
  'links',
  'fingerprints',
  'cursors',
  'buyers',
  'ucp_keys',
  'mail',
  'people',
  'oauth',
] as const;
export type SecretName = (typeof SECRET_NAMES)[number];

/** Consistent view of the rows within a transaction. */
export interface Rows extends LogRows {
  get<T extends TableName>(table: T, key: string): Tables[T] | undefined;
  /** Returns the existing rows by their keys; absent ones are left out. */
  many<T extends TableName>(table: T, keys: readonly string[]): ReadonlyMap<string, Tables[T]>;
  /** Returns the existing counters by their keys; absent ones are left out. */
  counters(name: CounterName, keys: readonly string[]): ReadonlyMap<string, number>;
  /**
   * Reads rows by other criteria than their key; see `store/lookups/lookups.ts` for the arguments and result of each
   * lookup.
   */
  find<N extends LookupName>(name: N, ...args: LookupArguments<N>): LookupAnswer<N>;
  /**
   * Announces reads, so that a remote engine fetches them in one round trip. This is only a hint: other rows may be
   * read, and announced ones may stay unread.
   */
  expect(...wanted: readonly Wanted[]): void;
  /** False if `expect` has no effect. Frequent decisions then need not build hints. */
  readonly usesHints: boolean;
}

type Reads = Omit<Rows, 'expect' | 'usesHints' | 'find'>;

/** A read other than a lookup: name and arguments. */
export type WantedRead = { [N in keyof Reads]: readonly [name: N, ...Parameters<Reads[N]>] }[keyof Reads];

/** A read of `Rows`: name and arguments. */
export type Wanted = WantedRead | { [N in LookupName]: readonly [name: N, ...LookupArguments<N>] }[LookupName];

/** Write of a counter other than stock; a failed guard rejects the whole decision. */
export type CounterWrite =
  /**
   * Changes a quantity. Rejected if the result is below zero or above `most`. A missing counter starts at `from`;
   * if `from` is absent as well, the write is rejected.
   */
  | {
      readonly type: 'add';
      readonly counter: Exclude<CounterName, 'buyer_use' | 'stock'>;
      readonly key: string;
      readonly by: number;
      readonly most?: number | undefined;
      readonly from?: number;
    }
  /** Takes a unique claim; rejected if it is already taken. */
  | { readonly type: 'claim'; readonly counter: 'buyer_use'; readonly key: string }
  /** Releases the claim if it is held. */
  | { readonly type: 'release'; readonly counter: 'buyer_use'; readonly key: string }
  /** Sets the value regardless of the previous one; null stops counting. */
  | {
      readonly type: 'set';
      readonly counter: 'discount_use' | 'imported_stock' | 'media_bytes';
      readonly key: string;
      readonly to: number | null;
    };

/**
 * A write of a decision. `put` inserts a row or replaces the version that was read. `remove` deletes a row if it
 * exists. `receipt` stores a receipt and appends its leaf to the organization's log.
 */
export type Write =
  | Put
  | { readonly type: 'remove'; readonly table: RemovableTable; readonly key: string }
  | CounterWrite
  | StockWrite
  | { readonly type: 'receipt'; readonly receipt: CheckedReceipt }
  /** Starts a log's next epoch; only `portal log adopt` does so. */
  | ({ readonly type: 'log_renaming' } & LogRenaming)
  | ({ readonly type: 'log_entry' } & LogEntering)
  | ({ readonly type: 'log_sequencing' } & LogSequencing)
  | ({ readonly type: 'log_completion' } & LogCompletion)
  | ({ readonly type: 'log_salts_removal' } & LogSaltsRemoval)
  /** Rebuilds an item's search terms; for `misindexed_items`. */
  | { readonly type: 'index'; readonly item: string }
  | { readonly type: 'audit'; readonly event: AuditEvent };

export interface Decision<R> {
  readonly writes: readonly Write[];
  readonly result: R;
}

/**
 * Thrown when a guard fails because another write changed the row after `decide` read it. The engine then runs the
 * decision again, so callers of `update` never get this error directly.
 */
export class StoreConflict extends Error {
  override readonly name = 'StoreConflict';
  readonly reason: 'version' | 'exists' | 'below_zero' | 'above_most';
  readonly table: TableName | CounterName | 'receipt';
  readonly key: string;

  constructor(reason: StoreConflict['reason'], table: StoreConflict['table'], key: string) {
    super(`${reason}: ${table} ${key}`);
    this.reason = reason;
    this.table = table;
    this.key = key;
  }
}

/** Maximum number of runs of a decision whose guards keep failing. */
export const MAX_TRIES = 8;

/** Read access to a store. */
export interface StoreReader extends SearchReader {
  /** Runs `look` on a consistent snapshot. */
  read<R>(look: (rows: Rows) => R): Promise<R>;
  /** Reads a page of a list from its beginning or after a position, with at most `limit` entries. */
  list<N extends ListName>(
    name: N,
    filter: Lists[N]['filter'],
    after: Lists[N]['position'] | undefined,
    limit: number,
  ): Promise<ListPage<N>>;
}

/**
 * Store access for maintenance and other code that acts for the portal itself, without checking an API key. Calls use
 * their context instead (src/calls/context.ts).
 */
export interface StoreWriter extends StoreReader {
  /**
   * Runs `decide` and applies all of its writes or none. Resolves once they are durable. Decisions are serializable:
   * everything that a decision reads, such as the validity of a key or the number of shops, stays unchanged until its
   * writes are applied. If a guard fails, the decision runs again, at most `MAX_TRIES` times in total.
   * @param scope name of the rows to which the decision is limited: the id of their organization, or a name for rows
   * that belong to none. Decisions of other scopes may run at the same time. Without a scope, the decision may read and
   * write all rows, and runs alone. A decision that only rejects what it finds may read any row
   * @throws the errors of `decide`, with nothing written
   * @throws PortalError `unavailable` when the database cannot be written, or the last try failed. If the last try
   * failed because of a guard, the cause is a StoreConflict that names the key
   */
  update<R>(decide: (rows: Rows) => Decision<R>, scope?: string): Promise<R>;
  /** Returns at most `limit` keys of the work that is due at an instant. */
  due(name: DueName, at: number, limit: number): Promise<readonly string[]>;
  /**
   * Removes deleted and replaced data from all database files, including journals, so that it cannot be recovered from
   * them. On PostgreSQL, only the tables' space is freed; `isThorough` rewrites the tables while calls wait.
   * @throws PortalError `unavailable` when other users of the files prevent it for several seconds, or when tables to
   * rewrite belong to another role
   */
  forget(isThorough?: boolean): Promise<void>;
  /**
   * Returns unused space to the file system, if there is much of it and the engine does not do so automatically. Blocks
   * other work no longer than a write does. Resolves to false when there was nothing to do.
   */
  giveBack(): Promise<boolean>;
}

/** Encryption with a key that no row contains, shared by all processes on the database. */
export interface Sealing {
  /**
   * Encrypts a text.
   * @param bound context that `unseal` must receive too, such as the id of the containing row
   * @throws Error when the log key file is absent or belongs to another database
   */
  seal(text: string, bound: string): string;
  /** Returns the text; `undefined` if the key or context differs, the data was modified, or the key file is absent. */
  unseal(sealed: string, bound: string): string | undefined;
}

/** An API key, with the deployment for which it was created, if any. */
export interface FoundKey {
  readonly key: ApiKey;
  readonly deployment: Deployment | null;
}

/** The API key for which an access token stands. */
export interface FoundToken extends FoundKey {
  /** Instant from which the token is invalid. Milliseconds since the epoch. */
  readonly expires_at: number;
}

/**
 * The storage port (docs/dev/architecture.md, Storage). Reads and writes are asynchronous, so that networked engines
 * fit. `look` and `decide` are synchronous and pure, because an engine may run them several times. `Rows` are read on
 * demand inside the transaction. An engine that cannot read synchronously collects the missing rows, fetches them, and
 * runs the function again.
 */
export interface Store extends StoreWriter {
  findKeyByHash(hash: string): Promise<FoundKey | undefined>;
  /** Finds the API key for which an access token stands, by the token's SHA-256. The token may be expired. */
  findKeyByToken(hash: string): Promise<FoundToken | undefined>;
  /**
   * Signs the current tree of an organization's log with a key that is stored in no row. All signatures of logs are
   * made here: the tree is first compared with the signed heads outside the database, then recorded there durably.
   * @throws LogRefusal when the log does not extend its signed heads, or was modified from outside
   * @throws Error when the key file is absent or belongs to another database
   */
  signLog(organizationId: string): Promise<SignedLog>;
  /**
   * Records in the signed heads the size of each log to which this process has appended since the last call, so that a
   * log that is truncated or restored later is rejected. Returns an error for each log that is rejected already.
   * @throws PortalError `unavailable` when other processes keep recording
   */
  noteLogs(): Promise<readonly LogRefusal[]>;
  /** Encrypts texts that the portal must be able to decrypt later. */
  readonly sealing: Sealing;
  /** Returns a secret of this database, shared by all processes and stable across restarts. */
  secret(name: SecretName): Buffer;
  /**
   * Checks that the database can be read and written.
   * @throws PortalError `unavailable` when the latest write failed
   * @throws the error of a failed read
   */
  check(): Promise<void>;
  close(): Promise<void>;
}
