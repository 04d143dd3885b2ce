import { type SQL, sql } from 'drizzle-orm';
import { isCountersignedEntry, readEntry } from '../../attestation/log-entry.js';
import type { LoggedCountersignature } from '../../domain/receipt/countersigning.js';
import type { AcceptedReceipt } from '../../domain/receipt/receipt.js';
import { itemKey, MAX_VARIANTS, type Variant } from '../../domain/shop/item.js';
import { asLogged } from '../../domain/signing-key/logged-key.js';
import type { SigningKey } from '../../domain/signing-key/signing-key.js';
import type { Spending } from '../../domain/tenant/limits.js';
import type { Usage } from '../../domain/tenant/quota.js';
import { MAX_MAILS_TO_ADDRESS } from '../../domain/webhook/mail-limits.js';
import type { TableName, Tables } from '../tables/tables.js';
import { type FoundRow, type FoundRows, type Lookup, lookup } from './lookup.js';

/**
 * Reads of rows by criteria other than their key, written once for both engines. To add one, declare it here: `Rows`
 * and the engines derive everything else, including which writes change its result.
 */
const DECLARED = {
  /** A buyer's checkout that is open or being paid, in a deployment. `buyer_id` is '' for calls that name no buyer. */
  currentCheckout: lookup({
    values: (deployment_id: string, buyer_id: string) => [{ deployment_id, buyer_id }],
    query: ({ rowColumns }, p) => sql`
      SELECT ${rowColumns} FROM checkout
      WHERE deployment_id = ${p('deployment_id')} AND buyer_id = ${p('buyer_id')} AND state IN ('open', 'paying')`,
    answer: one('checkout'),
    changedByRow: ({ deployment_id, buyer_id }) => [String(deployment_id), String(buyer_id)],
  }),
  /** Id of the checkout with this `purchase_key`. */
  purchase: lookup({
    values: (purchase_key: string) => [{ purchase_key }],
    query: (_words, p) => sql`SELECT key FROM checkout WHERE purchase_key = ${p('purchase_key')}`,
    answer: oneKey,
    changedByRow: ({ purchase_key }) => [String(purchase_key)],
  }),
  /** A shop's automatic discounts. */
  automaticDiscounts: lookup({
    values: (shop_id: string) => [{ shop_id }],
    query: ({ rowColumns }, p) =>
      sql`SELECT ${rowColumns} FROM discount WHERE shop_id = ${p('shop_id')} AND automatic = 1`,
    answer: (found, rows) => sortByKey(found).flatMap((row) => rows.row('discount', row) ?? []),
  }),
  /** All consumers of an organization. */
  consumersOf: lookup({
    values: (organization_id: string) => [{ organization_id }],
    query: ({ rowColumns }, p) =>
      sql`SELECT ${rowColumns} FROM consumer WHERE organization_id = ${p('organization_id')}`,
    answer: (found, rows) => sortByKey(found).flatMap((row) => rows.row('consumer', row) ?? []),
  }),
  /** True if the shop has any item, on sale or not. */
  hasItems: lookup({
    // Item keys have the form `<shop id>/…`, and '0' follows '/' in ASCII, so this range covers exactly that prefix.
    values: (shop_id: string) => [{ first: `${shop_id}/`, end: `${shop_id}0` }],
    query: (_words, p) => sql`SELECT key FROM item WHERE key > ${p('first')} AND key < ${p('end')} LIMIT 1`,
    answer: (found) => found.length > 0,
  }),
  countShops: lookup({
    values: (organization_id: string) => [{ organization_id }],
    query: (_words, p) => sql`SELECT count(*) AS shops FROM shop WHERE organization_id = ${p('organization_id')}`,
    answer: ([row]) => Number(row?.shops ?? 0),
  }),
  /** An organization's usage within the transaction: totals updated by each write, plus counts of small tables. */
  usage: lookup({
    values: (organization_id: string) => [{ organization_id }],
    query: (_words, p) => queryUsage(p('organization_id')),
    answer: ([row]): Usage => ({
      keys: Number(row?.keys ?? 0),
      items: Number(row?.items ?? 0),
      open_carts: Number(row?.open_carts ?? 0),
      rows: Number(row?.stored ?? 0),
      bytes: Number(row?.bytes ?? 0),
    }),
  }),
  /**
   * The first `MAX_VARIANTS` items on sale of each product, in order of creation, keyed by product id. Products without
   * such items are left out.
   */
  variants: lookup({
    values: (shop_id: string, productIds: readonly string[]) =>
      productIds.map((product_id) => ({ shop_id, product_id })),
    query: (_words, p) => sql`
      SELECT product_id, key, price, options FROM item
      WHERE status = 'active' AND shop_id = ${p('shop_id')} AND product_id = ${p('product_id')}
      ORDER BY seq LIMIT ${sql.raw(String(MAX_VARIANTS))}`,
    answer: (found, _rows, [shopId]) => groupVariants(found, shopId),
  }),
  /** The key with this fingerprint, in the state of its last log entry. */
  signingKeyByFingerprint: lookup({
    values: (organization_id: string, key_fingerprint: string) => [{ organization_id, key_fingerprint }],
    query: ({ rowColumns, entryId, indexedBy }, p) => sql`
      SELECT ${rowColumns}, (
        SELECT data FROM log_entry ${indexedBy('log_entry_of_id')}
        WHERE log_entry.organization_id = signing_key.organization_id AND ${entryId} = signing_key.key
        ORDER BY log_index DESC LIMIT 1
      ) AS entry
      FROM signing_key
      WHERE organization_id = ${p('organization_id')} AND key_fingerprint = ${p('key_fingerprint')}`,
    answer: loggedKey,
  }),
  /** The leaf of the first entry with this id: the one that registered a key or placed an order, or that of an upgrade. */
  firstEntryOf: lookup({
    values: (organization_id: string, id: string) => [{ organization_id, id }],
    query: ({ entryId, indexedBy }, p) => sql`
      SELECT log_index, data FROM log_entry ${indexedBy('log_entry_of_id')}
      WHERE organization_id = ${p('organization_id')} AND ${entryId} = ${p('id')}
      ORDER BY log_index LIMIT 1`,
    answer: oneLeaf,
  }),
  /** Leaf data of the last entry with this id, as of a consumer. */
  lastEntryOf: lookup({
    values: (organization_id: string, id: string) => [{ organization_id, id }],
    query: ({ entryId, indexedBy }, p) => sql`
      SELECT data FROM log_entry ${indexedBy('log_entry_of_id')}
      WHERE organization_id = ${p('organization_id')} AND ${entryId} = ${p('id')}
      ORDER BY log_index DESC LIMIT 1`,
    answer: ([row]): Uint8Array | undefined => (row && Buffer.isBuffer(row.data) ? row.data : undefined),
  }),
  /** The leaf of the last entry with this id before another leaf. */
  entryBefore: lookup({
    values: (organization_id: string, id: string, log_index: number) => [
      { organization_id, id, before: String(log_index) },
    ],
    query: ({ entryId, indexedBy }, p) => sql`
      SELECT log_index, data FROM log_entry ${indexedBy('log_entry_of_id')}
      WHERE organization_id = ${p('organization_id')} AND ${entryId} = ${p('id')}
        AND log_index < CAST(${p('before')} AS BIGINT)
      ORDER BY log_index DESC LIMIT 1`,
    answer: oneLeaf,
  }),
  /** The countersignatures of a receipt, oldest first. */
  countersignaturesOf: lookup({
    values: (organization_id: string, receipt_id: string) => [{ organization_id, receipt_id }],
    query: ({ entryId, indexedBy }, p) => sql`
      SELECT log_index, data FROM log_entry ${indexedBy('log_entry_of_id')}
      WHERE organization_id = ${p('organization_id')} AND ${entryId} = ${p('receipt_id')}
      ORDER BY log_index`,
    answer: (found) => found.flatMap(readLoggedCountersignature),
  }),
  /** The active key of an agent, or of the organization itself for a null agent. */
  activeSigningKey: lookup({
    values: (organization_id: string, agentId: string | null) => [{ organization_id, agent_id: agentId ?? '' }],
    query: ({ rowColumns, orEmpty }, p) => sql`
      SELECT ${rowColumns} FROM signing_key
      WHERE organization_id = ${p('organization_id')} AND ${orEmpty('agent_id')} = ${p('agent_id')} AND status = 'active'`,
    answer: one('signing_key'),
  }),
  receipt: lookup({
    values: (id: string) => [{ id }],
    query: (_words, p) => sql`SELECT * FROM receipt WHERE id = ${p('id')}`,
    answer: oneReceipt,
    changedBy: ({ id }) => [id],
  }),
  receiptByHash: lookup({
    values: (organization_id: string, receipt_hash: string) => [{ organization_id, receipt_hash }],
    query: ({ receiptOf }, p) => receiptOf(p('organization_id'), p('receipt_hash')),
    answer: oneReceipt,
    changedBy: ({ organization_id, receipt_hash }) => [organization_id, receipt_hash],
  }),
  /** The first receipt for an agent's job, which supersedes no other. */
  receiptOfJob: lookup({
    values: (organization_id: string, agent_id: string, job_id: string) => [{ organization_id, agent_id, job_id }],
    query: ({ orEmpty }, p) => sql`
      SELECT * FROM receipt
      WHERE organization_id = ${p('organization_id')} AND agent_id = ${p('agent_id')} AND job_id = ${p('job_id')}
      ORDER BY ${orEmpty('supersedes')} LIMIT 1`,
    answer: oneReceipt,
    changedBy: ({ organization_id, agent_id, job_id }) => [organization_id, agent_id, job_id],
  }),
  /** The receipt for an agent's job that supersedes the one with this hash. */
  receiptSuperseding: lookup({
    values: (organization_id: string, agent_id: string, job_id: string, supersedes: string) => [
      { organization_id, agent_id, job_id, supersedes },
    ],
    query: ({ orEmpty }, p) => sql`
      SELECT * FROM receipt
      WHERE organization_id = ${p('organization_id')} AND agent_id = ${p('agent_id')} AND job_id = ${p('job_id')}
        AND ${orEmpty('supersedes')} = ${p('supersedes')}`,
    answer: oneReceipt,
    changedBy: ({ organization_id, agent_id, job_id, supersedes }) => [
      organization_id,
      agent_id,
      job_id,
      supersedes ?? '',
    ],
  }),
  /**
   * True if a payment through a shop's own account is open: the handler has not given an outcome, the payment is
   * authorized, or a capture, void or refund is in progress.
   */
  hasOpenPayment: lookup({
    values: (shop_id: string, handler_id: string) => [{ shop_id, handler_id }],
    query: (words, p) => {
      // The columns with an index are null for all other rows, so only open payments are read.
      const ofAccount = (body: SQL, ...path: readonly string[]) => sql`
        ${words.jsonText(body, ...path, 'account')} = 'shop'
        AND ${words.jsonText(body, ...path, 'handler_id')} = ${p('handler_id')}`;
      const shop = p('shop_id');
      return sql`
        SELECT checkout.key FROM checkout
        WHERE state = 'paying' AND payment_started_at IS NOT NULL AND checkout.shop_id = ${shop}
          AND ${ofAccount(sql`checkout.body`, 'attempt')}
        UNION ALL
        SELECT payment.key FROM payment
        WHERE due_at IS NOT NULL AND payment.shop_id = ${shop} AND ${ofAccount(sql`payment.body`)}
        UNION ALL
        SELECT payment.key FROM "order"
        JOIN payment ON payment.key = ${words.jsonText(sql`"order".body`, 'payment', 'attempt_id')}
        WHERE money_since IS NOT NULL AND payment.shop_id = ${shop} AND ${ofAccount(sql`payment.body`)}
        LIMIT 1`;
    },
    answer: (found) => found.length > 0,
  }),
  /**
   * True if as many mails with a limit as one address may get were created for a receiver in a period before one of them,
   * not counting dead ones. Those of the same millisecond are ordered by their ids. Reads an index only.
   */
  hasMaxMails: lookup({
    values: (receiver: string, since: number, before: number, id: string) => [
      { receiver, since: String(since), before: String(before), id },
    ],
    query: (_words, p) => sql`
      SELECT key FROM delivery
      WHERE receiver = ${p('receiver')} AND limited = 1 AND state IN ('waiting', 'delivered')
        AND created_at >= CAST(${p('since')} AS BIGINT)
        AND (created_at, key) < (CAST(${p('before')} AS BIGINT), ${p('id')})
      LIMIT 1 OFFSET ${sql.raw(String(MAX_MAILS_TO_ADDRESS - 1))}`,
    answer: (found) => found.length > 0,
  }),
  /** The payments that count toward the limits of an API key since this instant, in milliseconds since the epoch. */
  spending: lookup({
    values: (spender_id: string, since: number) => [{ spender_id, since: String(since) }],
    query: (_words, p) => sql`
      SELECT coalesce(sum(spent), 0) AS spent, min(spent_at) AS oldest, max(spent_at) AS newest FROM payment
      WHERE spender_id = ${p('spender_id')} AND spent_at > CAST(${p('since')} AS bigint)`,
    answer: ([row]): Pick<Spending, 'spent' | 'oldest' | 'newest'> => ({
      spent: Number(row?.spent ?? 0),
      ...(row?.oldest != null && { oldest: Number(row.oldest), newest: Number(row.newest) }),
    }),
  }),
  /** The number of an organization's staff. */
  countStaff: lookup({
    values: (organization_id: string) => [{ organization_id }],
    query: (_words, p) => sql`
      SELECT count(*) AS staff FROM staff WHERE organization_id = ${p('organization_id')} AND removed_at IS NULL`,
    answer: ([row]) => Number(row?.staff ?? 0),
  }),
  /** An organization's staff who have come to the desk. The others get no mail but the one to sign in, and invitations. */
  confirmedStaff: lookup({
    values: (organization_id: string) => [{ organization_id }],
    query: ({ rowColumns }, p) => sql`
      SELECT ${rowColumns} FROM staff
      WHERE organization_id = ${p('organization_id')} AND removed_at IS NULL`,
    answer: (found, rows) =>
      sortByKey(found)
        .flatMap((row) => rows.row('staff', row) ?? [])
        .filter(({ confirmed_at }) => confirmed_at !== undefined),
  }),
  /** Number of registered OAuth clients that expire after an instant. Predefined ones never expire. */
  countOauthClients: lookup({
    values: (now: number) => [{ now: String(now) }],
    query: (_words, p) => sql`
      SELECT count(*) AS clients FROM oauth_client WHERE expires_at > CAST(${p('now')} AS bigint)`,
    answer: ([row]) => Number(row?.clients ?? 0),
  }),
  /** A person's present staff roles, in all organizations. */
  rolesOf: lookup({
    values: (person_id: string) => [{ person_id }],
    query: ({ rowColumns }, p) => sql`
      SELECT ${rowColumns} FROM staff WHERE person_id = ${p('person_id')} AND removed_at IS NULL`,
    answer: (found, rows) => sortByKey(found).flatMap((row) => rows.row('staff', row) ?? []),
  }),
  /** A person's passkeys. */
  passkeysOf: lookup({
    values: (person_id: string) => [{ person_id }],
    query: ({ rowColumns }, p) => sql`SELECT ${rowColumns} FROM passkey WHERE person_id = ${p('person_id')}`,
    answer: (found, rows) => sortByKey(found).flatMap((row) => rows.row('passkey', row) ?? []),
  }),
  /** Id of an organization's first shop. */
  firstShop: lookup({
    values: (organization_id: string) => [{ organization_id }],
    query: (_words, p) => sql`
      SELECT key FROM shop WHERE organization_id = ${p('organization_id')} ORDER BY created_at, key LIMIT 1`,
    answer: oneKey,
  }),
  /** The number of a person's attempts to sign in since an instant, in milliseconds since the epoch. */
  countSignIns: lookup({
    values: (person_id: string, since: number) => [{ person_id, since: String(since) }],
    query: (_words, p) => sql`
      SELECT count(*) AS attempts FROM sign_in
      WHERE person_id = ${p('person_id')} AND created_at > CAST(${p('since')} AS bigint)`,
    answer: ([row]) => Number(row?.attempts ?? 0),
  }),
  /** The order of a shop with this number. */
  orderByNumber: lookup({
    values: (shop_id: string, display_id: string) => [{ shop_id, display_id }],
    query: ({ rowColumns }, p) =>
      sql`SELECT ${rowColumns} FROM "order" WHERE shop_id = ${p('shop_id')} AND display_id = ${p('display_id')}`,
    answer: one('order'),
  }),
  /** The organization's order whose receipt context has this hash. */
  orderByContext: lookup({
    values: (_organizationId: string, context_hash: string) => [{ context_hash }],
    query: ({ rowColumns }, p) => sql`SELECT ${rowColumns} FROM "order" WHERE context_hash = ${p('context_hash')}`,
    answer: (found, rows, [organizationId]) => {
      const order = one('order')(sortByKey(found), rows);
      return order?.organization_id === organizationId ? order : undefined;
    },
  }),
};

