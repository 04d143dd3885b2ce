import { type SQL, sql } from 'drizzle-orm';
import type { AcceptedReceipt } from '../../domain/receipt/receipt.js';
import { itemKey, MAX_VARIANTS, type Variant } from '../../domain/shop/item.js';
import type { Rows, TableName, Tables } from '../../ports.js';

/** A row that a lookup has found. */
export type FoundRow = Readonly<Record<string, unknown>>;

/** Turns a raw result row of an engine into a typed table row. */
export interface FoundRows {
  row<T extends TableName>(table: T, found: FoundRow): Tables[T] | undefined;
}

/** Arguments of a lookup as SQL, in their order. */
type Arguments = readonly SQL[];

/** Parts of a statement that engines write differently. */
export interface EngineParts {
  /** Columns to select so that the engine can load the whole row. */
  readonly row: SQL;
  /** The column with null as '', written exactly like the index expression, so that the index is used. */
  orEmpty(column: 'agent_id' | 'supersedes'): SQL;
}

export interface Lookup<N extends LookupName> {
  /** Number of arguments; all are strings. */
  readonly width: number;
  readonly select: (args: Arguments, engine: EngineParts) => SQL;
  readonly answer: (found: readonly FoundRow[], rows: FoundRows, called: readonly string[]) => ReturnType<Rows[N]>;
}

type WholeRead = Exclude<keyof Rows, 'expect' | 'get' | 'many' | 'counters'>;
/** Reads answered by one SQL statement. Log reads are excluded: their results must also be verified. */
export type LookupName = Exclude<WholeRead, 'logHead' | 'logHashes' | 'logLeaves' | 'closedLogs'>;

const EMPTY = sql`''`;
const at = (args: Arguments, index: number) => args[index] ?? EMPTY;
const ofOrganization = (args: Arguments) => sql`organization_id = ${at(args, 0)}`;
const ofJob = (args: Arguments) =>
  sql`${ofOrganization(args)} AND agent_id = ${at(args, 1)} AND job_id = ${at(args, 2)}`;
const receipts = (where: SQL) => sql`SELECT * FROM receipt WHERE ${where}`;
const count = (from: string, args: Arguments) =>
  sql`(SELECT count(*) FROM ${sql.raw(from)} WHERE organization_id = ${at(args, 0)})`;

