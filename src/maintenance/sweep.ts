import { removalWrites } from '../calls/answer-bytes.js';
import { ANSWER_LIFETIME } from '../calls/idempotency.js';
import { pause } from '../calls/pause.js';
import type { Portal } from '../calls/portal.js';
import { type Checkout, removeContent } from '../domain/checkout/checkout.js';
import { expireCheckout } from '../domain/checkout/payment.js';
import { isExpired } from '../domain/checkout/status.js';
import { PortalError } from '../domain/errors/portal-error.js';
import { releaseInTime } from '../domain/order/hold-rule.js';
import { SIGN_IN_RETENTION_MS } from '../domain/person/sign-in.js';
import { allDone } from '../domain/values/all-done.js';
import { groupBy } from '../domain/values/group-by.js';
import { splitIntoPortions } from '../domain/values/portions.js';
import { required } from '../domain/values/required.js';
import { buildDeliveryRemovals, DELIVERY_LIFETIME_MS } from '../outbox/old-deliveries.js';
import {
  type DueName,
  type RemovableTable,
  type Rows,
  replaceWrite,
  type StoreWriter,
  type TableName,
  type Write,
} from '../ports.js';
import type { Author } from '../records/audit.js';
import { buildCheckoutWrites } from '../records/checkout-writes.js';
import { buildOrderWrites } from '../records/order-writes.js';
import { ownerOf } from '../records/owner.js';

/** Lifetime of stored events of payment providers, in milliseconds. Providers repeat them for a few days. */
const EVENT_LIFETIME_MS = 30 * 24 * 60 * 60 * 1000;

/** Time for which a used authorization code is remembered after its end, so that a replay ends its grant. Milliseconds. */
const CODE_MEMORY_MS = 24 * 60 * 60 * 1000;

/** Rows found per query, and rows changed per transaction; both are small, so that callers do not have to wait long. */
const FOUND_AT_ONCE = 1_000;
const CHANGED_AT_ONCE = 20;

/**
 * Removes expired data (docs/running.md, Retention) and releases held orders whose time is over: expires carts, erases the content of old canceled checkouts, and
 * removes link codes, platform carts, stored responses, sign-ins, sessions, old deliveries and payment events, and expired
 * OAuth clients, codes and tokens. Also reindexes the items
 * of shops that changed their language, and returns free space to the disk. Ends early when `stopping` returns true.
 * Rows that cannot be read or changed are passed to `skip`, and stay.
 */
export async function sweep(
  portal: Pick<Portal, 'store' | 'clock' | 'ids' | 'retention'>,
  stopping: () => boolean = () => false,
  skip: Skip = failAtOnce,
): Promise<void> {
  const { store, clock, ids, retention } = portal;
  const now = clock.now();
  const by: Author = { ids, actor: 'portal', now };
  const ofCheckouts = (change: Change) => (rows: Rows, keys: readonly string[]) => {
    const checkouts = [...rows.many('checkout', keys).values()];
    const shops = rows.many('shop', [...new Set(checkouts.map(({ shop_id }) => shop_id))]);
    return checkouts.flatMap((row) => change(by, required(shops.get(row.shop_id), 'shop').organization_id, row));
  };
  const old = now - ANSWER_LIFETIME;
  const remove = (table: RemovableTable) => (_rows: Rows, keys: readonly string[]) => removeWrites(table, keys);
  const index = (_rows: Rows, keys: readonly string[]) => keys.map((item): Write => ({ type: 'index', item }));
  const works: readonly Work[] = [
    ['expired_carts', now, 'checkout', ofCheckouts(expire)],
    ['erasable_checkouts', now - retention, 'checkout', ofCheckouts(erase)],
    ['old_answers', old, 'idempotency', (rows, keys) => dropAnswers(rows, keys, old)],
    ['expired_link_codes', now, 'link_code', remove('link_code')],
    ['expired_platform_carts', now, 'platform_cart', (rows, keys) => dropExpired(rows, 'platform_cart', keys, now)],
    ['old_payment_events', now - EVENT_LIFETIME_MS, 'payment_event', remove('payment_event')],
    ['expired_oauth_clients', now, 'oauth_client', (rows, keys) => dropExpired(rows, 'oauth_client', keys, now)],
    ['expired_oauth_codes', now - CODE_MEMORY_MS, 'oauth_code', remove('oauth_code')],
    ['expired_oauth_tokens', now, 'oauth_token', remove('oauth_token')],
    ['old_deliveries', now - DELIVERY_LIFETIME_MS, 'delivery', buildDeliveryRemovals],
    ['old_sign_ins', now - SIGN_IN_RETENTION_MS, 'sign_in', (_rows, keys) => removeWrites('sign_in', keys)],
    ['expired_sessions', now, 'session', (rows, keys) => dropSessions(rows, keys, now)],
    ['due_releases', now, 'order', (rows, keys) => releaseOrders(rows, by, keys)],
    ['misindexed_items', now, 'item', index],
  ];
  for (const work of works) await writePortions(store, stopping, skip, work);
  while (!stopping() && (await store.giveBack())) await pause();
}