type Lookups = typeof DECLARED;

export type LookupName = keyof Lookups;
export type LookupArguments<N extends LookupName> = Parameters<Lookups[N]['values']>;
export type LookupAnswer<N extends LookupName> = ReturnType<Lookups[N]['answer']>;

export const LOOKUPS: { readonly [N in LookupName]: Lookup<LookupArguments<N>, LookupAnswer<N>> } = DECLARED;

export const LOOKUP_NAMES: readonly LookupName[] = Object.keys(LOOKUPS).filter(isLookup);

export function isLookup(name: string): name is LookupName {
  return Object.hasOwn(LOOKUPS, name);
}

function queryUsage(organizationId: SQL): SQL {
  const count = (table: TableName) =>
    sql`(SELECT count(*) FROM ${sql.raw(table)} WHERE organization_id = ${organizationId})`;
  return sql`
    SELECT coalesce(sum(api_keys), 0) AS keys, coalesce(sum(items), 0) AS items, coalesce(sum(open_carts), 0) AS open_carts,
      coalesce(sum(stored_rows), 0) + ${count('agent')} + ${count('consumer')} + ${count('signing_key')} + ${count('shop')}
        + (SELECT count(*) FROM shop JOIN deployment ON deployment.shop_id = shop.key
           WHERE shop.organization_id = ${organizationId}) AS stored,
      coalesce(sum(bytes), 0)
        + (SELECT coalesce(sum(value), 0) FROM shop JOIN counter ON counter.name = 'media_bytes' AND counter.key = shop.key
           WHERE shop.organization_id = ${organizationId}) AS bytes
    FROM usage WHERE organization_id = ${organizationId}`;
}

