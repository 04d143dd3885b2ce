import { expect } from 'vitest';
import { itemKey } from '../../../src/domain/shop/item.js';
import type { ShopSettings } from '../../../src/domain/shop/shop.js';
import type { TestPortal } from '../../support/portal.js';
import { placeOrder, readyCart, shopper, totalOf } from '../../support/shopper.js';
import { changeItem } from '../../support/tenants.js';

type Body = Readonly<Record<string, unknown>>;

/** What the merchant does over HTTP with the organization's key. */
export interface Merchant {
  /** Replaces the settings by what they are with some members changed. */
  settings(change: Partial<ShopSettings>): Promise<void>;
  /** Replaces the settings by exactly these. */
  replaceSettings(settings: Body): Promise<void>;
  readonly original: ShopSettings;
  putDiscount(code: string, terms?: Body): Promise<void>;
  deleteDiscount(code: string): Promise<void>;
}

const TEN_PERCENT = { title: '10 % off the order', kind: 'percent', value_ppm: 100_000 };

export async function merchantOf(portal: TestPortal): Promise<Merchant> {
  const key = portal.demo.organization_key;
  const shop = `/api/shops/${portal.demo.shop_id}`;
  const send = async (method: string, path: string, body?: Body) => {
    const { status, text, json } = await portal.request(method, `${shop}${path}`, { key, ...(body && { body }) });
    if (status !== 200) expect.fail(`${method} ${path}: ${text}`);
    return json.data;
  };
  const settings = (): Promise<ShopSettings> => send('GET', '/settings');
  return {
    original: await settings(),
    async settings(change) {
      await send('PUT', '/settings', { ...(await settings()), ...change });
    },
    async replaceSettings(given) {
      await send('PUT', '/settings', given);
    },
    async putDiscount(code, terms = {}) {
      await send('PUT', `/discounts/${code}`, { ...TEN_PERCENT, ...terms });
    },
    async deleteDiscount(code) {
      await send('DELETE', `/discounts/${code}`);
    },
  };
}

/** Counts an item from now on, and says how many are left. Items have no routes of the merchant's yet. */
export async function setStock(portal: TestPortal, item: string, units: number): Promise<void> {
  await changeItem(portal, item, { counted: true });
  const key = itemKey(portal.demo.shop_id, item);
  await portal.app.store.update(() => ({
    writes: [{ type: 'set', counter: 'stock', key, to: units }],
    result: undefined,
  }));
}

/** Somebody else pays with a code. */
export async function payWith(portal: TestPortal, code: string, buyer: string, email?: string): Promise<void> {
  const by = shopper(portal, { buyer });
  const { id: checkout_id } = await readyCart(by);
  if (email !== undefined) await by.ok('set_buyer', { checkout_id, buyer: { email } });
  const { data } = await by.ok('apply_discount', { checkout_id, code });
  await placeOrder(by, { id: checkout_id, total: totalOf(data) });
}
