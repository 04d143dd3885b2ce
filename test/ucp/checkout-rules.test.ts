import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { stillClock } from '../support/still-clock.js';
import { addDiscounts, changeItem } from '../support/tenants.js';
import { setStock } from '../surface/messages/scene.js';
import { BUYER, mugs, PAYMENT, PICKUP, ready, wanted } from './bodies.js';
import { ADDRESS, CARD, call, type UcpPortal, ucpPortal } from './platform.js';
import { PUBLISHED } from './schemas.js';

/** Behavior of a checkout that no schema and no general rule covers. */

describe.each(PUBLISHED)('%s', (version) => {
  let shop: UcpPortal;
  const clock = stillClock();
  beforeAll(async () => {
    shop = await ucpPortal(version, {}, { clock });
  });
  afterAll(() => shop.portal.close());

  const send = async (method: string, path: string, body?: unknown) =>
    (await call(shop, version, method, path, { key: shop.key, body })).json;
  const create = (body: object = ready()) => send('POST', '/checkout-sessions', body);
  const put = (id: string, body: object) => send('PUT', `/checkout-sessions/${id}`, body);
  const complete = (id: string, body: object = PAYMENT) => send('POST', `/checkout-sessions/${id}/complete`, body);
  const read = (id: string) => send('GET', `/checkout-sessions/${id}`);
  const codes = ({ messages }: { messages: { code: string }[] }) => messages.map(({ code }) => code);
  const totals = ({ totals: all }: { totals: { type: string; amount: number }[] }) =>
    Object.fromEntries(all.map(({ type, amount }) => [type, amount]));
  const pay = (...instruments: readonly object[]) => ({ payment: { instruments } });

  test('ignores members that only the shop may set', async () => {
    const right = await create();
    const line = { id: 'mine', item: { id: 'enamel-mug', title: 'Gold', price: 1 }, quantity: 1, totals: [] };
    const applied = [{ title: 'All', amount: 1_000 }];
    const sent = await create({
      ...{ ...ready(), id: 'mine', status: 'completed', currency: 'EUR', totals: [], order: { id: 'mine' } },
      ...{ line_items: [line], discounts: { applied }, context: { currency: 'EUR' } },
    });
    expect([sent.id, sent.line_items[0].id]).not.toContain('mine');
    expect([sent.currency, sent.status, sent.totals]).toEqual([right.currency, right.status, right.totals]);
    expect(sent.line_items[0].item).toEqual(right.line_items[0].item);
  });

  test('shows the delivery price even when a discount waives it', async () => {
    await addDiscounts(shop.portal, shop.portal.demo.shop_id, [{ code: 'SHIPPED', kind: 'free_shipping' }]);
    const destinations = [{ id: 'home', ...ADDRESS }];
    const shipped = (selected_option_id: string | null) => ({
      methods: [
        { type: 'shipping', line_item_ids: [], destinations, groups: [{ id: 'group_shipping', selected_option_id }] },
      ],
    });
    const made = await create({ ...ready(), fulfillment: shipped(null) });
    const free = await put(made.id, {
      ...ready(),
      fulfillment: shipped('standard'),
      discounts: { codes: ['SHIPPED'] },
    });
    const { fulfillment, discount } = totals(free);
    expect(fulfillment).toBeGreaterThan(0);
    expect(-(discount ?? 0)).toBeGreaterThanOrEqual(fulfillment ?? 0);
  });

  test('keeps an automatic discount regardless of the request', async () => {
    const discount = { code: 'TODAY', value_ppm: 50_000, automatic: true };
    await addDiscounts(shop.portal, shop.portal.demo.shop_id, [discount]);
    const made = await create({ ...ready(), discounts: { codes: [] } });
    expect(made.discounts.applied).toMatchObject([{ automatic: true }]);
    const after = await put(made.id, { ...ready(), discounts: { codes: [], applied: [] } });
    expect(after.discounts.applied).toEqual(made.discounts.applied);
  });

  test('reports a quantity beyond the stock at its line', async () => {
    await setStock(shop.portal, 'sea-salt', 2);
    const made = await create({ ...ready(), line_items: [{ item: { id: 'sea-salt' }, quantity: 3 }] });
    expect(made.messages).toContainEqual(
      expect.objectContaining({ code: 'out_of_stock', path: '$.line_items[0].quantity' }),
    );
    expect(made.status).toBe('incomplete');
  });

  test('reports missing buyer data at its member', async () => {
    const made = await create({ line_items: mugs(), fulfillment: PICKUP });
    expect(made.messages).toMatchObject([{ code: 'field_required', path: '$.buyer.email', severity: 'recoverable' }]);
  });

  test('reports unused destinations, but only in the response to the call that sent them', async () => {
    const destinations = [
      { id: 'home', ...ADDRESS },
      { id: 'work', ...ADDRESS, street_address: '2 Main St' },
    ];
    const to = (sent: readonly object[]) => ({
      ...ready(),
      fulfillment: {
        methods: [{ type: 'shipping', line_item_ids: [], selected_destination_id: 'work', destinations: sent }],
      },
    });
    const ignored = { type: 'warning', code: 'destination_ignored', path: '$.fulfillment.methods[0].destinations' };
    const made = await create(to(destinations));
    expect(made.messages).toContainEqual(expect.objectContaining(ignored));
    expect(made.fulfillment.methods[0].destinations).toMatchObject([{ id: 'work' }]);
    expect(codes(await read(made.id))).not.toContain('destination_ignored');
    expect((await put(made.id, to(destinations))).messages).toContainEqual(expect.objectContaining(ignored));
    expect(codes(await put(made.id, to(destinations.slice(1))))).not.toContain('destination_ignored');
  });

  test('reports missing and invalid members of an address, and is ready only with a corrected one', async () => {
    const { first_name: _first, last_name: _last, address_region: _region, ...rest } = ADDRESS;
    const to = (destination: object) => ({
      ...ready(),
      buyer: { email: 'ada@example.com' },
      fulfillment: {
        methods: [
          {
            type: 'shipping',
            line_item_ids: [],
            destinations: [{ id: 'home', ...destination }],
            groups: [{ id: 'group_shipping', selected_option_id: 'standard' }],
          },
        ],
      },
    });
    const made = await create(to({ ...rest, postal_code: '9' }));
    const here = '$.fulfillment.methods[0].destinations[0]';
    expect(made.messages).toMatchObject([
      { code: 'field_required', path: `${here}.first_name`, severity: 'recoverable' },
      { code: 'field_required', path: `${here}.address_region` },
      { code: 'invalid_address', path: `${here}.postal_code` },
    ]);
    expect((await complete(made.id, PAYMENT)).status).toBe('incomplete');
    expect((await put(made.id, to(ADDRESS))).status).toBe('ready_for_complete');
  });

  test('stores no signals, and returns the same with and without signals and attribution', async () => {
    const signals = { 'dev.ucp.buyer_ip': '198.51.100.77' };
    const right = await create();
    const made = await create({ ...ready(), signals, attribution: { source: 'mail' } });
    expect([made.status, made.totals, made.messages]).toEqual([right.status, right.totals, right.messages]);
    const paid = await complete(made.id, { ...PAYMENT, signals });
    const rows = await shop.portal.app.store.read((all) => [
      all.get('checkout', made.id),
      all.get('order', paid.order.id),
    ]);
    expect(JSON.stringify(rows)).not.toContain('198.51.100.77');
    expect(JSON.stringify(shop.portal.logged)).not.toContain('198.51.100.77');
  });

  test('completes only when it is ready', async () => {
    const { id } = await create({ line_items: mugs() });
    const tried = await complete(id);
    expect(tried).toMatchObject({ status: 'incomplete', id });
    expect((await read(id)).status).toBe('incomplete');
  });

  test('accepts only a single selected instrument, of an offered handler', async () => {
    const { id } = await create();
    for (const body of [
      pay({ ...CARD, handler_id: 'nothing' }),
      pay(CARD, { ...CARD, id: 'card-2' }),
      pay({ ...CARD, selected: false }, { ...CARD, id: 'card-2', selected: false }),
      pay(),
    ]) {
      const tried = await complete(id, body);
      expect([tried.status, codes(tried)]).toEqual(['incomplete', ['payment_failed']]);
    }
    const twice = { ...ready(), ...pay(CARD, { ...CARD, id: 'card-2' }) };
    expect((await put(id, twice)).code).toBe('invalid_request');
    expect((await complete(id)).status).toBe('completed');
  });

  test('names no handler when nothing is due', async () => {
    await changeItem(shop.portal, 'wooden-spoon', { price: 0 });
    const made = await create({ ...ready(), line_items: [{ item: { id: 'wooden-spoon' }, quantity: 1 }] });
    expect([totals(made).total, made.ucp.payment_handlers]).toEqual([0, {}]);
  });

  test('reports a pickup location that is not offered, and keeps the selected one', async () => {
    const made = await create();
    const other = { methods: [{ ...PICKUP.methods[0], selected_destination_id: 'nowhere' }] };
    const after = await put(made.id, { ...ready(), fulfillment: other });
    expect(after.fulfillment).toEqual(made.fulfillment);
    expect(after.messages.at(-1)).toMatchObject({ type: 'error', severity: 'recoverable' });
  });

  test('accepts a country alone as a destination', async () => {
    const destinations = [{ id: 'us', address_country: 'US' }];
    const made = await create({ ...ready(), fulfillment: { methods: [{ type: 'shipping', destinations }] } });
    expect(made.fulfillment.methods[0]).toMatchObject({ selected_destination_id: 'us', destinations });
  });

  test('sends the buyer to continue_url for steps that only the buyer can take', async () => {
    const specs = [{ name: 'Engraving', required: true, description: 'A name', values: [] }];
    await changeItem(shop.portal, 'fountain-pen', { property_specs: specs });
    const made = await create({ ...ready(), line_items: [{ item: { id: 'fountain-pen' }, quantity: 1 }] });
    expect(made.status).toBe('requires_escalation');
    expect(made.messages).toContainEqual(expect.objectContaining({ severity: 'requires_buyer_input' }));
    const page = await shop.portal.request('GET', new URL(made.continue_url).pathname, { key: null });
    expect([page.status, page.text.includes('Engraving')]).toEqual([200, true]);
    const after = await put(made.id, { ...ready(), line_items: mugs() });
    expect(after.status).toBe('ready_for_complete');
  });

  test('returns the same response for the same content', async () => {
    const made = await create();
    const body = { ...ready(), line_items: wanted(made.line_items), buyer: BUYER };
    const [one, two] = [await put(made.id, body), await put(made.id, body)];
    expect(two).toEqual(one);
    expect(await read(made.id)).toEqual(one);
  });

  test('expires six hours after its last change', async () => {
    const { id, expires_at } = await create();
    expect(Date.parse(expires_at) - clock.now()).toBe(6 * 60 * 60 * 1000);
    clock.advance(6 * 60 * 60 * 1000 + 1);
    expect((await read(id)).status).toBe('canceled');
    expect((await complete(id)).status).toBe('canceled');
  });
});
