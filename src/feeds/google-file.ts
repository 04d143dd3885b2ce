import { groupBy } from '../domain/values/group-by.js';
import { omitUndefined } from '../domain/values/present.js';
import { googlePrice } from './google-price.js';
import { htmlText, plainText } from './plain-text.js';
import {
  barcodeOf,
  buildRows,
  categoriesOf,
  conditionOf,
  DESCRIPTIVE,
  distinctIds,
  type FileRow,
  type FileRows,
  idFrom,
  ignoredColumns,
  textOrAbsent,
} from './rows.js';
import { shortenMembers } from './shorten.js';

/** Google Merchant Center product data (support.google.com/merchants/answer/7052112). */

/** Attributes of a product, by name with underscores. A repeated attribute has several values. */
export type Attributes = ReadonlyMap<string, readonly string[]>;

/** Attributes that distinguish variants of an `item_group_id`, with their option names. */
const OPTIONS = {
  color: 'Color',
  size: 'Size',
  material: 'Material',
  pattern: 'Pattern',
  gender: 'Gender',
  age_group: 'Age group',
  condition: 'Condition',
} as const;
const ALWAYS: readonly string[] = ['color', 'size'];

/** Attributes that become members of an item. */
const READ: ReadonlySet<string> = new Set([
  ...['id', 'title', 'description', 'price', 'sale_price', 'sale_price_effective_date', 'brand', 'gtin', 'mpn'],
  ...['image_link', 'additional_image_link', 'product_type', 'google_product_category', 'shipping_weight', 'adult'],
  ...['availability', 'availability_date', 'item_group_id', ...Object.keys(OPTIONS)],
]);

const DAY = 24 * 60 * 60 * 1000;
/** Days promised for backorders if the feed has no date. */
const BACKORDER_DAYS = 30;
const GRAMS: Readonly<Record<string, number>> = { g: 1, kg: 1000, oz: 28.349523125, lb: 453.59237 };

/**
 * Converts the products of a feed. Sale periods and availability dates are compared with `now` (milliseconds since the
 * epoch).
 */
export function googleRows(products: readonly Attributes[], currency: string, now: number): FileRows {
  const groups = groupBy(products, (product) => textOf(product, 'item_group_id') ?? '');
  groups.delete('');
  const ids = distinctIds(products.map((product) => textOf(product, 'id') ?? ''));
  const cells = products.map((product) => [...product].map(([name, [value = '']]) => [name, value] as const));
  const rowAt = (product: Attributes, index: number) => {
    const group = groups.get(textOf(product, 'item_group_id') ?? '') ?? [];
    return rowOf(product, textOrAbsent(ids[index]), group, currency, now);
  };
  return buildRows(products, rowAt, {
    optional: DESCRIPTIVE,
    ignored: ignoredColumns(cells, (name) => READ.has(name)),
  });
}

function textOf(product: Attributes, name: string): string | undefined {
  const value = product.get(name)?.[0];
  return value === undefined ? undefined : textOrAbsent(plainText(value));
}

function rowOf(
  product: Attributes,
  id: string | undefined,
  group: readonly Attributes[],
  currency: string,
  now: number,
): FileRow {
  const text = (name: string) => textOf(product, name);
  const description = product.get('description')?.[0];
  const { price, problem, warnings } = googlePrice(text, currency, now);
  const availability = availabilityOf(text('availability'), text('availability_date'), now);
  const groupId = text('item_group_id');
  const { members: item, warnings: lengths } = shortenMembers(
    omitUndefined({
      id,
      sku: text('id'),
      title: text('title'),
      description: description && htmlText(description),
      price,
      brand: text('brand'),
      condition: conditionOf(text('condition')),
      gtin: barcodeOf(text('gtin')),
      mpn: text('mpn'),
      images: imagesOf(product),
      categories: googleCategories(product),
      weight_grams: gramsOf(text('shipping_weight')),
      age_restricted: flagOf(text('adult')),
      product_id: groupId && idFrom(groupId),
      options: group.length > 0 ? optionsOf(product, group) : undefined,
      ...availability?.members,
    }),
  );
  const unknown = availability ? undefined : `availability: "${text('availability')}" is not one of Google's values`;
  const why = problem ?? unknown;
  const forNew = { fulfillment_types: ['shipping'] as const };
  return {
    ...{ item, forNew, warnings: [...warnings, ...lengths] },
    ...(why !== undefined && { problem: why }),
    ...(isGiftCard(text('google_product_category')) && { skipped: 'a gift card, which the shop cannot redeem' }),
  };
}

/** True for Google's category 53, given by its number or path. */
function isGiftCard(category: string | undefined): boolean {
  return category === '53' || /(^|> *)gift cards & certificates$/i.test(category ?? '');
}

function imagesOf(product: Attributes) {
  const images = [...(product.get('image_link') ?? []), ...(product.get('additional_image_link') ?? [])]
    .flatMap((urls) => plainText(urls).split(/,(?=\s*https?:)/))
    .flatMap((url) => textOrAbsent(url) ?? []);
  return images.length > 0 ? images.map((url) => ({ url })) : undefined;
}

function googleCategories(product: Attributes): string[] | undefined {
  const google = textOf(product, 'google_product_category');
  const own = categoriesOf(...(product.get('product_type') ?? []).map(plainText));
  return own ?? (google && !/^\d+$/.test(google) ? categoriesOf(google) : undefined);
}

/** Options of a variant: its color and size, and any other attribute that differs within the product. */
function optionsOf(product: Attributes, group: readonly Attributes[]) {
  const choiceOf = (one: Attributes, attribute: string) =>
    attribute === 'condition' ? (conditionOf(textOf(one, attribute)) ?? 'new') : textOf(one, attribute);
  return Object.entries(OPTIONS).flatMap(([attribute, name]) => {
    const value = choiceOf(product, attribute);
    const values = new Set(group.map((one) => choiceOf(one, attribute)));
    return value !== undefined && (ALWAYS.includes(attribute) || values.size > 1) ? [{ name, value }] : [];
  });
}

/**
 * Converts the availability to stock and backorder, since feeds have no unit counts. Returns `undefined` for a value
 * that Google does not define, since the item must not be sold as in stock.
 */
function availabilityOf(availability: string | undefined, date: string | undefined, now: number) {
  const status = availability
    ?.toLowerCase()
    .replace(/^https?:\/\/schema\.org\//, '')
    .replace(/[^a-z]/g, '');
  if (status === undefined || status === 'instock') return { members: {} };
  if (status === 'outofstock') return { members: { stock: 0, backorder: null } };
  if (status !== 'backorder' && status !== 'preorder') return undefined;
  const days = Math.ceil((Date.parse(date ?? '') - now) / DAY);
  const backorder = { days: Number.isNaN(days) ? BACKORDER_DAYS : Math.min(365, Math.max(1, days)) };
  return { members: { stock: 0, backorder } };
}

/** Returns unknown words unchanged; validation rejects them. */
function flagOf(text: string | undefined): boolean | string | undefined {
  if (text === undefined) return undefined;
  return { yes: true, true: true, no: false, false: false }[text.toLowerCase()] ?? text;
}

/** Returns unreadable text unchanged; it is dropped later with a warning. */
function gramsOf(weight: string | undefined): number | string | undefined {
  const [, number = '', unit = ''] = /^(\d+(?:[.,]\d+)?)\s*([a-z]+)$/i.exec(weight ?? '') ?? [];
  const grams = GRAMS[unit.toLowerCase()];
  return grams === undefined ? weight : Math.round(Number(number.replace(',', '.')) * grams);
}