/** Sorts rows by key. The query does not sort them, because SQLite would do so in a temporary table. */
function sortByKey(found: readonly FoundRow[]): readonly FoundRow[] {
  return found.length < 2 ? found : [...found].sort((a, b) => (String(a.key) < String(b.key) ? -1 : 1));
}

function one<T extends TableName>(table: T): (found: readonly FoundRow[], rows: FoundRows) => Tables[T] | undefined {
  return ([row], rows) => row && rows.row(table, row);
}

function oneKey([row]: readonly FoundRow[]): string | undefined {
  return row && String(row.key);
}

function loggedKey(found: readonly FoundRow[], rows: FoundRows): SigningKey | undefined {
  const row = one('signing_key')(found, rows);
  const entry = found[0]?.entry;
  return row && asLogged(row, Buffer.isBuffer(entry) ? entry : undefined);
}

function oneLeaf([row]: readonly FoundRow[]): { readonly log_index: number; readonly data: Uint8Array } | undefined {
  return row && Buffer.isBuffer(row.data) ? { log_index: Number(row.log_index), data: row.data } : undefined;
}

function readLoggedCountersignature({ log_index, data }: FoundRow): LoggedCountersignature[] {
  const entry = Buffer.isBuffer(data) ? readEntry(data) : undefined;
  return entry && isCountersignedEntry(entry) ? [{ log_index: Number(log_index), entry }] : [];
}

/** @throws Error if the columns are not those of a receipt */
function oneReceipt([row]: readonly FoundRow[]): AcceptedReceipt | undefined {
  if (row === undefined || isReceipt(row)) return row;
  throw new Error('the columns are not those of a receipt');
}

/** Checks only two columns: the table's columns match the type, and no other program writes to it. */
function isReceipt(columns: FoundRow): columns is FoundRow & AcceptedReceipt {
  return Buffer.isBuffer(Reflect.get(columns, 'signed_bytes')) && Buffer.isBuffer(Reflect.get(columns, 'mac'));
}

function groupVariants(found: readonly FoundRow[], shopId: string): ReadonlyMap<string, readonly Variant[]> {
  const start = itemKey(shopId, '').length;
  const variants = new Map<string, Variant[]>();
  for (const { product_id, key, price, options } of found) {
    const variant = { id: String(key).slice(start), price: Number(price), options: JSON.parse(String(options)) };
    const others = variants.get(String(product_id));
    if (others) others.push(variant);
    else variants.set(String(product_id), [variant]);
  }
  return variants;
}
