import { expect, test } from 'vitest';
import { registryCaller } from '../actors/registry-caller.js';
import { startPortal } from '../support/portal.js';
import { openSurface } from '../support/surfaces.js';
import { emptyOrganization } from '../support/tenants.js';

const SETTINGS = {
  currency: 'EUR',
  country: 'DE',
  payment_handlers: ['invoice'],
  tax: { included: true, on_shipping: true, rates: [{ country: 'DE', rate_ppm: 190_000 }] },
};
const ITEMS = [
  { id: 'mug', title: 'Mug', price: 1190, fulfillment_types: ['shipping'], stock: 5, weight_grams: 300 },
  { id: 'old-mug', title: 'Old mug', price: 900, fulfillment_types: ['shipping'], status: 'withdrawn' },
];
const ADDRESS = {
  full_name: 'Ada Lovelace',
  ...{ address_country: 'DE', street_address: 'Lindenweg 1', address_locality: 'Berlin', postal_code: '10115' },
};

/** After `POST /api/shops`, a merchant must be able to sell without the command line. */
test('lets a merchant set up a shop over HTTP, and an agent buy with its key', async () => {
  const portal = await startPortal();
  const owner = registryCaller(() => portal.url, (await emptyOrganization(portal)).key);
  const { id: shop_id } = await owner.ok('create_shop', { name: 'Acme Berlin' });
  await owner.ok('update_shop_settings', { shop_id, ...SETTINGS });
  const imported = await owner.ok('import_items', { shop_id, items: ITEMS });
  expect(imported).toEqual({ imported: 2, problems: [], warnings: [] });
  const { id: deployment_id } = await owner.ok('create_deployment', { shop_id, name: 'Web' });
  const made = await owner.ok('create_key', { name: 'agent', deployment_id, buyer_required: true });

  const { url, database } = portal;
  const agent = await openSurface('mcp 2.x http', { url, database, key: made.key, buyer: 'ada' });
  const done = async (tool: string, args: object) => {
    const { body, ...refusal } = await agent.call(tool, { ...args });
    if (body === undefined) expect.fail(`${tool}: ${JSON.stringify(refusal)}`);
    return body.data;
  };
  const found = await done('search_catalog', { query: 'mug' });
  expect(found).toMatchObject([{ id: 'mug', currency: 'EUR', availability: 'in_stock', quantity: 5 }]);
  const { id: checkout_id } = await done('get_cart', {});
  await done('add_line_items', { checkout_id, line_items: [{ item: { id: 'mug' }, quantity: 2 }] });
  await done('set_buyer', { checkout_id, buyer: { email: 'ada@example.com' } });
  await done('set_destination', { checkout_id, destination: ADDRESS });
  const ready = await done('select_fulfillment', { checkout_id, selected_option_id: 'standard' });
  expect(ready.status).toBe('ready_for_complete');
  const paid = await done('complete_checkout', { checkout_id, expected_total: 2380 });
  expect(paid.status).toBe('completed');
  await agent.close();

  const { id, stock } = await owner.ok('get_shop_item', { shop_id, item_id: 'mug' });
  expect([id, stock]).toEqual(['mug', 3]);
  await owner.ok('revoke_key', { key_id: made.id });
  expect((await portal.request('GET', '/api/commerce/items', { key: made.key })).status).toBe(401);
  await portal.close();
});
