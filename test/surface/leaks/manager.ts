import { expect } from 'vitest';
import { type Args, newKey } from './carts.js';
import { marker } from './markers.js';
import type { Speaker } from './speakers.js';

/** An organization's accepted and rejected calls on its shops, deployments, agents, consumers and keys. */

interface Place {
  readonly shop_id: string;
  readonly deployment_id: string;
  readonly agent_id: string;
}

const ITEM = { title: 'Bowl', price: 1, fulfillment_types: ['pickup'] };

/** Calls the management operations, some also over MCP. Returns the API keys and link codes that were shown. */
export async function manage(by: Speaker, tools: Speaker, place: Place): Promise<string[]> {
  for (const speaker of [by, tools]) await nameThings(speaker, place);
  await keepItems(by, place.shop_id);
  for (const list of ['list_consumers', 'list_agents', 'list_keys']) await ok(by, list, { limit: 2 });
  await ok(by, 'create_agent', { name: 'Cy' });
  await ok(by, 'create_deployment', { shop_id: place.shop_id, name: 'App' });
  await ok(by, 'list_deployments', { shop_id: place.shop_id });
  return [...(await shownKeys(by, place)), ...(await shownCodes(by))];
}

async function ok(by: Speaker, operation: string, args: Args, more: { readonly key?: string } = {}) {
  const { code, data } = await by.call(operation, args, more);
  expect([operation, code]).toEqual([operation, undefined]);
  return data;
}

async function nameThings(by: Speaker, { agent_id }: Place): Promise<void> {
  await ok(by, 'create_shop', { name: 'Second', description: null }, newKey());
  await ok(by, 'list_shops', {});
  const { id: consumer_id } = await ok(by, 'create_consumer', { name: 'Bo' }, newKey());
  await ok(by, 'get_consumer', { consumer_id });
  await ok(by, 'update_consumer', { consumer_id, name: 'Bo', description: 'Buys' }, newKey());
  await ok(by, 'get_agent', { agent_id });
  await ok(by, 'update_agent', { agent_id, name: 'Demo agent', description: 'Shops' }, newKey());
  const absent = { agent_id: marker('id tried'), consumer_id: marker('id tried') };
  expect((await by.call('get_agent', { agent_id: absent.agent_id })).code).toBe('agent_not_found');
  expect((await by.call('get_consumer', { consumer_id: absent.consumer_id })).code).toBe('consumer_not_found');
}

async function keepItems(by: Speaker, shop_id: string): Promise<void> {
  await ok(by, 'put_item', { shop_id, item_id: 'bowl', ...ITEM, status: 'withdrawn' }, newKey());
  await ok(by, 'get_shop_item', { shop_id, item_id: 'bowl' });
  await ok(by, 'list_shop_items', { shop_id, limit: 2 });
  const items = [{ id: 'bowl', ...ITEM, status: 'withdrawn' }, 5];
  await ok(by, 'import_items', { shop_id, items, partial: true }, newKey());
  await moveItem(by, { shop_id, item_id: 'bowl' });
  const tried = { shop_id, item_id: marker('item tried') };
  expect((await by.call('get_shop_item', tried)).code).toBe('shop_item_not_found');
  const bad = { shop_id, items: [{ id: marker('item tried'), ...ITEM, price: marker('id tried') }] };
  expect((await by.call('import_items', bad, newKey())).code).toBe('invalid_request');
}

async function moveItem(by: Speaker, bowl: { readonly shop_id: string; readonly item_id: string }): Promise<void> {
  await ok(by, 'patch_item', { ...bowl, brand: 'Bo' }, newKey());
  const { stock } = await ok(by, 'get_shop_item', bowl);
  await ok(by, 'move_stock', { ...bowl, to: 5, expected: stock }, newKey());
  await ok(by, 'list_stock_movements', bowl);
  await ok(by, 'withdraw_item', bowl, newKey());
  const picture = { name: 'bowl.gif', data: Buffer.from('GIF89a').toString('base64') };
  await ok(by, 'put_media', { shop_id: bowl.shop_id, ...picture }, newKey());
}

/** Creates a key of each kind, repeats the call with its idempotency key, and revokes the key. Returns the keys. */
async function shownKeys(by: Speaker, { deployment_id }: Place): Promise<string[]> {
  const shown: string[] = [];
  for (const more of [{}, { deployment_id, buyer_required: true }]) {
    const repeated = newKey();
    const args = { name: 'made', ...more };
    const { key, id: key_id } = await ok(by, 'create_key', args, repeated);
    expect((await ok(by, 'create_key', args, repeated)).key).toBe(key);
    if ('deployment_id' in more) await ok(by, 'set_key_limits', { key_id, per_order: 1 }, newKey());
    await ok(by, 'revoke_key', { key_id }, newKey());
    shown.push(key);
  }
  expect((await by.call('revoke_key', { key_id: marker('id tried') })).code).toBe('key_not_found');
  const elsewhere = { name: 'made', deployment_id: marker('id tried') };
  expect((await by.call('create_key', elsewhere)).code).toBe('deployment_not_found');
  return shown;
}

/** Creates two link codes, of which one is used. Returns the codes. */
async function shownCodes(by: Speaker): Promise<string[]> {
  const shown: string[] = [];
  for (const used of [true, false]) {
    const repeated = newKey();
    const { code } = await ok(by, 'create_link_code', {}, repeated);
    expect((await ok(by, 'create_link_code', {}, repeated)).code).toBe(code);
    const { id: consumer_id } = await ok(by, 'create_consumer', { name: 'Li' });
    if (used) await ok(by, 'link_consumer', { consumer_id, code }, newKey());
    const tried = await by.call('link_consumer', { consumer_id, code: marker('code tried') }, newKey());
    expect(tried.code).toBe(used ? 'consumer_already_linked' : 'link_code_invalid');
    shown.push(code);
  }
  return shown;
}
