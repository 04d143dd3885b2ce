import { expect } from 'vitest';
import { z } from 'zod';
import type { TestPortal } from '../support/portal.js';
import { NOON } from '../support/still-clock.js';
import type { OperationName } from './portal-api.js';
import type { Recorder } from './recorder.js';

/** An organization's calls on its shops, consumers, agents and keys: every operation and every documented member. */

const NAMED = { name: 'Ada', description: 'Keeps the\nbooks.' };
const at = (milliseconds: number) => new Date(NOON + milliseconds).toISOString();

/** Calls the operations that have a tool as well as a route. */
export async function nameThings(by: Recorder, { demo }: TestPortal): Promise<void> {
  const shop = await by.call('create_shop', { name: 'Second', description: null });
  expect(shop).toMatchObject({ name: 'Second', description: null });
  const described = await by.call('create_shop', NAMED);
  expect(described).toMatchObject(NAMED);
  const shops = await by.call('list_shops', {});
  expect(shops.map(({ id }: { id: string }) => id)).toEqual([demo.shop_id, shop.id, described.id]);
  expect(shops[1]).toEqual(shop);
  const consumer = await by.call('create_consumer', NAMED);
  const consumer_id: string = consumer.id;
  expect(consumer).toMatchObject({ ...NAMED, linked_consumer_org_id: null, linked_at: null });
  expect(await by.call('get_consumer', { consumer_id })).toEqual(consumer);
  await rename(by, 'update_consumer', { consumer_id });
  await rename(by, 'update_agent', { agent_id: demo.agent_id });
  expect(await by.call('get_agent', { agent_id: demo.agent_id })).toMatchObject({ name: 'Bob', description: null });
}

/** API document: an omitted `description` stays unchanged, and null clears it. */
async function rename(by: Recorder, update: 'update_consumer' | 'update_agent', id: object): Promise<void> {
  expect(await by.call(update, { ...id, ...NAMED })).toMatchObject(NAMED);
  expect(await by.call(update, { ...id, name: 'Bob' })).toMatchObject({ ...NAMED, name: 'Bob' });
  expect(await by.call(update, { ...id, name: 'Bob', description: '' })).toMatchObject({ description: '' });
  expect(await by.call(update, { ...id, name: 'Bob', description: null })).toMatchObject({ description: null });
}

/** Calls the operations that have only a route. */
export async function manage(by: Recorder, clock: { advance(milliseconds: number): void }): Promise<void> {
  const { id: shop_id } = await by.call('create_shop', { name: 'Managed' });
  await keepItems(by, shop_id);
  await linkOne(by);
  for (const name of ['Cy', 'Di']) await by.call('create_agent', { name, description: null });
  expect(await by.call('create_agent', NAMED)).toMatchObject(NAMED);
  for (const name of ['list_agents', 'list_consumers'] as const) await pageThrough(by, name, {});
  const deployments = [];
  for (const name of ['Web', 'App']) deployments.push(await by.call('create_deployment', { shop_id, name }));
  expect(deployments[0]).toMatchObject({ shop_id, name: 'Web' });
  expect(await pageThrough(by, 'list_deployments', { shop_id })).toEqual(deployments);
  await keepKeys(by, deployments[0].id, clock);
}

const MUG = {
  title: 'Mug',
  description: 'Blue.',
  brand: 'Park Pottery',
  categories: ['Kitchen'],
  keywords: ['cup'],
  price: 1000,
  image_url: '/media/mug.svg',
  fulfillment_types: ['shipping', 'pickup'],
  stock: 7,
  weight_grams: 350,
  tax_category: 'kitchen',
  age_restricted: true,
  minimum_age: 16,
  property_specs: [
    {
      name: 'Size',
      required: true,
      description: 'Of the mug',
      values: [{ value: 'L', price_delta: 200, description: 'Large' }],
    },
  ],
  status: 'withdrawn',
  product_id: 'mugs',
  options: [{ name: 'Glaze', value: 'Blue' }],
  gtin: '2000000000107',
  mpn: 'M-7',
  sku: 'M 7/B',
  condition: 'refurbished',
  images: [{ url: '/media/mug.svg', alt: 'The mug' }],
  backorder: { days: 14 },
};
/** Defaults of omitted members (docs/catalog.md). */
const DEFAULTS = {
  ...{
    description: '',
    brand: null,
    categories: [],
    keywords: [],
    image_url: null,
    stock: null,
    weight_grams: 0,
    tax_category: 'standard',
  },
  ...{ age_restricted: false, minimum_age: null, property_specs: [], status: 'active' },
  ...{ product_id: null, options: [], gtin: null, mpn: null, sku: null, condition: 'new', images: [], backorder: null },
};
const PLAIN = { title: 'Bowl', price: 0, fulfillment_types: ['digital'] };

