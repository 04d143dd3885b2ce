import type { Item } from '../../src/domain/shop/item.js';
import { DEFAULT_SETTINGS } from '../../src/domain/shop/shop.js';
import { buildNewKey } from '../../src/operations/tenancy/key-writes.js';
import { newDeployment, newOrganization, newShop } from '../../src/operations/tenancy/provision.js';
import { insertWrite, replaceWrite, type Write } from '../../src/ports.js';
import type { Author } from '../../src/records/audit.js';
import { systemIds } from '../../src/system.js';
import { setStock } from '../store/sample-rows.js';
import type { Answered, TestPortal } from '../support/portal.js';
import { type Settings, settingsNamed } from './settings.js';
import { DISCOUNTS, GOODS, type Goods, type Terms } from './shop.js';

/** A new shop on the server for one sequence. */
export interface RealShop {
  readonly shop_id: string;
  /** Key of the deployment. */
  readonly key: string;
  /** Sends a merchant's request about the shop, with the organization's key. */
  merchant(method: string, path: string, body?: unknown): Promise<Answered>;
  putSettings(settings: Settings): Promise<Answered>;
  putDiscount(code: string, terms: Terms): Promise<Answered>;
  putGoods(name: string, goods: Goods): Promise<void>;
  setStock(name: string, units: number): Promise<void>;
  stockOf(name: string): Promise<number | null>;
}

/** Required members of shipping rates that the model ignores. */
const TITLES = { title: 'Any', transit_days: { min: 1, max: 2 }, carrier: 'Post' };

export async function openShop(portal: TestPortal, now: number): Promise<RealShop> {
  const author: Author = { ids: systemIds, now, actor: 'test' };
  const organization = newOrganization(author, 'Model');
  const settings = { ...DEFAULT_SETTINGS, currency: 'USD' };
  const shop = newShop(author, organization.id, { name: 'Model', description: null, settings, demo: true });
  const deployment = newDeployment(author, shop, 'Model');
  const organization_id = organization.id;
  const shopping = buildNewKey(
    author,
    { kind: 'deployment', organization_id, deployment_id: deployment.id },
    { name: 'agent' },
  );
  const managing = buildNewKey(
    author,
    { kind: 'organization', organization_id, deployment_id: null },
    { name: 'merchant' },
  );
  await portal.app.store.update(() => ({
    writes: [
      insertWrite('organization', organization),
      insertWrite('shop', shop),
      insertWrite('deployment', deployment),
      ...shopping.writes,
      ...managing.writes,
    ],
    result: undefined,
  }));
  const real = shopOf(portal, now, { shop_id: shop.id, key: shopping.key, organization_key: managing.key });
  await stockShelf(real);
  return real;
}

/** Puts the shop into the state in which every sequence starts. */
async function stockShelf(real: RealShop): Promise<void> {
  const goods = Object.entries(GOODS).map(async ([name, one]) => {
    await real.putGoods(name, one);
    if (one.stock !== null) await real.setStock(name, one.stock);
  });
  await Promise.all([...goods, real.putSettings(settingsNamed('base'))]);
  // Only now, since some name items.
  await Promise.all(Object.entries(DISCOUNTS).map(([code, [terms]]) => terms && real.putDiscount(code, terms)));
}

interface Tenant {
  readonly shop_id: string;
  readonly key: string;
  readonly organization_key: string;
}

function shopOf(portal: TestPortal, start: number, { shop_id, key, organization_key }: Tenant): RealShop {
  const { store } = portal.app;
  const itemKeyOf = (name: string) => `${shop_id}/${name}`;
  const write = (of: Write) => store.update(() => ({ writes: [of], result: undefined }));
  const merchant: RealShop['merchant'] = (method, path, body) =>
    portal.request(method, `/api/shops/${shop_id}${path}`, {
      key: organization_key,
      ...(body !== undefined && { body }),
    });
  return {
    shop_id,
    key,
    merchant,
    putSettings: (settings) => merchant('PUT', '/settings', sentSettings(settings)),
    putDiscount: (code, terms) => merchant('PUT', `/discounts/${code}`, sentDiscount(terms, start)),
    async putGoods(name, goods) {
      const before = await store.read((rows) => rows.get('item', itemKeyOf(name)));
      const row = itemOf(shop_id, name, goods, start);
      await write(before ? replaceWrite('item', before, row) : insertWrite('item', row));
    },
    setStock: (name, units) => write(setStock(itemKeyOf(name), units)),
    stockOf: (name) => store.read((rows) => rows.counters('stock', [itemKeyOf(name)]).get(itemKeyOf(name)) ?? null),
  };
}

/**
 * Builds the body of a settings request. For the settings named `defaults` it has only the payment handlers, so that
 * the server applies its defaults to the rest.
 */
export function sentSettings(settings: Settings): Readonly<Record<string, unknown>> {
  if (settings === settingsNamed('defaults')) return { payment_handlers: settings.payment_handlers };
  return {
    ...settings,
    shipping: settings.shipping.map((rate) => ({ ...TITLES, ...rate })),
    pickup: settings.pickup.map((location) => ({ title: 'Any', ready_days: { min: 0, max: 1 }, ...location })),
  };
}

export function sentDiscount({ starts, ends, ...terms }: Terms, start: number): Readonly<Record<string, unknown>> {
  const at = (hours: number) => new Date(start + hours * 3_600_000).toISOString();
  return {
    title: 'Any',
    ...terms,
    ...(starts !== undefined && { starts_at: at(starts) }),
    ...(ends !== undefined && { ends_at: at(ends) }),
  };
}

function itemOf(shop_id: string, name: string, goods: Goods, now: number): Item {
  return {
    shop_id,
    id: name,
    title: name,
    description: '',
    product_id: null,
    options: [],
    gtin: null,
    mpn: null,
    images: [],
    backorder: goods.backorder ? { days: 9 } : null,
    brand: null,
    categories: [],
    keywords: [],
    price: goods.price,
    image_url: null,
    fulfillment_types: goods.types,
    weight_grams: goods.grams,
    tax_category: goods.category,
    age_restricted: goods.adult,
    property_specs: goods.specs.map(({ name, required, values }) => ({
      name,
      required,
      description: '',
      values: Object.entries(values ?? {}).map(([value, price_delta]) => ({ value, price_delta, description: '' })),
    })),
    counted: goods.stock !== null,
    status: goods.withdrawn ? 'withdrawn' : 'active',
    created_at: now,
    updated_at: now,
    version: 0,
  };
}
