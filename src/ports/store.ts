import type { Checkout } from '../domain/checkout/checkout.js';
import type { CheckedReceipt } from '../domain/receipt/receipt.js';
import type { Discount } from '../domain/shop/discount.js';
import type { Variant } from '../domain/shop/item.js';
import type { Usage } from '../domain/tenant/quota.js';
import type { ApiKey } from '../domain/tenant/tenant.js';
import type { AttestationRows } from './attestation.js';
import type { DueName, ListName, ListPage, Lists } from './lists.js';
import type { LogRefusal, LogRenaming, SignedLog } from './log.js';
import type { Put } from './put.js';
import type { SearchReader } from './search.js';
import type { StockWrite } from './stock.js';
import type { AuditEvent, TableName, Tables } from './tables.js';

/**
 * Quantities that guarded steps change, never written as a whole with an aggregate: units left of an item, uses of a
 * discount, in all and by one buyer, the last order number of a shop, the bytes that a caller's answers
 * kept for repeats take up, and those of a shop's pictures.
 */
export type CounterName = 'stock' | 'discount_use' | 'buyer_use' | 'display_id' | 'answer_bytes' | 'media_bytes';

/** What each secret of a database is for. */
export const SECRET_NAMES = ['links', 'fingerprints', 'cursors', 'buyers', 'ucp_keys'] as const;
export type SecretName = (typeof SECRET_NAMES)[number];

/** A consistent view of the rows, inside one transaction. */
export interface Rows extends AttestationRows {
  get<T extends TableName>(table: T, key: string): Tables[T] | undefined;
  /** The rows that exist, by key. */
  many<T extends TableName>(table: T, keys: readonly string[]): ReadonlyMap<string, Tables[T]>;
  /** The counters that exist, by key. */
  counters(name: CounterName, keys: readonly string[]): ReadonlyMap<string, number>;
  /** The cart that a deployment's caller is filling, if there is one; buyer '' = none. */
  currentCheckout(deploymentId: string, buyerId: string): Checkout | undefined;
  /** The automatic discounts of a shop. */
  automaticDiscounts(shopId: string): readonly Discount[];
  /** Whether a shop has any item, on sale or not. */
  hasItems(shopId: string): boolean;
  countShops(organizationId: string): number;
  /** What an organization has, as the transaction sees it: counted with each write, never by reading all rows. */
  usage(organizationId: string): Usage;
  /** The items on sale of each product that has any, by product id; in the order in which they were first written, at most `MAX_VARIANTS`. */
  variants(shopId: string, productIds: readonly string[]): ReadonlyMap<string, readonly Variant[]>;
  /**
   * Says what will be read, so that an engine that has to fetch it does so in one trip. A hint: other rows can be read
   * too, and what it names need not be read.
   */
  expect(...wanted: readonly Wanted[]): void;
}

type Reads = Omit<Rows, 'expect'>;

/** A read of `Rows`: its name and its arguments. */
export type Wanted = { [N in keyof Reads]: readonly [name: N, ...Parameters<Reads[N]>] }[keyof Reads];

/** The tables whose rows may be deleted; everything else is kept. */
export type RemovableTable =
  | 'discount'
  | 'idempotency'
  | 'link_code'
  | 'platform_cart'
  | 'webhook'
  | 'delivery_lane'
  | 'delivery';

/** A write of a counter other than stock; a guard that fails refuses the whole decision. */
export type CounterWrite =
  /**
   * Changes a quantity; refused below zero and above `most`. A counter that does not exist starts at `from`; without `from`
   * the write is refused.
   */
  | {
      readonly type: 'add';
      readonly counter: Exclude<CounterName, 'buyer_use' | 'stock'>;
      readonly key: string;
      readonly by: number;
      readonly most?: number | undefined;
      readonly from?: number;
    }
  /** Takes what exists once; refused when it is taken. */
  | { readonly type: 'claim'; readonly counter: 'buyer_use'; readonly key: string }
  /** Gives back what was claimed, if it was. */
  | { readonly type: 'release'; readonly counter: 'buyer_use'; readonly key: string }
  /** The merchant's value, or what was counted anew, whatever it was before; null = it is not counted any more. */
  | {
      readonly type: 'set';
      readonly counter: 'discount_use' | 'media_bytes';
      readonly key: string;
      readonly to: number | null;
    };

/**
 * One write of a decision. `put` inserts a row or replaces the version that was read; `remove` deletes a row, if it
 * exists; `receipt` stores a receipt and appends its leaf to the organization's log.
 */
export type Write =
  | Put
  | { readonly type: 'remove'; readonly table: RemovableTable; readonly key: string }
  | CounterWrite
  | StockWrite
  | { readonly type: 'receipt'; readonly receipt: CheckedReceipt }
  /** Gives a log its next name; only `portal log adopt` does so. */
  | ({ readonly type: 'log_renaming' } & LogRenaming)
  /** Makes the terms anew by which an item is found; for items that are due as `misindexed_items`. */
  | { readonly type: 'index'; readonly item: string }
  | { readonly type: 'audit'; readonly event: AuditEvent };

