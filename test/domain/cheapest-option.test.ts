import { expect, it } from 'vitest';
import { selectOptionOrCheapest } from '../../src/domain/checkout/selection.js';
import { DEFAULT_SETTINGS } from '../../src/domain/shop/shop.js';
import { type CartParts, COUNTER, cart, discount, item, line, rate, refusal } from './fixtures.js';

const US = { address_country: 'US' };
const dear = (id: string, amount: number) => rate(id, { price: { type: 'flat', amount } });
const SETTINGS = {
  shipping: [dear('courier', 900), dear('post', 400), dear('bike', 400)],
  pickup: [
    { ...COUNTER, amount: 100 },
    { ...COUNTER, id: 'kiosk', amount: 50 },
  ],
};
const ITEMS = [
  item('mug'),
  item('stove', { fulfillment_types: ['pickup'] }),
  item('flask', { fulfillment_types: ['shipping'] }),
  item('ebook', { fulfillment_types: ['digital'] }),
];

function chosen(ids: readonly string[], checkout: CartParts['checkout'], settings: CartParts['settings'] = SETTINGS) {
  const made = cart({ items: ITEMS, settings, lines: ids.map((id) => line(id)), checkout: checkout ?? {} });
  return selectOptionOrCheapest(made, 'cheapest').selected_option_id;
}

it.each<[string, readonly string[], CartParts['checkout'], string | undefined]>([
  ['the first of the cheapest shipping options, with a destination', ['mug'], { destination: US }, 'post'],
  ['the cheapest pickup, without a destination', ['mug', 'ebook'], {}, 'kiosk'],
  ['the pickup that serves a line which is not shipped', ['mug', 'stove'], { destination: US }, 'kiosk'],
  ['shipping, if no option serves all lines', ['flask', 'stove'], { destination: US }, 'post'],
  ['nothing, if all is digital', ['ebook'], { destination: US }, undefined],
  ['nothing, if no option is offered', ['flask'], {}, undefined],
])('selects %s', (_what, ids, checkout, option) => {
  expect(chosen(ids, checkout)).toBe(option);
});

it('compares prices after free shipping from a value of the goods', () => {
  const shipping = [dear('post', 400), rate('slow', { price: { type: 'flat', amount: 500 }, free_from: 1000 })];
  expect(chosen(['mug'], { destination: US }, { shipping })).toBe('slow');
});

it('compares what the buyer pays after discounts on shipping', () => {
  const discounts = [discount('FREE', { kind: 'free_shipping', option_ids: ['courier'] })];
  const made = cart({ settings: SETTINGS, lines: [line('mug')], discounts, checkout: { destination: US } });
  expect(selectOptionOrCheapest(made, 'cheapest').selected_option_id).toBe('courier');
});

it('compares what the buyer pays with the tax at the place of pickup', () => {
  const rates = [{ country: 'US', region: 'WA', rate_ppm: 100_000 }];
  const taxed = { ...COUNTER, id: 'seattle', address: { address_country: 'US', address_region: 'WA' } };
  const settings = { pickup: [taxed, { ...COUNTER, amount: 50 }], tax: { ...DEFAULT_SETTINGS.tax, rates } };
  expect(chosen(['mug'], {}, settings)).toBe('counter');
});

it('selects the option with the id "cheapest" of a shop that has one', () => {
  const shipping = [dear('cheapest', 900), dear('post', 400)];
  expect(chosen(['mug'], { destination: US }, { shipping })).toBe('cheapest');
});

it('selects any other id like a call for one option', () => {
  const made = cart({ settings: SETTINGS, lines: [line('mug')], checkout: { destination: US } });
  expect(selectOptionOrCheapest(made, 'courier').selected_option_id).toBe('courier');
  refusal('fulfillment_option_unknown', () => selectOptionOrCheapest(made, 'teleport'));
});
