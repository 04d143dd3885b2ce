import { v7 as uuidv7 } from 'uuid';
import type { Demo } from '../src/cli/demo-shop.js';
import { itemKey } from '../src/domain/shop/item.js';
import { required } from '../src/domain/values/required.js';
import { insertWrite, type Rows, type Store, type Write } from '../src/ports.js';
import { systemIds } from '../src/system.js';
import { catalogWrites } from './catalog.js';
import { copied, DAY, modelOf } from './orders.js';
import { leafId, seedKey } from './organization.js';
import { receiptWrite } from './signed-log.js';

/** Period over which the orders are spread, in years. */
const YEARS = 3;
/** Lifetime of seeded carts in years: long enough that they have not expired when the file is measured. */
const CART_YEARS = 10;

/** Ids of the cart and the orders to copy. */
export interface Models {
  readonly cart: string;
  readonly orders: readonly string[];
}

export interface Counts {
  readonly orders: number;
  readonly carts: number;
  readonly items: number;
  readonly receipts: number;
}

/** A kind of row to insert. The same index gives the same id in every run. */
export interface Kind {
  readonly name: string;
  readonly count: number;
  isThere(rows: Rows, index: number): boolean;
  writes(rows: Rows, indexes: readonly number[]): readonly Write[];
}

export async function seedKinds(store: Store, demo: Demo, models: Models, counts: Counts): Promise<Kind[]> {
  const began = await store.read((rows) => required(rows.get('organization', demo.organization_id), 'demo').created_at);
  return [
    items(demo, counts.items),
    await receipts(store, demo, counts.receipts),
    await orders(store, models.orders, counts.orders, began),
    await carts(store, models.cart, counts.carts, began),
  ];
}

function items({ shop_id }: Demo, count: number): Kind {
  const by = { ids: systemIds, now: Date.now(), actor: 'bench' };
  return {
    name: 'items',
    count,
    isThere: (rows, index) => rows.get('item', itemKey(shop_id, `item-${index}`)) !== undefined,
    writes: (rows, indexes) => catalogWrites(rows, by, shop_id, indexes),
  };
}

async function receipts(store: Store, demo: Demo, count: number): Promise<Kind> {
  const { organization_id, agent_id, consumer_id } = demo;
  const owner = { organization_id, agent_id, consumer_id, ...(await seedKey(store, organization_id)) };
  return {
    name: 'receipts',
    count,
    isThere: (rows, index) => rows.find('receipt', leafId(organization_id, index)) !== undefined,
    writes: (_rows, indexes) => indexes.map((index) => receiptWrite(owner, index)),
  };
}

async function orders(store: Store, ids: readonly string[], count: number, until: number): Promise<Kind> {
  const models = await store.read((rows) => ids.map((id) => modelOf(rows, id)));
  const placed = (index: number) => until - YEARS * 365 * DAY + Math.floor((YEARS * 365 * DAY * index) / count);
  const idsOf = (index: number) => ({ order: seedId('ord', index, placed), checkout: seedId('chk', index, placed) });
  return {
    name: 'orders',
    count,
    isThere: (rows, index) => rows.get('order', idsOf(index).order) !== undefined,
    writes: (_rows, indexes) =>
      indexes.flatMap((index) =>
        copied(required(models[index % models.length], 'model'), index, idsOf(index), placed(index)),
      ),
  };
}

async function carts(store: Store, id: string, count: number, filled: number): Promise<Kind> {
  const model = await store.read((rows) => required(rows.get('checkout', id), 'cart'));
  const idOf = (index: number) => seedId('chk', index, () => filled);
  const stamps = { created_at: filled, updated_at: filled, expires_at: filled + CART_YEARS * 365 * DAY };
  return {
    name: 'carts',
    count,
    isThere: (rows, index) => rows.get('checkout', idOf(index)) !== undefined,
    writes: (_rows, indexes) =>
      indexes.map((index) =>
        insertWrite('checkout', { ...model, ...stamps, id: idOf(index), buyer_id: `visitor-${index}` }),
      ),
  };
}

/** Formats an id like the portal's own; ids sort by creation time. */
function seedId(prefix: 'ord' | 'chk', index: number, at: (index: number) => number): string {
  const random = new Uint8Array(16);
  new DataView(random.buffer).setUint32(12, index);
  return `${prefix}_${uuidv7({ msecs: at(index), seq: index, random })}`;
}