export interface Decision<R> {
  readonly writes: readonly Write[];
  readonly result: R;
}

/**
 * Why the guard of a write failed: another write changed the row after `decide` had read it. The engine runs the
 * decision again on the new rows, so that a caller of `update` never gets this error itself.
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

/** How often a decision runs at most while the guards of its writes fail. */
export const MAX_TRIES = 8;

/** The reads of a store. */
export interface StoreReader extends SearchReader {
  /** Runs `look` on one consistent snapshot. */
  read<R>(look: (rows: Rows) => R): Promise<R>;
  /** A page of a list, from its beginning or after a position. At most `limit` entries. */
  list<N extends ListName>(
    name: N,
    filter: Lists[N]['filter'],
    after: Lists[N]['position'] | undefined,
    limit: number,
  ): Promise<ListPage<N>>;
}

/**
 * The store for maintenance and other code that acts for the portal itself: no key is checked. Calls use their context
 * instead (src/calls/context.ts).
 */
export interface StoreWriter extends StoreReader {
  /**
   * Runs `decide` and applies its writes, all or nothing. Resolves after they are durable. Decisions are serializable:
   * everything that one has read, such as whether a key is valid or how many shops there are, stays unchanged until its
   * writes are applied. PostgreSQL: isolation level SERIALIZABLE.
   *
   * When a guard fails, or the engine cannot serialize the decisions, the decision runs again, at most `MAX_TRIES` times
   * in all.
   * @throws whatever `decide` throws, with nothing written
   * @throws PortalError `unavailable` when the database cannot be written, or the last try failed too; the cause is
   * then a StoreConflict, which names the key
   */
  update<R>(decide: (rows: Rows) => Decision<R>): Promise<R>;
  /** The keys of what is due at an instant; at most `limit`. */
  due(name: DueName, at: number, limit: number): Promise<readonly string[]>;
  /**
   * Takes what was removed or replaced out of every file of the database, journals too, so that it cannot be read there. A server's
   * files and journal are its own: its tables give the room free, and are written anew only with `isThorough`, while calls wait.
   * @throws PortalError `unavailable` when other users of the files do not let it, within some seconds
   */
  forget(isThorough?: boolean): Promise<void>;
  /**
   * Gives some of the space that removed rows have left back to the file system, where there is much of it and the engine does not do
   * that by itself; nobody waits for it longer than for another write. Answers false when there was nothing to do.
   */
  giveBack(): Promise<boolean>;
}

/** Encrypts with a key that no row holds, the same for every process on the database. */
export interface Sealing {
  /**
   * @param bound what must be given again to read it, such as the id of the row that keeps it
   * @throws Error when the file of the logs' key is absent or is not this database's
   */
  seal(text: string, bound: string): string;
  /** The text; undefined = it was sealed with another key or bound to something else, was changed, or the key's file is absent. */
  unseal(sealed: string, bound: string): string | undefined;
}

/**
 * The storage port (docs/dev/architecture.md, Storage). What reads or writes rows is asynchronous, so that engines with a
 * network fit; `look` and `decide` are synchronous and pure, because an engine may call them more than once.
 *
 * `Rows` are read when they are asked for, inside the transaction: a decision names the rows it
 * needs by reading them. An engine that cannot read synchronously collects what was missing,
 * fetches it, and runs the function again.
 */
export interface Store extends StoreWriter {
  findKeyByHash(hash: string): Promise<ApiKey | undefined>;
  /**
   * Signs the present tree of an organization's log, with a key that no row holds: the only way to sign for a log. Before it
   * resolves, the tree is compared with the last one that was signed, which is kept outside the database, and is durable there.
   * @throws LogRefusal when the log is not the one that was signed before, or was changed from outside
   * @throws Error when the key's file is absent or is not this database's
   */
  signLog(organizationId: string): Promise<SignedLog>;
  /**
   * Notes outside the database how large the logs are that this process has appended to since the last call, as if they were
   * signed, so that one that is cut or put back later is refused. Answers the refusals of logs that were.
   * @throws PortalError `unavailable` when other processes are noting all the time
   */
  noteLogs(): Promise<readonly LogRefusal[]>;
  /** For texts that are kept and must be readable again. */
  readonly sealing: Sealing;
  /** A secret of this database, the same for every process on it and across restarts. Bytes. */
  secret(name: SecretName): Buffer;
  /**
   * Whether the database can be read and written.
   * @throws PortalError `unavailable` when the latest write failed; whatever a read fails with
   */
  check(): Promise<void>;
  close(): Promise<void>;
}