/** Reports a row that was skipped. */
type Skip = (key: string, error: unknown) => void;

function failAtOnce(_key: string, error: unknown): never {
  throw error;
}

/** Rows that are due at an instant, their table, and the writes that change them. */
type Work = readonly [
  due: DueName,
  at: number,
  table: TableName,
  writes: (rows: Rows, keys: readonly string[]) => readonly Write[],
];

/** Writes the changes of all due rows in portions, with a pause for other writers after each. */
async function writePortions(store: StoreWriter, stopping: () => boolean, skip: Skip, work: Work): Promise<void> {
  const [due, at] = work;
  let found: readonly string[];
  let skipped: number;
  do {
    found = await store.due(due, at, FOUND_AT_ONCE);
    skipped = 0;
    for (const portion of splitIntoPortions(found, CHANGED_AT_ONCE)) {
      if (stopping()) return;
      skipped += await writePortion(store, skip, work, portion);
      await pause();
    }
  } while (found.length === FOUND_AT_ONCE && skipped < found.length && !stopping());
}

/**
 * Writes the changes of a portion; after an error, those of each row by itself. Returns the number of skipped rows.
 * @throws PortalError `unavailable`
 */
async function writePortion(store: StoreWriter, skip: Skip, work: Work, portion: readonly string[]): Promise<number> {
  try {
    await writeRows(store, work, portion);
    return 0;
  } catch (error) {
    if (error instanceof PortalError && error.code === 'unavailable') throw error;
    const [only, ...others] = portion;
    if (only !== undefined && others.length === 0) {
      skip(only, error);
      return 1;
    }
  }
  let skipped = 0;
  for (const key of portion) skipped += await writePortion(store, skip, work, [key]);
  return skipped;
}

async function writeRows(store: StoreWriter, [, , table, writes]: Work, portion: readonly string[]): Promise<void> {
  const byOwner = await store.read((rows) => groupByOwner(rows, table, portion));
  await allDone(
    [...byOwner].map(([owner, keys]) =>
      store.update((rows) => ({ writes: writes(rows, keys), result: undefined }), owner),
    ),
  );
}

/** Groups the keys of existing rows by their organizations, so that each is changed in the scope of its own. */
function groupByOwner(rows: Rows, table: TableName, keys: readonly string[]) {
  return groupBy(rows.many(table, keys).keys(), (key) => ownerOf(rows, table, key));
}

/** Releases the orders whose holds end by time; some may have been disputed since they were found. */
function releaseOrders(rows: Rows, by: Author, keys: readonly string[]): readonly Write[] {
  return [...rows.many('order', keys).values()].flatMap((order) => {
    const after = releaseInTime(order, by.now);
    return after === order ? [] : buildOrderWrites(rows, by, order, after, 'order.released').writes;
  });
}

/**
 * Removes the stored responses that are still old. This is checked again inside the transaction, since a new call may
 * have reused an idempotency key by then.
 */
function dropAnswers(rows: Rows, keys: readonly string[], old: number): Write[] {
  const records = [...rows.many('idempotency', keys).values()].filter(({ created_at }) => created_at <= old);
  const ids = records.map(({ id }) => id);
  return [...removeWrites('idempotency', ids), ...removalWrites(records)];
}

/** Removes the expired rows; the expiry of some may have been extended since they were found. */
function dropExpired(
  rows: Rows,
  table: 'platform_cart' | 'oauth_client',
  keys: readonly string[],
  now: number,
): Write[] {
  const expired = [...rows.many(table, keys).values()].filter(({ expires_at }) => (expires_at ?? now + 1) <= now);
  return removeWrites(
    table,
    expired.map(({ id }) => id),
  );
}

/** Removes the expired sessions; some may have been used since they were found. */
function dropSessions(rows: Rows, keys: readonly string[], now: number): Write[] {
  const sessions = [...rows.many('session', keys).values()].filter(({ expires_at }) => expires_at <= now);
  return removeWrites(
    'session',
    sessions.map(({ id }) => id),
  );
}

function removeWrites(table: RemovableTable, keys: readonly string[]): Write[] {
  return keys.map((key) => ({ type: 'remove', table, key }));
}

/**
 * Builds the writes for a due checkout. Checks the checkout again inside the transaction, since the buyer may have come
 * back.
 */
type Change = (by: Author, organizationId: string, checkout: Checkout) => Write[];

function expire(by: Author, organizationId: string, checkout: Checkout): Write[] {
  if (!isExpired(checkout, by.now)) return [];
  const put = replaceWrite('checkout', checkout, expireCheckout(checkout));
  return buildCheckoutWrites(by, organizationId, put, 'checkout.expired', ['state']);
}

function erase(by: Author, organizationId: string, checkout: Checkout): Write[] {
  if (checkout.state !== 'canceled' || checkout.erased) return [];
  const put = replaceWrite('checkout', checkout, removeContent(checkout));
  return buildCheckoutWrites(by, organizationId, put, 'checkout.erased', ['buyer', 'lines']);
}
