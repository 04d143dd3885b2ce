import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { CART_LIFETIME } from '../../../src/domain/checkout/checkout.js';
import { sweep } from '../../../src/maintenance/sweep.js';
import { fill, ready } from '../../actors/purchase.js';
import { scriptedHandler } from '../../support/scripted-handler.js';
import { stillClock } from '../../support/still-clock.js';
import { changeItem } from '../../support/tenants.js';
import { LAST_ONE, openShop, pay } from './shop.js';
import { till } from './till.js';

const line = (more: object) => ({ item: { id: LAST_ONE }, quantity: 1, ...more });
const ENGRAVING = { name: 'Engraving', required: false, description: 'To 500 characters', values: [] };

const TWO_UNITS: readonly (readonly [by: string, lines: readonly object[]])[] = [
  ['two lines with different ids', [line({ id: 'one' }), line({ id: 'two' })]],
  ['two lines with different properties', [line({}), line({ properties: [{ name: 'Engraving', value: 'Ann' }] })]],
  ['two entries for the same line', [line({}), line({})]],
];

export function soldTwice(): void {
  test('is prevented for two carts, one after the other', async () => {
    const { buyer, orders, merchant } = await openShop(till());
    const first = await ready(buyer('a'), { lines: [LAST_ONE] });
    const second = await ready(buyer('b'), { lines: [LAST_ONE] });
    expect([await pay(first), await pay(second)]).toEqual(['200 completed', '409 out_of_stock']);
    expect(await orders()).toHaveLength(1);
    expect(await merchant.unitsLeft(LAST_ONE)).toBe(0);
  });

  test.each(TWO_UNITS)('is prevented for %s in one cart', async (_by, lines) => {
    const { portal, buyer, orders, handler, merchant } = await openShop(till());
    await changeItem(portal, LAST_ONE, { property_specs: [ENGRAVING] });
    const cart = await fill(buyer('a'), { lines });
    const { data } = await cart.by.ok('get_checkout', { checkout_id: cart.checkout_id });
    expect(data).toMatchObject({ status: 'incomplete', messages: [{ code: 'out_of_stock', type: 'error' }] });
    expect(await pay(cart)).toBe('409 out_of_stock');
    expect([handler.charged, await orders(), await merchant.unitsLeft(LAST_ONE)]).toEqual([[], [], 1]);
    await merchant.setUnits(LAST_ONE, 3);
    expect([await pay(cart), await merchant.unitsLeft(LAST_ONE)]).toEqual(['200 completed', 1]);
  });
}

export function blockedByCarts(): void {
  test('is prevented because an open cart holds no stock', async () => {
    const { buyer, merchant } = await openShop(till());
    await ready(buyer('a'), { lines: [LAST_ONE] });
    expect(await merchant.unitsLeft(LAST_ONE)).toBe(1);
    expect(await pay(await ready(buyer('b'), { lines: [LAST_ONE] }))).toBe('200 completed');
  });

  for (const swept of ['before', 'after']) {
    test(`is prevented because an expired cart holds no stock and is not completed, ${swept} the sweep`, async () => {
      const clock = stillClock();
      const { portal, buyer, merchant } = await openShop(till(), clock);
      const late = await ready(buyer('a'), { lines: [LAST_ONE] });
      clock.advance(CART_LIFETIME);
      if (swept === 'after') await sweep(portal.app.portal);
      expect(await merchant.unitsLeft(LAST_ONE)).toBe(1);
      expect(await pay(late)).toBe('409 checkout_closed');
      expect(await pay(await ready(buyer('b'), { lines: [LAST_ONE] }))).toBe('200 completed');
    });
  }

  test('is prevented because voiding a payment of an expired cart returns its units exactly once', async () => {
    const clock = { ...stillClock(), sleep: () => setImmediate() };
    const { portal, buyer, merchant, handler } = await openShop(scriptedHandler(), clock);
    await merchant.putDiscount('LAST', { kind: 'fixed', amount: 100, max_uses: 1 });
    const stuck = await ready(buyer('a'), { lines: [LAST_ONE], codes: ['LAST'] });
    const left = async () => [await merchant.unitsLeft(LAST_ONE), await merchant.usesLeft('LAST')];
    expect(await pay(stuck)).toBe('200 complete_in_progress');
    expect(await left()).toEqual([0, 0]);
    clock.advance(CART_LIFETIME);
    await sweep(portal.app.portal);
    expect(await left()).toEqual([0, 0]);
    const { data } = await stuck.by.ok('get_checkout', { checkout_id: stuck.checkout_id });
    expect([data.status, await left()]).toEqual(['ready_for_complete', [1, 1]]);
    expect(handler.calls).toContain('void');
    clock.advance(CART_LIFETIME);
    await sweep(portal.app.portal);
    expect(await pay(stuck)).toBe('409 checkout_closed');
    expect(await left()).toEqual([1, 1]);
    await ready(buyer('b'), { lines: [LAST_ONE], codes: ['LAST'] });
  });
}
