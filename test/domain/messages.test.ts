import { describe, expect, it } from 'vitest';
import { assess } from '../../src/domain/checkout/status.js';
import { messagesView } from '../../src/view/message-view.js';
import { CHECKOUT_MESSAGES, checkoutMessage } from '../contract/message-contract.js';
import { type CartParts, cart, item, line, rate } from './fixtures.js';
import { PRODUCED, ready, required, SHIPPED, settings, ship, two, withItem } from './message-table.js';

const messagesOf = (parts: CartParts) => messagesView(assess(cart(parts)).messages, 'en');

describe('a message', () => {
  it.each(PRODUCED)('%s: %s', (_name, code, produced, path, cleared) => {
    const found = messagesOf(produced).filter((message) => message.code === code);
    expect(found.map((message) => message.path)).toEqual([path]);
    expect(checkoutMessage.parse(found[0])).toEqual(found[0]);
    expect(messagesOf(cleared).map((message) => message.code)).not.toContain(code);
  });

  it.each(SHIPPED)('%s: %s', (_name, code, checkout, cleared) => {
    const here = { shipping: [rate('near', { zone: { countries: ['US'] } })] };
    const produced = { lines: [line('mug')], items: [ship], settings: here, checkout: checkout ?? {} };
    const found = messagesOf(produced).filter((message) => message.code === code);
    expect(found.map((message) => message.path)).toEqual(['$.fulfillment']);
    expect(checkoutMessage.parse(found[0])).toEqual(found[0]);
    expect(messagesOf(cleared).map((message) => message.code)).not.toContain(code);
  });

  it('is tested for every message code (checkout_expired in status.test.ts)', () => {
    const codes = new Set([
      ...PRODUCED.map(([, code]) => code),
      ...SHIPPED.map(([, code]) => code),
      'checkout_expired',
    ]);
    expect([...codes].sort()).toEqual([...CHECKOUT_MESSAGES.keys()].sort());
  });

  it('is not produced for a cart that is ready to complete', () => {
    expect(messagesOf(ready())).toEqual([]);
    expect(assess(cart(ready())).status).toBe('ready_for_complete');
  });

  it.each<[string, CartParts, string[]]>([
    [
      'goods that can be picked up need no destination',
      { lines: [line('mug')], settings },
      ['fulfillment_option_required', 'field_required'],
    ],
    [
      'digital goods need no option',
      { lines: [line('mug')], items: [item('mug', { fulfillment_types: ['digital'] })] },
      ['field_required'],
    ],
    [
      'pickup needs no address',
      ready({}, { destination: { address_country: 'US' }, selected_option_id: 'counter' }),
      [],
    ],
    ['a withdrawn item needs no properties', withItem({ status: 'withdrawn', ...required }), ['item_unavailable']],
    [
      'errors come before warnings',
      ready({ lines: [line('mug', { seen_price: 1, quantity: 2 })], stock: { mug: 1 } }),
      ['out_of_stock', 'price_changed'],
    ],
  ])('%s', (_name, parts, expected) => {
    expect(messagesOf(parts).map(({ code }) => code)).toEqual(expected);
  });

  it('names the units left, and the old and the new price', () => {
    expect(messagesOf(ready({ ...two, stock: { mug: 2 } }))[0]?.content).toMatch(/out of stock/);
    const more = ready({ lines: [line('mug', { quantity: 5 })], stock: { mug: 3 } });
    expect(messagesOf(more)[0]?.content).toMatch(/Only 3 .* quantity to 3/);
    expect(messagesOf(ready({ lines: [line('mug', { seen_price: 900 })] }))[0]?.content).toMatch(
      /from \$9\.00 to \$10\.00/,
    );
  });
});
