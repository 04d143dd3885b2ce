import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Merchant } from '../actors/merchant.js';
import { complete, INVOICE, ready } from '../actors/purchase.js';
import { type RegistryCaller, registryCaller } from '../actors/registry-caller.js';
import { shopper } from '../actors/shopper.js';
import { type Answered, startPortal, type TestPortal } from '../support/portal.js';
import { stillClock } from '../support/still-clock.js';
import { openSurface } from '../support/surfaces.js';
import { changeItem } from '../support/tenants.js';

let portal: TestPortal;
let merchant: Merchant;
beforeAll(async () => {
  portal = await startPortal({ clock: stillClock() });
  merchant = new Merchant(portal);
});
afterAll(() => portal.close());

let buyers = 0;

/** Places a new buyer's order of a shirt in size M and two gift-wrapped mugs. */
async function ordered(): Promise<{ by: RegistryCaller; order_id: string }> {
  const buyer = `buyer-${buyers++}`;
  const properties = [
    { name: 'Size', value: 'M' },
    { name: 'Color', value: 'Natural' },
  ];
  const lines = [
    { item: { id: 'enamel-mug' }, quantity: 2, id: 'mug' },
    { item: { id: 'gift-wrap' }, quantity: 2, id: 'wrap', parent_id: 'mug' },
    { item: { id: 'shop-tee' }, quantity: 1, properties },
  ];
  const { json } = await complete(await ready(shopper(portal, { buyer }), { lines }));
  const by = registryCaller(() => portal.url, portal.demo.deployment_key, buyer);
  return { by, order_id: json.data.order.id };
}

const shown = (cart: {
  line_items: readonly { id: string; item: { id: string }; quantity: number; parent_id?: string }[];
}) =>
  cart.line_items.map(({ item, quantity, parent_id }) => [
    item.id,
    quantity,
    cart.line_items.find(({ id }) => id === parent_id)?.item.id,
  ]);

describe('an old order', () => {
  it('is added to the current cart, with add-ons under their parent lines', async () => {
    const { by, order_id } = await ordered();
    const cart = await by.ok('reorder', { order_id });
    expect(shown(cart)).toEqual([
      ['enamel-mug', 2, undefined],
      ['gift-wrap', 2, 'enamel-mug'],
      ['shop-tee', 1, undefined],
    ]);
    expect(cart.line_items[2].properties).toEqual([
      { name: 'Size', value: 'M' },
      { name: 'Color', value: 'Natural' },
    ]);
    expect((await by.ok('get_cart', {})).id).toBe(cart.id);
    const again = await by.ok('reorder', { order_id });
    expect(shown(again).filter(([item]) => item === 'shop-tee')).toEqual([['shop-tee', 2, undefined]]);
  });

  it('cannot be reordered by another buyer', async () => {
    const { order_id } = await ordered();
    const other = registryCaller(() => portal.url, portal.demo.deployment_key, 'somebody');
    expect((await other.send('reorder', { order_id })).json.error).toBe('order_not_found');
  });

  it('is added without its unavailable items, which are reported', async () => {
    const { by, order_id } = await ordered();
    await merchant.withdraw('enamel-mug');
    const cart = await by.ok('reorder', { order_id });
    expect(shown(cart)).toEqual([['shop-tee', 1, undefined]]);
    const said = cart.messages.filter(({ code }: { code: string }) => code === 'item_unavailable');
    expect(said.map(({ content, type }: { content: string; type: string }) => [type, content])).toEqual([
      ['warning', expect.stringMatching(/\(enamel-mug\): it is no longer sold\.$/)],
      ['warning', expect.stringMatching(/\(gift-wrap\): what it belongs to is not in the cart\.$/)],
    ]);
    await changeItem(portal, 'enamel-mug', { status: 'active' });
  });

  it('is added without property values that are no longer offered, which are reported', async () => {
    const { by, order_id } = await ordered();
    const before = await portal.app.store.read((rows) => rows.get('item', `${portal.demo.shop_id}/shop-tee`));
    const specs = before?.property_specs ?? [];
    const property_specs = specs.map((spec) =>
      spec.name === 'Size' ? { ...spec, values: spec.values.filter(({ value }) => value !== 'M') } : spec,
    );
    await changeItem(portal, 'shop-tee', { property_specs });
    const cart = await by.ok('reorder', { order_id });
    expect(cart.line_items[2].properties).toEqual([{ name: 'Color', value: 'Natural' }]);
    const codes = cart.messages.map(({ code }: { code: string }) => code);
    expect(codes).toEqual(expect.arrayContaining(['item_unavailable', 'property_required']));
    await changeItem(portal, 'shop-tee', { property_specs: specs });
  });

  it('brings its buyer and address to a cart that has none, and replaces none', async () => {
    const { by } = await ordered();
    const destination = {
      ...{ full_name: 'Ada Park', street_address: '1450 Juniper Street', address_locality: 'Portland' },
      ...{ address_region: 'OR', postal_code: '97205', address_country: 'US' },
    };
    const bought = {
      line_items: [{ item: { id: 'enamel-mug' }, quantity: 1 }],
      ...{ buyer: { email: 'ada@example.com', full_name: 'Ada Park' }, destination },
      ...{ selected_option_id: 'cheapest', max_total: 100_000, payment: INVOICE },
    };
    const { order } = await by.ok('buy', bought);
    const partsOf = (cart: Answered['json']) => ({
      buyer: cart.buyer,
      street: cart.fulfillment.methods[0]?.destinations[0]?.street_address,
    });
    const cart = await by.ok('reorder', { order_id: order.id });
    expect(partsOf(cart)).toEqual({ buyer: bought.buyer, street: destination.street_address });
    await by.ok('set_buyer', { checkout_id: cart.id, buyer: { email: 'bob@example.com' } });
    const other = { ...destination, street_address: '2 Dock Street' };
    await by.ok('set_destination', { checkout_id: cart.id, destination: other });
    expect(partsOf(await by.ok('reorder', { order_id: order.id }))).toEqual({
      buyer: { email: 'bob@example.com' },
      street: '2 Dock Street',
    });
  });

  it('is also added over MCP, where omitted items are reported too', async () => {
    const { by, order_id } = await ordered();
    await merchant.withdraw('shop-tee');
    const key = portal.demo.deployment_key;
    const surface = await openSurface('mcp 2.x http', {
      ...{ url: portal.url, database: portal.database, key },
      ...(by.buyer !== undefined && { buyer: by.buyer }),
    });
    const { body } = await surface.call('reorder', { order_id });
    expect(JSON.stringify(body.data.messages)).toContain('(shop-tee): it is no longer sold.');
    await surface.close();
    await changeItem(portal, 'shop-tee', { status: 'active' });
  });
});
