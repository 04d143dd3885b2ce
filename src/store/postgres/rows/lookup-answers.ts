import type { AcceptedReceipt } from '../../../domain/receipt/receipt.js';
import { itemKey, type Variant } from '../../../domain/shop/item.js';
import type { Rows, TableName, Tables } from '../../../ports.js';
import type { StoredRow } from '../../trusted-row.js';
import { keptRow } from './kept-rows.js';
import type { LookupName } from './lookups.js';

/** A row that a lookup has found; which members it has depends on the lookup. */
export type Found = Readonly<Record<string, unknown>>;

type Answer<N extends LookupName> = (found: readonly Found[], called: readonly string[]) => ReturnType<Rows[N]>;

/** What each lookup answers, from the rows that were found for a call. */
export const LOOKUP_ANSWERS: { readonly [N in LookupName]: Answer<N> } = {
  currentCheckout: one('checkout'),
  automaticDiscounts: (found) => found.map((row) => keptRow('discount', String(row.key), stored(row))),
  hasItems: (found) => found.length > 0,
  countShops: ([row]) => Number(row?.shops ?? 0),
  usage: ([row]) => ({
    keys: Number(row?.keys ?? 0),
    items: Number(row?.items ?? 0),
    open_carts: Number(row?.open_carts ?? 0),
    rows: Number(row?.stored ?? 0),
    bytes: Number(row?.bytes ?? 0),
  }),
  variants: (found, [shopId = '']) => variantsIn(found, itemKey(shopId, '').length),
  signingKeyByFingerprint: one('signing_key'),
  activeSigningKey: one('signing_key'),
  receipt: oneReceipt,
  receiptByHash: oneReceipt,
  receiptOfJob: oneReceipt,
  receiptSuperseding: oneReceipt,
  orderByContext: (found, [organizationId]) => {
    const order = one('order')(found);
    return order?.organization_id === organizationId ? order : undefined;
  },
};

function one<T extends TableName>(table: T): (found: readonly Found[]) => Tables[T] | undefined {
  return ([row]) => row && keptRow(table, String(row.key), stored(row));
}

function stored({ body, version }: Found): StoredRow {
  return { body, version };
}

/** @throws Error for columns that are not those of a receipt */
export function trustedReceipt({ n: _call, ...columns }: Found): AcceptedReceipt {
  if (isReceipt(columns)) return columns;
  throw new Error('the columns are not those of a receipt');
}

/** The members of a receipt are the columns of its table, which only this program writes. */
function isReceipt(columns: object): columns is AcceptedReceipt {
  return Buffer.isBuffer(Reflect.get(columns, 'signed_bytes')) && Buffer.isBuffer(Reflect.get(columns, 'mac'));
}

function oneReceipt([row]: readonly Found[]): AcceptedReceipt | undefined {
  return row && trustedReceipt(row);
}

function variantsIn(found: readonly Found[], start: number): Map<string, readonly Variant[]> {
  const variants = new Map<string, Variant[]>();
  for (const { product_id, key, price, options } of found) {
    const variant = { id: String(key).slice(start), price: Number(price), options: JSON.parse(String(options)) };
    const others = variants.get(String(product_id));
    if (others) others.push(variant);
    else variants.set(String(product_id), [variant]);
  }
  return variants;
}