async function keepItems(by: Recorder, shop_id: string): Promise<void> {
  const times = { created_at: at(0), updated_at: at(0) };
  const mug = await by.call('put_item', { shop_id, item_id: 'mug', ...MUG, expected_stock: null });
  expect(mug).toEqual({ id: 'mug', ...MUG, ...times });
  expect(await by.call('get_shop_item', { shop_id, item_id: 'mug' })).toEqual(mug);
  const items = [{ id: 'mug', ...MUG, title: 'Cup' }, { id: 'bowl', ...PLAIN }, 5];
  await by.refused('import_items', { shop_id, items }, 'invalid_request');
  expect(await by.call('get_shop_item', { shop_id, item_id: 'mug' })).toEqual(mug);
  const choices = { partial: true, stock: 'difference', allow_free: true };
  const { imported, problems, warnings } = await by.call('import_items', { shop_id, items, ...choices });
  expect([imported, problems]).toEqual([2, [{ row: 3, id: '', problem: expect.stringMatching(/object/) }]]);
  expect(warnings).toEqual([{ row: 1, id: 'mug', problem: expect.stringContaining('no earlier import') }]);
  const all = await pageThrough(by, 'list_shop_items', { shop_id });
  expect(all).toEqual([
    { id: 'bowl', ...DEFAULTS, ...PLAIN, ...times },
    { ...mug, title: 'Cup' },
  ]);
  await by.refused('get_shop_item', { shop_id, item_id: 'none' }, 'shop_item_not_found');
  await keepOne(by, shop_id, mug);
}

/** Patches an item with all its members, withdraws it, corrects its stock, and stores a picture. */
async function keepOne(by: Recorder, shop_id: string, mug: object): Promise<void> {
  const one = { shop_id, item_id: 'mug' };
  const { stock: _stock, ...members } = MUG;
  expect(await by.call('patch_item', { ...one, ...members })).toEqual(mug);
  await by.refused('patch_item', { ...one, stock: 1 }, 'invalid_request');
  expect(await by.call('withdraw_item', one)).toEqual(mug);
  expect(await by.call('move_stock', { ...one, by: -9, reason: 'Sold at the fair' })).toMatchObject({ stock: -2 });
  await by.refused('move_stock', { ...one, to: 4, expected: 7 }, 'stock_moved');
  expect(await by.call('move_stock', { ...one, to: 4, expected: -2 })).toMatchObject({ stock: 4 });
  const picture = { shop_id, name: 'mug.gif', data: Buffer.from('GIF89a').toString('base64') };
  expect(await by.call('put_media', picture)).toMatchObject({ type: 'image/gif', bytes: 6 });
  await by.refused('put_media', { ...picture, data: Buffer.from('GIF87a').toString('base64') }, 'media_exists');
  const moved = await pageThrough(by, 'list_stock_movements', one);
  expect(moved).toMatchObject([
    { kind: 'correction', by: 6, stock_after: 4 },
    { kind: 'correction', by: -9, stock_after: -2 },
    { kind: 'opening', by: 7, stock_after: 7 },
  ]);
}

async function linkOne(by: Recorder): Promise<void> {
  const { id: consumer_id } = await by.call('create_consumer', { name: 'Linked' });
  const { code, expires_at } = await by.call('create_link_code', {});
  expect(expires_at).toBe(at(15 * 60 * 1000));
  const linked = await by.call('link_consumer', { consumer_id, code });
  expect(linked).toMatchObject({ linked_consumer_org_id: expect.stringMatching(/^org_/), linked_at: at(0) });
  expect(await by.call('get_consumer', { consumer_id })).toEqual(linked);
  expect(await by.call('update_consumer', { consumer_id, name: 'New' })).toEqual({ ...linked, name: 'New' });
  await by.refused('link_consumer', { consumer_id, code }, 'consumer_already_linked');
}

async function keepKeys(by: Recorder, deployment_id: string, clock: { advance(milliseconds: number): void }) {
  const shopping = await by.call('create_key', {
    ...{ name: 'agent', deployment_id, scopes: ['commerce', 'receipts:read'] },
    ...{ buyer_required: true, expires_at: at(1000) },
    limits: { per_order: 5_000, per_30_days: 10_000, ask_above: 2_500, categories: ['Books', 'Tea'] },
  });
  const { key, ...shown } = shopping;
  expect(shown).toMatchObject({ kind: 'deployment', deployment_id, status: 'live', expires_at: at(1000) });
  const { id: key_id } = await by.call('create_key', { name: 'other' });
  clock.advance(1000);
  const revoked = await by.call('revoke_key', { key_id });
  expect(revoked).toMatchObject({ status: 'revoked', revoked_at: at(1000) });
  expect(await by.call('revoke_key', { key_id })).toEqual(revoked);
  const change = { per_order: 4_000, per_30_days: 20_000, ask_above: 4_000, categories: ['Books'] };
  const limited = await by.call('set_key_limits', { key_id: shown.id, ...change });
  const limits = { ...change, currency: 'USD', left_30_days: 20_000 };
  expect(limited).toEqual({ ...shown, status: 'expired', limits });
  const all = await pageThrough(by, 'list_keys', {});
  expect(all.slice(-2)).toEqual([limited, revoked]);
  const [granted, ...others] = await pageThrough(by, 'list_keys', { grants: true });
  expect(others).toEqual([]);
  const { id: grant_id } = z.looseObject({ id: z.string() }).parse(granted);
  await by.call('revoke_key', { key_id: grant_id });
}

/** Reads every entry once, one per page, in the order of the whole list. */
async function pageThrough(by: Recorder, name: OperationName, args: object): Promise<unknown[]> {
  const found: unknown[] = [];
  let cursor: string | undefined;
  do {
    const page = await by.body(name, { ...args, limit: 1, ...(cursor !== undefined && { cursor }) });
    expect(page.data).toHaveLength(1);
    found.push(page.data[0]);
    cursor = page.pagination?.cursor;
  } while (cursor !== undefined);
  expect(found).toEqual(await by.call(name, { ...args, limit: 100 }));
  return found;
}
