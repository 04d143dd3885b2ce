import type { Line } from '../../../src/domain/checkout/checkout.js';
import type { Discount } from '../../../src/domain/shop/discount.js';
import type { Item } from '../../../src/domain/shop/item.js';
import type {
  Fee,
  PickupLocation,
  ShippingPrice,
  ShippingRate,
  ShopSettings,
  TaxRate,
} from '../../../src/domain/shop/shop.js';
import { type CartParts, COUNTER, discount, item, line, rate, spec } from '../fixtures.js';
import type { WorkedCase } from './case.js';

/** Builds the cart from the short texts of a case. */
export function partsOf(worked: WorkedCase): CartParts {
  const { to, billing, option } = worked;
  const lines = worked.lines.map(readLine);
  return {
    lines: lines.map((one) => one.line),
    items: lines.map((one) => one.item),
    discounts: (worked.discounts ?? []).map(readDiscount),
    settings: settingsOf(worked),
    checkout: {
      ...(to !== undefined && { destination: placeOf(to) }),
      ...(billing !== undefined && { billing_address: placeOf(billing) }),
      ...(option !== undefined && { selected_option_id: option }),
    },
  };
}

function settingsOf(worked: WorkedCase): Partial<ShopSettings> {
  return {
    currency: worked.currency ?? 'USD',
    language: worked.language ?? 'en',
    tax: {
      included: worked.prices_include_tax ?? false,
      on_shipping: worked.tax_on_shipping ?? false,
      rates: (worked.tax ?? []).map(readTaxRate),
    },
    shipping: (worked.shipping ?? []).map(readShipping),
    pickup: (worked.pickup ?? []).map(readPickup),
    fees: (worked.fees ?? []).map(readFee),
  };
}

const LINE =
  /^(?<name>[a-z0-9]+): (?<price>\d+)(?: (?<deltas>(?:\([+-]\d+\))+))? x (?<quantity>\d+)(?: (?<category>[a-z]+))?(?:, (?:(?<digital>digital)|(?<grams>\d+) g))?$/;

/** Returns a line and its item. The item has one property for each price delta. */
function readLine(text: string): { readonly line: Line; readonly item: Item } {
  const { name = '', price, deltas = '', quantity, category, digital, grams } = read(text, LINE);
  const specs = [...deltas.matchAll(/[+-]\d+/g)].map(([delta], at) => spec(`p${at}`, [['chosen', Number(delta)]]));
  return {
    line: line(name, {
      quantity: Number(quantity),
      properties: specs.map((one) => ({ name: one.name, value: 'chosen' })),
    }),
    item: item(name, {
      price: Number(price),
      property_specs: specs,
      weight_grams: Number(grams ?? 0),
      ...(category !== undefined && { tax_category: category }),
      ...(digital !== undefined && { fulfillment_types: ['digital'] }),
    }),
  };
}

const DISCOUNT =
  /^(?<code>[A-Z0-9]+): (?:free shipping(?: of (?<options>[a-z]+(?: \+ [a-z]+)*))?|(?:(?<percent>[\d.]+) %|(?<amount>\d+)) off (?:the order|(?<named>[a-z0-9]+(?: \+ [a-z0-9]+)*)))(?<automatic>; automatic)?(?<alone>; alone)?(?:; from (?<minimum>\d+))?$/;

function readDiscount(text: string): Discount {
  const { code = '', percent, amount, named, options, automatic, alone, minimum } = read(text, DISCOUNT);
  return discount(code, {
    kind: percent !== undefined ? 'percent' : amount !== undefined ? 'fixed' : 'free_shipping',
    ...(percent !== undefined && { value_ppm: ppm(percent) }),
    ...(amount !== undefined && { amount: Number(amount) }),
    ...(named !== undefined && { item_ids: named.split(' + ') }),
    ...(options !== undefined && { option_ids: options.split(' + ') }),
    ...(minimum !== undefined && { minimum_subtotal: Number(minimum) }),
    automatic: automatic !== undefined,
    combinable: alone === undefined,
  });
}

const TAX_RATE = /^(?<country>[A-Z]{2})(?:-(?<region>[A-Z]+))?(?: (?<category>[a-z]+))? (?<percent>[\d.]+) %$/;

function readTaxRate(text: string): TaxRate {
  const { country = '', region, category, percent = '' } = read(text, TAX_RATE);
  return {
    country,
    ...(region !== undefined && { region }),
    ...(category !== undefined && { category }),
    rate_ppm: ppm(percent),
  };
}

const SHIPPING = /^(?<id>[a-z]+): (?<price>[^;]+)(?:; free from (?<limit>\d+))?$/;

function readShipping(text: string): ShippingRate {
  const { id = '', price = '', limit } = read(text, SHIPPING);
  return rate(id, { price: readPrice(price), ...(limit !== undefined && { free_from: Number(limit) }) });
}

const STEP = /^(?<amount>\d+) to (?<grams>\d+) g$/;
const FLAT_OR_EACH = /^(?<first>\d+)(?: \+ (?<each>\d+) each)?$/;

function readPrice(text: string): ShippingPrice {
  if (text.endsWith(' g')) {
    const steps = text.split(', ').map((step) => read(step, STEP));
    const amounts = steps.map(({ amount, grams }) => ({ up_to_grams: Number(grams), amount: Number(amount) }));
    return { type: 'by_weight', steps: amounts };
  }
  const { first, each } = read(text, FLAT_OR_EACH);
  if (each === undefined) return { type: 'flat', amount: Number(first) };
  return { type: 'per_item', base: Number(first), amount: Number(each) };
}

const PICKUP = /^(?<id>[a-z]+): (?<amount>\d+) in (?<place>\S+)$/;

function readPickup(text: string): PickupLocation {
  const { id = '', amount, place = '' } = read(text, PICKUP);
  return { ...COUNTER, id, amount: Number(amount), address: placeOf(place) };
}

const FEE =
  /^(?<id>[a-z]+): (?:(?<percent>[\d.]+) %|(?<amount>\d+))(?: in (?<countries>[A-Z]{2}(?: \+ [A-Z]{2})*))?(?: below (?<below>\d+))?(?: as (?<category>[a-z]+))?$/;

function readFee(text: string): Fee {
  const { id = '', percent, amount, countries, below, category = 'standard' } = read(text, FEE);
  return {
    id,
    title: id,
    price:
      percent === undefined ? { type: 'fixed', amount: Number(amount) } : { type: 'percent', value_ppm: ppm(percent) },
    ...(countries !== undefined && { countries: countries.split(' + ') }),
    ...(below !== undefined && { below_subtotal: Number(below) }),
    tax_category: category,
  };
}

const PLACE = /^(?<country>[A-Z]{2})(?:-(?<region>[A-Z]+))?$/;

function placeOf(text: string) {
  const { country = '', region } = read(text, PLACE);
  return { address_country: country, ...(region !== undefined && { address_region: region }) };
}

function ppm(percent: string): number {
  return Math.round(Number(percent) * 10_000);
}

/** Returns the named groups of a text. Throws if the text has another format, which is a mistake in the case. */
function read(text: string, form: RegExp): Readonly<Record<string, string | undefined>> {
  const groups = form.exec(text)?.groups;
  if (!groups) throw new Error(`"${text}" does not have the form ${form}`);
  return groups;
}
