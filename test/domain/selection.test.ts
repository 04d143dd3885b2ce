import { describe, expect, it } from 'vitest';
import {
  assertListable,
  selectOption,
  selectWithDestinations,
  setDestination,
} from '../../src/domain/checkout/selection.js';
import type { ErrorCode } from '../../src/domain/errors/portal-error.js';
import { type CartParts, cart, item, line, rate, refusal } from './fixtures.js';

const US = { address_country: 'US' };
const DE = { address_country: 'DE' };
const settings = { shipping: [rate('post', { zone: { countries: ['US'] } }), rate('world')] };
const items = [
  item('mug'),
  item('flask', { fulfillment_types: ['shipping'] }),
  item('stove', { fulfillment_types: ['pickup'] }),
  item('ebook', { fulfillment_types: ['digital'] }),
];
const of = (parts: CartParts['checkout'], ...ids: string[]) =>
  cart({ items, settings, lines: (ids.length > 0 ? ids : ['mug']).map((id) => line(id)), checkout: parts ?? {} });

describe('selectOption', () => {
  it.each<[string, CartParts['checkout'], string, string]>([
    ['shipping with a destination', { destination: US }, 'post', 'post'],
    ['pickup without a destination', {}, 'counter', 'counter'],
    ['another option after a first one', { destination: US, selected_option_id: 'world' }, 'post', 'post'],
  ])('selects %s', (_name, checkout, id, selected) => {
    expect(selectOption(of(checkout), id).selected_option_id).toBe(selected);
  });

  it.each<[string, CartParts['checkout'], string, ErrorCode]>([
    ['an unknown option', { destination: US }, 'absent', 'fulfillment_option_unknown'],
    ['an unknown option without a destination', {}, 'absent', 'fulfillment_option_unknown'],
    ['shipping without a destination', {}, 'post', 'fulfillment_destination_required'],
    ['a rate of another zone', { destination: DE }, 'post', 'fulfillment_option_unknown'],
    ['digital without digital lines', { destination: US }, 'digital', 'fulfillment_option_unknown'],
  ])('rejects %s', (_name, checkout, id, code) => {
    expect(refusal(code, () => selectOption(of(checkout), id))).toMatch(/^selected_option_id: /);
  });

  it('changes nothing for the digital option', () => {
    const before = of({ destination: US, selected_option_id: 'post' }, 'mug', 'ebook');
    expect(selectOption(before, 'digital')).toEqual(before.checkout);
  });

  it('forgets the dropped option when another one is selected', () => {
    const after = selectOption(of({ destination: DE, dropped_option_id: 'post' }), 'world');
    expect(after.dropped_option_id).toBeUndefined();
  });
});

describe('selectWithDestinations', () => {
  const select = (id: string, destinations: readonly (typeof US)[], ...ids: string[]) =>
    selectWithDestinations(of({}, ...ids), id, destinations);

  it('stores the first destination with a shipping option', () => {
    expect(select('post', [US, DE])).toMatchObject({ destination: US, selected_option_id: 'post' });
  });

  it.each(['counter', 'digital'])('ignores the destinations for %s', (id) => {
    expect(select(id, [US], 'mug', 'ebook').destination).toBeUndefined();
    expect(select(id, [], 'mug', 'ebook').destination).toBeUndefined();
  });

  it.each<[string, string, readonly (typeof US)[], ErrorCode]>([
    ['shipping without destinations', 'post', [], 'fulfillment_address_required'],
    ['an unknown option without destinations', 'absent', [], 'fulfillment_option_unknown'],
    ['a rate of another zone', 'post', [DE], 'fulfillment_option_unknown'],
  ])('rejects %s', (_name, id, destinations, code) => {
    refusal(code, () => select(id, destinations));
  });

  it('requires destinations in the call even if the checkout has one', () => {
    refusal('fulfillment_address_required', () => selectWithDestinations(of({ destination: US }), 'post', []));
  });
});

describe('setDestination', () => {
  it.each<[string, CartParts['checkout'], string | undefined, string | undefined]>([
    ['nothing selected', {}, undefined, undefined],
    ['an option that stays', { destination: US, selected_option_id: 'world' }, 'world', undefined],
    ['an option that is dropped', { destination: US, selected_option_id: 'post' }, undefined, 'post'],
    ['pickup', { selected_option_id: 'counter' }, 'counter', undefined],
    ['an option that was dropped before', { destination: US, dropped_option_id: 'post' }, undefined, 'post'],
  ])('keeps or drops the selection, with %s', (_name, checkout, selected, dropped) => {
    const after = setDestination(of(checkout), DE);
    expect(after.destination).toEqual(DE);
    expect([after.selected_option_id, after.dropped_option_id]).toEqual([selected, dropped]);
  });

  it('replaces the whole destination', () => {
    const before = of({ destination: { ...US, street_address: '1 Main St', instructions: 'Ring.' } });
    expect(setDestination(before, DE).destination).toEqual(DE);
  });
});

describe('assertListable', () => {
  it.each<[string[], boolean]>([
    [['mug'], true],
    [['stove', 'ebook'], true],
    [['ebook'], true],
    [['flask'], false],
    [['mug', 'flask'], false],
  ])('%j without a destination: %s', (ids, listable) => {
    const made = of({}, ...ids);
    if (listable) expect(() => assertListable(made)).not.toThrow();
    else refusal('fulfillment_destination_required', () => assertListable(made));
    expect(() => assertListable(of({ destination: US }, ...ids))).not.toThrow();
  });
});
