import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Discount } from '../../src/domain/shop/discount.js';
import { insertWrite } from '../../src/ports.js';
import { submitForm } from '../actors/buyer-page.js';
import { CARD } from '../actors/shopper.js';
import { startPortal, type TestPortal } from '../support/portal.js';
import { openSurface, type Surface } from '../support/surfaces.js';
import { anotherKey, changeSettings } from '../support/tenants.js';

const sum = (amounts: readonly number[]) => amounts.reduce((total, one) => total + one, 0);
const amountOf = (totals: readonly { type: string; amount: number }[], type: string) =>
  totals.find((one) => one.type === type)?.amount;

const FEES = [
  { id: 'packing', title: 'Packing', price: { type: 'fixed', amount: 150 }, tax_category: 'standard' },
  {
    id: 'small',
    title: 'Small order',
    price: { type: 'percent', value_ppm: 100_000 },
    below_subtotal: 2000,
    tax_category: 'digital',
  },
] as const;

describe.each(['http', 'mcp 2.x http'] as const)('over %s', (surface) => {
  let portal: TestPortal;
  let by: Surface;
  beforeAll(async () => {
    portal = await startPortal();
    const terms = {
      once_per_buyer: false,
      combinable: true,
      automatic: false,
      created_at: 1,
      updated_at: 1,
      version: 0,
    };
    const all: Discount = {
      ...terms,
      shop_id: portal.demo.shop_id,
      code: 'ALL',
      title: 'Everything free',
      kind: 'percent',
      value_ppm: 1_000_000,
    };
    const alone: Discount = {
      ...terms,
      shop_id: portal.demo.shop_id,
      code: 'THREE',
      title: 'Three off',
      kind: 'fixed',
      amount: 300,
      combinable: false,
      automatic: true,
    };
    const lone: Discount = {
      ...terms,
      shop_id: portal.demo.shop_id,
      code: 'Lone',
      title: 'A tenth off, alone',
      kind: 'percent',
      value_ppm: 100_000,
      combinable: false,
    };
    await portal.app.store.update(() => ({
      writes: [all, alone, lone].map((one) => insertWrite('discount', one)),
      result: undefined,
    }));
    const { key } = await anotherKey(portal, 'deployment', { scopes: ['commerce', 'fulfillment'] });
    by = await openSurface(surface, { url: portal.url, database: portal.database, key });
  });
  afterAll(async () => {
    await by.close();
    await portal.close();
  });

  async function readyCart(...codes: readonly string[]) {
    const { body } = await by.call('get_cart', {});
    const checkout_id: string = body.data.id;
    const line_items = [
      { id: 'mug', item: { id: 'enamel-mug' }, quantity: 1 },
      { id: 'book', item: { id: 'preserving-ebook' }, quantity: 1 },
    ];
    await by.call('add_line_items', { checkout_id, line_items });
    await by.call('set_buyer', { checkout_id, buyer: { email: 'ada@example.com' } });
    for (const code of codes) await by.call('apply_discount', { checkout_id, code });
    await by.call('select_fulfillment', { checkout_id, selected_option_id: 'pickup-portland' });
    return (await by.call('get_checkout', { checkout_id })).body.data;
  }

  it('completes a checkout with a total of zero at once, without an instrument or handler', async () => {
    const cart = await readyCart('ALL');
    expect([cart.status, amountOf(cart.totals, 'total')]).toEqual(['ready_for_complete', 0]);
    const { data } = (await by.call('complete_checkout', { checkout_id: cart.id, expected_total: 0 })).body;
    expect(data.status).toBe('completed');
    const order = (await by.call('get_order', { order_id: data.order.id })).body.data;
    expect(order).toMatchObject({ status: 'processing', payment_status: 'paid' });
    expect(order.payment).toEqual({ amount_paid: 0, amount_refunded: 0 });
    const again = (await by.call('complete_checkout', { checkout_id: cart.id, expected_total: 0 })).body.data;
    expect(again.order.id).toBe(order.id);
    const canceled = (await by.call('cancel_order', { order_id: order.id })).body.data;
    expect(canceled.status).toBe('canceled');
  });

  it('needs no payment handler for a total of zero, even on the page of the checkout', async () => {
    const { payment_handlers } =
      (await portal.app.store.read((rows) => rows.get('shop', portal.demo.shop_id)))?.settings ?? {};
    await changeSettings(portal, { payment_handlers: [] });
    const cart = await readyCart('ALL');
    expect(cart.messages.map(({ code }: { code: string }) => code)).not.toContain('payment_unavailable');
    expect(await submitForm(cart.continue_url, 'pay')).toBeNull();
    const { status } = (await by.call('get_checkout', { checkout_id: cart.id })).body.data;
    expect(status).toBe('completed');
    await changeSettings(portal, { payment_handlers: payment_handlers ?? [] });
  });

  it('applies the better of two discounts that exclude each other, and adds a message about the other', async () => {
    const cart = await readyCart('MUG5');
    expect(cart.discounts.applied.map(({ title }: { title: string }) => title)).toHaveLength(1);
    expect(cart.discounts.applied[0]).toMatchObject({ code: 'MUG5', amount: 500 });
    const said = cart.messages.find(({ code }: { code: string }) => code === 'discount_code_combination_disallowed');
    expect(said).toMatchObject({ path: '$.discounts.applied', type: 'warning' });
    expect(said.content).toMatch(/"Three off".*cannot be combined with MUG5/);
    await by.call('remove_discount', { checkout_id: cart.id, code: 'MUG5' });
    const after = (await by.call('get_checkout', { checkout_id: cart.id })).body.data;
    expect(after.discounts.applied).toMatchObject([{ title: 'Three off', automatic: true, amount: 300 }]);
    expect(after.discounts.applied[0]).not.toHaveProperty('code');
    await by.call('cancel_checkout', { checkout_id: cart.id });
  });

  it('stores codes that exclude each other, and applies the best whenever the cart changes', async () => {
    const cart = await readyCart('LONE', 'mug5');
    const checkout_id = cart.id;
    const stateOf = ({ discounts, messages }: typeof cart) => ({
      codes: discounts.codes,
      applied: discounts.applied.map(({ code }: { code: string }) => code),
      aside: messages.flatMap((one: { code: string; path: string; content: string }) =>
        one.code === 'discount_code_combination_disallowed' && one.path.startsWith('$.discounts.codes')
          ? [[one.path, /The code (\S+) has no effect.* combined with (\S+), /.exec(one.content)?.slice(1).join(' < ')]]
          : [],
      ),
    });
    const codes = ['Lone', 'MUG5'];
    expect(stateOf(cart)).toEqual({ codes, applied: ['MUG5'], aside: [['$.discounts.codes[0]', 'Lone < MUG5']] });
    await by.call('update_line_item', { checkout_id, line_item_id: 'mug', quantity: 9 });
    const more = (await by.call('get_checkout', { checkout_id })).body.data;
    expect(stateOf(more)).toEqual({ codes, applied: ['Lone'], aside: [['$.discounts.codes[1]', 'MUG5 < Lone']] });
    await by.call('update_line_item', { checkout_id, line_item_id: 'mug', quantity: 1 });
    expect(stateOf((await by.call('get_checkout', { checkout_id })).body.data)).toEqual(stateOf(cart));
    const expected_total = amountOf(cart.totals, 'total');
    const done = await by.call('complete_checkout', { checkout_id, expected_total, payment: { instruments: [CARD] } });
    const order = (await by.call('get_order', { order_id: done.body.data.order.id })).body.data;
    expect(order.discounts).toEqual({ codes, applied: cart.discounts.applied });
  });

  it('adds fees with tax to the totals, and refunds them with the units', async () => {
    await changeSettings(portal, { fees: FEES });
    const cart = await readyCart();
    expect(cart.fees.map(({ id, amount }: { id: string; amount: number }) => [id, amount])).toEqual([['packing', 150]]);
    expect(amountOf(cart.totals, 'fee')).toBe(150);
    expect(cart.fees[0].tax_lines).toMatchObject([
      { rate_ppm: 72_500, taxable_amount: 150, amount: 11, included: false },
    ]);
    const total = amountOf(cart.totals, 'total') ?? 0;
    expect(sum(cart.totals.slice(0, -1).map(({ amount }: { amount: number }) => amount))).toBe(total);
    const payment = { instruments: [CARD] };
    const { data } = (await by.call('complete_checkout', { checkout_id: cart.id, expected_total: total, payment }))
      .body;
    const order_id = data.order.id;
    const order = (await by.call('get_order', { order_id })).body.data;
    expect(order.fees).toEqual(cart.fees);
    const back = async (id: string) => {
      const line_items = [{ id, quantity: 1 }];
      const { adjustments } = (await by.call('adjust_order', { order_id, type: 'refund', line_items })).body.data;
      return adjustments.at(-1).amount;
    };
    const book = await back('book');
    const [off] = cart.discounts.applied[0].allocations.filter(
      ({ path }: { path: string }) => path === '$.line_items[1]',
    );
    expect(book).toBeGreaterThan(cart.line_items[1].item.price - off.amount);
    expect(book + (await back('mug'))).toBe(total);
    await changeSettings(portal, { fees: [] });
  });
});