/** Reads of rows other than by key, written once for both engines. */
export const LOOKUPS: { readonly [N in LookupName]: Lookup<N> } = {
  currentCheckout: {
    width: 2,
    select: (args, { row }) => sql`
      SELECT ${row} FROM checkout
      WHERE deployment_id = ${at(args, 0)} AND buyer_id = ${at(args, 1)} AND state IN ('open', 'paying')`,
    answer: one('checkout'),
  },
  automaticDiscounts: {
    width: 1,
    select: (args, { row }) => sql`SELECT ${row} FROM discount WHERE shop_id = ${at(args, 0)} AND automatic = 1`,
    answer: (found, rows) => byKey(found).flatMap((row) => rows.row('discount', row) ?? []),
  },
  // // Item keys are `<shop id>/…`, and '0' is the character after '/', so this range is exactly that prefix.
  hasItems: {
    width: 1,
    select: (args) =>
      sql`SELECT key FROM item WHERE key > ${at(args, 0)} || '/' AND key < ${at(args, 0)} || '0' LIMIT 1`,
    answer: (found) => found.length > 0,
  },
  countShops: {
    width: 1,
    select: (args) => sql`SELECT count(*) AS shops FROM shop WHERE ${ofOrganization(args)}`,
    answer: ([row]) => Number(row?.shops ?? 0),
  },
  // // Adds the totals maintained by each write to counts of small, indexed tables.
  usage: {
    width: 1,
    select: (args) => sql`
      SELECT coalesce(sum(api_keys), 0) AS keys, coalesce(sum(items), 0) AS items, coalesce(sum(open_carts), 0) AS open_carts,
        coalesce(sum(stored_rows), 0) + ${count('agent', args)} + ${count('consumer', args)}
          + ${count('signing_key', args)} + ${count('shop', args)}
          + (SELECT count(*) FROM shop JOIN deployment ON deployment.shop_id = shop.key
             WHERE shop.organization_id = ${at(args, 0)}) AS stored,
        coalesce(sum(bytes), 0)
          + (SELECT coalesce(sum(value), 0) FROM shop JOIN counter ON counter.name = 'media_bytes' AND counter.key = shop.key
             WHERE shop.organization_id = ${at(args, 0)}) AS bytes
      FROM usage WHERE ${ofOrganization(args)}`,
    answer: ([row]) => ({
      keys: Number(row?.keys ?? 0),
      items: Number(row?.items ?? 0),
      open_carts: Number(row?.open_carts ?? 0),
      rows: Number(row?.stored ?? 0),
      bytes: Number(row?.bytes ?? 0),
    }),
  },
  variants: {
    width: 2,
    select: (args) => sql`
      SELECT product_id, key, price, options FROM item
      WHERE status = 'active' AND shop_id = ${at(args, 0)} AND product_id = ${at(args, 1)}
      ORDER BY seq LIMIT ${sql.raw(String(MAX_VARIANTS))}`,
    answer: (found, _rows, [shopId = '']) => variantsIn(found, itemKey(shopId, '').length),
  },
  signingKeyByFingerprint: {
    width: 2,
    select: (args, { row }) =>
      sql`SELECT ${row} FROM signing_key WHERE ${ofOrganization(args)} AND key_fingerprint = ${at(args, 1)}`,
    answer: one('signing_key'),
  },
  // The organization's own key has no agent: '' stands for null.
  activeSigningKey: {
    width: 2,
    select: (args, { row, orEmpty }) => sql`
      SELECT ${row} FROM signing_key
      WHERE ${ofOrganization(args)} AND ${orEmpty('agent_id')} = ${at(args, 1)} AND status = 'active'`,
    answer: one('signing_key'),
  },
  receipt: { width: 1, select: (args) => receipts(sql`id = ${at(args, 0)}`), answer: oneReceipt },
  receiptByHash: {
    width: 2,
    select: (args) => receipts(sql`${ofOrganization(args)} AND receipt_hash = ${at(args, 1)}`),
    answer: oneReceipt,
  },
  // // The first receipt of a job supersedes none.
  receiptOfJob: {
    width: 3,
    select: (args, { orEmpty }) => receipts(sql`${ofJob(args)} ORDER BY ${orEmpty('supersedes')} LIMIT 1`),
    answer: oneReceipt,
  },
  receiptSuperseding: {
    width: 4,
    select: (args, { orEmpty }) => receipts(sql`${ofJob(args)} AND ${orEmpty('supersedes')} = ${at(args, 3)}`),
    answer: oneReceipt,
  },
  orderByContext: {
    width: 2,
    select: (args, { row }) => sql`SELECT ${row} FROM "order" WHERE context_hash = ${at(args, 1)}`,
    answer: (found, rows, [organizationId]) => {
      const order = one('order')(byKey(found), rows);
      return order?.organization_id === organizationId ? order : undefined;
    },
  },
};

export const LOOKUP_NAMES: readonly LookupName[] = Object.keys(LOOKUPS).filter(isLookup);

export function isLookup(name: string): name is LookupName {
  return Object.hasOwn(LOOKUPS, name);
}

/** Sorted here: SQLite would sort in a temporary table. */
function byKey(found: readonly FoundRow[]): readonly FoundRow[] {
  return found.length < 2 ? found : [...found].sort((a, b) => (String(a.key) < String(b.key) ? -1 : 1));
}

function one<T extends TableName>(table: T): (found: readonly FoundRow[], rows: FoundRows) => Tables[T] | undefined {
  return ([row], rows) => row && rows.row(table, row);
}

/** @throws Error for columns that are not those of a receipt */
function trustedReceipt({ n: _call, ...columns }: FoundRow): AcceptedReceipt {
  if (isReceipt(columns)) return columns;
  throw new Error('the columns are not those of a receipt');
}

/** Checks two columns only: the table's columns match the type, and no other program writes it. */
function isReceipt(columns: object): columns is AcceptedReceipt {
  return Buffer.isBuffer(Reflect.get(columns, 'signed_bytes')) && Buffer.isBuffer(Reflect.get(columns, 'mac'));
}

function oneReceipt([row]: readonly FoundRow[]): AcceptedReceipt | undefined {
  return row && trustedReceipt(row);
}

function variantsIn(found: readonly FoundRow[], start: number): Map<string, readonly Variant[]> {
  const variants = new Map<string, Variant[]>();
  for (const { product_id, key, price, options } of found) {
    const variant = { id: String(key).slice(start), price: Number(price), options: JSON.parse(String(options)) };
    const others = variants.get(String(product_id));
    if (others) others.push(variant);
    else variants.set(String(product_id), [variant]);
  }
  return variants;
}
