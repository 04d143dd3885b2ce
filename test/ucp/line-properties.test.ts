import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { BUYER, PAYMENT, PICKUP } from './bodies.js';
import { handTo } from './handed.js';
import { extendedPortal, OWN, PLAIN_PROFILE, taken } from './own-extensions.js';
import { PROFILE, platformKey, type UcpPortal } from './platform.js';
import { PUBLISHED, withSchemas } from './schemas.js';

/** The portal's extension for line properties, such as engravings. */

const BEANS = { item: { id: 'coffee-beans' }, quantity: 1 };
const MUG = { item: { id: 'keepsake-mug' }, quantity: 1 };
const GRIND = [{ name: 'Grind', value: 'Espresso' }];
const ENGRAVING = [{ name: 'Engraving', value: 'Ada & Bo' }];
const READY = { buyer: BUYER, fulfillment: PICKUP };
const [NAME = ''] = Object.keys(OWN);

withSchemas('the properties of lines', () => {
  describe.each(PUBLISHED)('%s', (version) => {
    let shop: UcpPortal;
    beforeAll(async () => {
      shop = await extendedPortal(version);
      shop = { ...shop, key: await platformKey(shop.portal, [PROFILE, PLAIN_PROFILE]) };
    });
    afterAll(() => shop.portal.close());

    const create = (line_items: object[], more: object = {}) =>
      taken(shop, version, ['POST', '/checkout-sessions'], { body: { line_items, ...more } });
    const put = (id: string, line_items: object[], more: object = {}, profile = PROFILE) =>
      taken(shop, version, ['PUT', `/checkout-sessions/${id}`], { body: { line_items, ...more }, profile });

    test('are requested if an item needs them, and are then set and bought', async () => {
      const made = await create([BEANS], READY);
      expect(made.status).toBe('incomplete');
      expect(made.messages).toMatchObject([
        { code: 'field_required', path: '$.line_items[0].properties', severity: 'recoverable' },
      ]);
      const [line] = made.line_items;
      expect(line.properties).toEqual([]);
      expect(line.property_specs).toMatchObject([{ name: 'Grind', required: true }]);
      const values = line.property_specs[0].values.map(({ value }: { value: string }) => value);
      expect(values).toContain('Espresso');

      const body = { line_items: [{ ...BEANS, id: line.id, properties: GRIND }] };
      const ready = await put(made.id, body.line_items, READY);
      expect([ready.status, ready.line_items[0].properties, ready.messages]).toEqual(['ready_for_complete', GRIND, []]);

      const paid = await taken(shop, version, ['POST', `/checkout-sessions/${made.id}/complete`], {
        body: PAYMENT,
      });
      expect(paid.status).toBe('completed');
      const order = await taken(shop, version, ['GET', `/orders/${paid.order.id}`]);
      expect(order.line_items).toMatchObject([{ properties: GRIND }]);
      expect(order.line_items[0]).not.toHaveProperty('property_specs');
    });

    test('are removed from a line when a replacement lacks them', async () => {
      const made = await create([{ ...MUG, properties: ENGRAVING }]);
      expect(made.line_items[0].properties).toEqual(ENGRAVING);
      const [{ id }] = made.line_items;
      expect((await put(made.id, [{ ...MUG, id, properties: ENGRAVING, quantity: 4 }])).line_items).toMatchObject([
        { id, quantity: 4, properties: ENGRAVING },
      ]);
      for (const properties of [undefined, []]) {
        await put(made.id, [{ ...MUG, id, properties: ENGRAVING }]);
        expect((await put(made.id, [{ ...MUG, id, properties }])).line_items).toMatchObject([{ id, properties: [] }]);
      }
    });

    test('distinguish lines with the same item', async () => {
      const other = [{ name: 'Engraving', value: 'Bo' }];
      const made = await create([
        { ...MUG, properties: ENGRAVING },
        { ...MUG, properties: other },
        { ...MUG, properties: ENGRAVING },
      ]);
      expect(made.line_items).toMatchObject([
        { quantity: 2, properties: ENGRAVING },
        { quantity: 1, properties: other },
      ]);
    });

    test('change the price without a price change message', async () => {
      const voucher = { item: { id: 'gift-voucher' }, quantity: 1 };
      const made = await create([{ ...voucher, properties: [{ name: 'Value', value: '$25' }] }]);
      const [{ id, item }] = made.line_items;
      const changed = await put(made.id, [{ ...voucher, id, properties: [{ name: 'Value', value: '$100' }] }]);
      expect(changed.line_items[0].item.price).toBe(item.price + 7_500);
      expect(changed.messages.map(({ code }: { code: string }) => code)).not.toContain('price_changed');
    });

    test.each([
      ['that the item does not have', [{ name: 'Font', value: 'Serif' }], 'property_unknown', 'name'],
      ['with a value that is not offered', [{ name: 'Grind', value: 'Dust' }], 'property_value_invalid', 'value'],
      ['with a name in another case', [{ name: 'grind', value: 'Espresso' }], 'property_unknown', 'name'],
    ])('are rejected, and nothing changes, for properties %s', async (_what, properties, code, member) => {
      const none = await create([{ ...BEANS, properties }]);
      expect(none.messages).toMatchObject([{ code, severity: 'unrecoverable' }]);
      const made = await create([{ ...BEANS, properties: GRIND }]);
      const [{ id }] = made.line_items;
      const after = await put(made.id, [{ ...BEANS, id, properties }]);
      expect(after.line_items).toEqual(made.line_items);
      expect(after.messages.at(-1)).toMatchObject({
        code,
        path: `$.line_items[0].properties[0].${member}`,
        severity: 'recoverable',
      });
    });

    test.each([
      ['not a list', 'x'],
      ['not pairs', [{ name: 'Grind' }]],
      ['too many', Array.from({ length: 21 }, (_, index) => ({ name: `n${index}`, value: 'x' }))],
      ['not distinct', [...GRIND, ...GRIND]],
    ])('are rejected as an invalid request if they are %s', async (_what, properties) => {
      const { status, json } = await shop.portal.request('POST', `/ucp/${version}/checkout-sessions`, {
        key: shop.key,
        headers: { 'ucp-agent': `profile="${PROFILE}"` },
        body: { line_items: [{ ...BEANS, properties }] },
      });
      expect([status, json.code]).toEqual([400, 'invalid_request']);
      expect(json.content).toContain('line_items[0].properties');
    });

    test('stay with the line id in updates by a platform without the extension, which does not get them', async () => {
      const made = await create([{ ...MUG, properties: ENGRAVING }]);
      const [{ id }] = made.line_items;
      await handTo(shop, made.id, PLAIN_PROFILE);
      const plain = await put(
        made.id,
        [{ ...MUG, id, quantity: 2, properties: 'of another extension' }],
        {},
        PLAIN_PROFILE,
      );
      expect(Object.keys(plain.ucp.capabilities)).not.toContain(NAME);
      expect(Object.keys(plain.line_items[0])).toEqual(['id', 'item', 'quantity', 'totals']);
      await handTo(shop, made.id, PROFILE);
      const again = await taken(shop, version, ['GET', `/checkout-sessions/${made.id}`]);
      expect(again.line_items).toMatchObject([{ id, quantity: 2, properties: ENGRAVING }]);
    });

    test('are left to the buyer if they are required and the platform does not have the extension', async () => {
      const plain = await taken(shop, version, ['POST', '/checkout-sessions'], {
        body: { line_items: [BEANS], ...READY },
        profile: PLAIN_PROFILE,
      });
      expect(plain.status).toBe('requires_escalation');
      expect(plain.messages).toMatchObject([{ code: 'field_required', severity: 'requires_buyer_input' }]);
    });

    test('move from a cart into its checkout, and back when they change there', async () => {
      const body = { line_items: [{ ...MUG, properties: ENGRAVING }] };
      const cart = await taken(shop, version, ['POST', '/carts'], { body });
      expect(cart.line_items).toMatchObject([{ properties: ENGRAVING, property_specs: [{ name: 'Engraving' }] }]);
      const made = await create([], { cart_id: cart.id });
      expect(made.line_items).toMatchObject([{ properties: ENGRAVING }]);
      const other = [{ name: 'Engraving', value: 'Bo' }];
      await put(made.id, [{ ...MUG, id: made.line_items[0].id, properties: other }]);
      const after = await taken(shop, version, ['GET', `/carts/${cart.id}`]);
      expect(after.line_items).toMatchObject([{ properties: other }]);
      const cleared = await taken(shop, version, ['PUT', `/carts/${cart.id}`], {
        body: { line_items: [{ ...MUG, id: cart.line_items[0].id }] },
      });
      expect(cleared.line_items).toMatchObject([{ properties: [] }]);
    });
  });
});
