import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { AT_ONCE } from '../../src/calls/slices.js';
import { required } from '../../src/domain/values/required.js';
import { sweep } from '../../src/maintenance/sweep.js';
import { collectPersonalData } from '../../src/operations/privacy/collect-personal-data.js';
import { erasePerson } from '../../src/operations/privacy/erase.js';
import type { Eraser } from '../../src/operations/privacy/eraser.js';
import { systemIds } from '../../src/system.js';
import { shopper } from '../actors/shopper.js';
import { PAYMENT, PICKUP, wanted } from './bodies.js';
import { call, OTHER_PROFILE, platformProfile, type UcpPortal, ucpPortal } from './platform.js';
import { PUBLISHED } from './schemas.js';

const LINES = [
  { item: { id: 'enamel-mug' }, quantity: 2 },
  { item: { id: 'dutch-oven' }, quantity: 1 },
];
const BUYER = { email: 'ada@example.com', first_name: 'Ada' };

interface Line {
  readonly id: string;
  readonly item: { readonly id: string };
  readonly quantity: number;
}

const amounts = (lines: readonly Line[]) => lines.map(({ item, quantity }) => [item.id, quantity]);

describe('a cart over REST', () => {
  describe.each(PUBLISHED)('%s', (version) => {
    let shop: UcpPortal;
    beforeAll(async () => {
      shop = await ucpPortal(version);
      shop.connector.serve(OTHER_PROFILE, platformProfile(version));
    });
    afterAll(() => shop.portal.close());

    const send = async (method: string, path: string, body?: unknown) => {
      const { status, json } = await call(shop, version, method, path, { key: shop.key, body });
      return { status, json };
    };
    const create = async (more: object = {}) => (await send('POST', '/carts', { line_items: LINES, ...more })).json;

    test('creates, reads, replaces and cancels a cart', async () => {
      const created = await send('POST', '/carts', { line_items: LINES, context: { postal_code: '97205' } });
      expect(created.status).toBe(201);
      expect(created.json).toMatchObject({ currency: 'USD', context: { postal_code: '97205' }, messages: [] });
      expect(created.json.ucp).toEqual({
        version,
        status: 'success',
        capabilities: { 'dev.ucp.shopping.cart': [{ version }], 'dev.ucp.shopping.discount': [{ version }] },
      });
      for (const member of ['status', 'payment', 'continue_url', 'fulfillment'])
        expect(created.json).not.toHaveProperty(member);
      const path = `/carts/${created.json.id}`;
      expect((await send('GET', path)).json).toEqual(created.json);

      const [mug] = created.json.line_items;
      const changed = await send('PUT', path, {
        line_items: [{ ...wanted([mug])[0], quantity: 5 }],
        buyer: BUYER,
        discounts: { codes: ['welcome10', 'nonsense'] },
      });
      expect(changed.json).toMatchObject({ buyer: BUYER, line_items: [{ id: mug.id, quantity: 5 }] });
      expect(changed.json.context).toBeUndefined();
      expect(changed.json.discounts.applied).toMatchObject([{ code: 'WELCOME10' }]);
      expect(changed.json.messages).toMatchObject([{ type: 'warning', code: 'discount_code_invalid' }]);
      expect((await send('GET', path)).json).toEqual(changed.json);

      expect((await send('POST', `${path}/cancel`)).json).toEqual(changed.json);
      for (const [method, below, body] of [
        ['GET', '', undefined],
        ['PUT', '', { line_items: [] }],
        ['POST', '/cancel', undefined],
      ] as const) {
        const gone = await send(method, `${path}${below}`, body);
        expect([gone.status, gone.json.messages[0].code]).toEqual([200, 'not_found']);
      }
    });

    test('rejects items that are not sold, and leaves the cart unchanged', async () => {
      const { id } = await create();
      const unknown = [{ item: { id: 'nothing' }, quantity: 1 }];
      const refused = await send('PUT', `/carts/${id}`, { line_items: unknown });
      expect(refused.json.messages).toMatchObject([{ type: 'error', code: 'not_found', severity: 'recoverable' }]);
      expect(amounts(refused.json.line_items)).toEqual(LINES.map(({ item, quantity }) => [item.id, quantity]));
      const none = await send('POST', '/carts', { line_items: unknown });
      expect([none.status, none.json.ucp.status]).toEqual([200, 'error']);
    });

    test('hides the cart from everyone else, and does not make it a current cart', async () => {
      const { id } = await create();
      const { json } = await shop.portal.request('GET', `/api/commerce/checkouts/${id}`);
      expect(json.error).toBe('checkout_not_found');
      expect((await shopper(shop.portal).ok('get_cart', {})).data.line_items).toEqual([]);
      for (const other of [{}, { profile: OTHER_PROFILE }]) {
        const answered = await call(shop, version, 'GET', `/carts/${id}`, other);
        expect(answered.json.messages[0].code).toBe('not_found');
      }
    });

    test('exports and erases the cart with its buyer, and removes an abandoned one', async () => {
      const email = 'grace@example.com';
      const { id } = await create({ buyer: { email } });
      const { app, demo } = shop.portal;
      const find = (of: string) => app.store.read((rows) => rows.get('platform_cart', of));
      const exported = await collectPersonalData(
        app.store,
        { ...app.portal.view, language: undefined },
        demo.organization_id,
        { id: 'prs_1', email },
        AT_ONCE,
      );
      expect(exported.carts).toMatchObject([{ id, buyer: { email } }]);
      const by: Eraser = {
        ...{ ids: systemIds, now: Date.now(), actor: 'test', list: app.store.list.bind(app.store) },
        answers: app.portal.answers,
        secrets: { people: app.store.secret('people'), mail: app.store.secret('mail') },
        ...{ forget: () => app.store.forget(), step: app.store.update.bind(app.store) },
      };
      expect(await erasePerson(by, demo.organization_id, email)).toMatchObject({ carts_erased: 1, carts_kept: 0 });
      expect(await find(id)).toBeUndefined();

      const late = (await create()).id;
      const { expires_at } = required(await find(late), 'cart');
      const { clock } = app.portal;
      await sweep({ ...app.portal, clock: { ...clock, now: () => expires_at - 1 } });
      expect(await find(late)).toBeDefined();
      await sweep({ ...app.portal, clock: { ...clock, now: () => expires_at } });
      expect(await find(late)).toBeUndefined();
    });

    describe('a cart converted to a checkout', () => {
      const convert = (cart_id: string, more: object = {}) =>
        send('POST', '/checkout-sessions', { line_items: [], cart_id, ...more });

      test("converts its content into its one open checkout, ignoring the call's content", async () => {
        const cart = await create({ buyer: BUYER, discounts: { codes: ['WELCOME10'] } });
        const other = {
          line_items: [{ item: { id: 'fountain-pen' }, quantity: 1 }],
          buyer: { email: 'eve@example.com' },
        };
        const { json } = await convert(cart.id, other);
        expect(amounts(json.line_items)).toEqual(amounts(cart.line_items));
        expect([json.buyer.email, json.discounts.codes]).toEqual([BUYER.email, ['WELCOME10']]);
        expect((await convert(cart.id)).json.id).toBe(json.id);
        await send('POST', `/checkout-sessions/${json.id}/cancel`);
        expect((await convert(cart.id)).json.id).not.toBe(json.id);
      });

      test('becomes one checkout when converted several times at once', async () => {
        const cart = await create();
        const made = await Promise.all([1, 2, 3, 4].map(() => convert(cart.id)));
        expect(new Set(made.map(({ json }) => json.id)).size).toBe(1);
      });

      test('receives line changes made in the checkout', async () => {
        const cart = await create();
        const { json } = await convert(cart.id);
        const [mug] = json.line_items;
        await send('PUT', `/checkout-sessions/${json.id}`, { line_items: [{ ...wanted([mug])[0], quantity: 7 }] });
        const after = (await send('GET', `/carts/${cart.id}`)).json;
        expect(after.line_items).toMatchObject([{ id: mug.id, quantity: 7 }]);
      });

      test('disappears when its checkout is paid', async () => {
        const cart = await create({ buyer: BUYER });
        const { json } = await convert(cart.id);
        const path = `/checkout-sessions/${json.id}`;
        await send('PUT', path, { line_items: wanted(json.line_items), buyer: BUYER, fulfillment: PICKUP });
        const paid = await send('POST', `${path}/complete`, PAYMENT);
        expect(paid.json.status).toBe('completed');
        expect((await send('GET', `/carts/${cart.id}`)).json.messages[0].code).toBe('not_found');
      });

      test('returns not found for an unknown cart', async () => {
        const { status, json } = await convert('cart_nothing');
        expect([status, json.messages[0].code]).toEqual([200, 'not_found']);
      });
    });
  });
});
