import { removalWrites } from '../calls/answer-bytes.js';
import { ANSWER_LIFETIME } from '../calls/idempotency.js';
import { pause } from '../calls/pause.js';
import type { Portal } from '../calls/portal.js';
import { type Checkout, removeContent } from '../domain/checkout/checkout.js';
import { expireCheckout } from '../domain/checkout/payment.js';
import { isExpired } from '../domain/checkout/status.js';
import { splitIntoPortions } from '../domain/values/portions.js';
import { required } from '../domain/values/required.js';
import { buildDeliveryRemovals, DELIVERY_LIFETIME_MS } from '../outbox/old-deliveries.js';
import { type RemovableTable, type Rows, replaceWrite, type StoreWriter, type Write } from '../ports.js';
import type { Author } from '../records/audit.js';
import { buildCheckoutWrites } from '../records/checkout-writes.js';

/** Rows found per query, and rows changed per transaction; both are small, so that callers do not have to wait long. */
const FOUND_AT_ONCE = 1_000;
const CHANGED_AT_ONCE = 20;

/**
 * Removes expired data (docs/running.md, Retention): expires carts, erases the content of old canceled checkouts, and
 * removes link codes, platform carts, stored responses and old deliveries. Also reindexes the items of shops that
 * changed their language, and returns free space to the disk. Ends early when `stopping` returns true.
 */
export async function sweep(
  portal: Pick<Portal, 'store' | 'clock' | 'ids' | 'retention'>,
  stopping: () => boolean = () => false,
): Promise<void> {
  const { store, clock, ids, retention } = portal;
  const now = clock.now();
  const by: Author = { ids, actor: 'portal', now };
  const ofCheckouts = (change: Change) => (rows: Rows, ids: readonly string[]) => {
    const checkouts = [...rows.many('checkout', ids).values()];
    const shops = rows.many('shop', [...new Set(checkouts.map(({ shop_id }) => shop_id))]);
    return checkouts.flatMap((row) => change(by, required(shops.get(row.shop_id), 'shop').organization_id, row));
  };
  await writePortions(store, stopping, () => store.due('expired_carts', now, FOUND_AT_ONCE), ofCheckouts(expire));
  await writePortions(
    store,
    stopping,
    () => store.due('erasable_checkouts', now - retention, FOUND_AT_ONCE),
    ofCheckouts(erase),
  );
  const old = now - ANSWER_LIFETIME;
  await writePortions(
    store,
    stopping,
    () => store.due('old_answers', old, FOUND_AT_ONCE),
    (rows, keys) => dropAnswers(rows, keys, old),
  );
  await writePortions(
    store,
    stopping,
    () => store.due('expired_link_codes', now, FOUND_AT_ONCE),
    (_rows, keys) => removeWrites('link_code', keys),
  );
  await writePortions(
    store,
    stopping,
    () => store.due('expired_platform_carts', now, FOUND_AT_ONCE),
    (rows, keys) => dropCarts(rows, keys, now),
  );
  await writePortions(
    store,
    stopping,
    () => store.due('old_deliveries', now - DELIVERY_LIFETIME_MS, FOUND_AT_ONCE),
    buildDeliveryRemovals,
  );
  await writePortions(
    store,
    stopping,
    () => store.due('misindexed_items', now, FOUND_AT_ONCE),
    (_rows, keys) => keys.map((item) => ({ type: 'index', item })),
  );
  while (!stopping() && (await store.giveBack())) await pause();
}

/** Writes the changes of all due rows in portions, with a pause for other writers after each. */
async function writePortions(
  store: StoreWriter,
  stopping: () => boolean,
  due: () => Promise<readonly string[]>,
  writes: (rows: Rows, keys: readonly string[]) => Write[],
): Promise<void> {
  let found: readonly string[];
  do {
    found = await due();
    for (const keys of splitIntoPortions(found, CHANGED_AT_ONCE)) {
      if (stopping()) return;
      await store.update((rows) => ({ writes: writes(rows, keys), result: undefined }));
      await pause();
    }
  } while (found.length === FOUND_AT_ONCE && !stopping());
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

/** Removes the expired carts; the expiry of some may have been extended since they were found. */
function dropCarts(rows: Rows, keys: readonly string[], now: number): Write[] {
  const carts = [...rows.many('platform_cart', keys).values()].filter(({ expires_at }) => expires_at <= now);
  return removeWrites(
    'platform_cart',
    carts.map(({ id }) => id),
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
