import { omitUndefined } from '../../domain/values/present.js';
import { parsePrice } from '../../domain/values/price-text.js';
import { htmlText } from './html-text.js';
import { buildRows, categoriesOf, type FileRow, type FileRows, groupRows, textOrAbsent } from './rows.js';

/** Google Merchant Center product data (support.google.com/merchants/answer/7052112). */

/** Attributes of a product by name with underscores; repeated ones have several values. */
export type Attributes = ReadonlyMap<string, readonly string[]>;

/** Attributes that distinguish variants of an `item_group_id`, with their option names. */
const OPTIONS = {
  color: 'Color',
  size: 'Size',
  material: 'Material',
  pattern: 'Pattern',
  gender: 'Gender',
  age_group: 'Age group',
} as const;
const ALWAYS: readonly string[] = ['color', 'size'];

const DAY = 24 * 60 * 60 * 1000;
/** Promised days if the feed has no date. */
const BACKORDER_DAYS = 30;
const GRAMS: Readonly<Record<string, number>> = { g: 1, kg: 1000, oz: 28.349523125, lb: 453.59237 };

/** Products of a feed. `now` decides which sale prices are valid, in milliseconds since the epoch. */
export function googleRows(products: readonly Attributes[], currency: string, now: number): FileRows {
  const groups = groupRows(products, (product) => textOrAbsent(product.get('item_group_id')?.[0]) ?? '');
  groups.delete('');
  return buildRows(products, (product) => {
    const group = textOrAbsent(product.get('item_group_id')?.[0]) ?? '';
    return rowOf(product, groups.get(group) ?? [], currency, now);
  });
}

function rowOf(product: Attributes, group: readonly Attributes[], currency: string, now: number): FileRow {
  const text = (name: string) => textOrAbsent(product.get(name)?.[0]);
  const price = parsePrice(priceText(product, now) ?? '', currency);
  const images = [...(product.get('image_link') ?? []), ...(product.get('additional_image_link') ?? [])]
    .flatMap((urls) => urls.split(/,(?=\s*https?:)/))
    .flatMap((url) => textOrAbsent(url) ?? []);
  const types = product.get('product_type') ?? [];
  const google = text('google_product_category');
  const item = omitUndefined({
    id: text('id'),
    title: text('title')?.slice(0, 200),
    description: text('description') && htmlText(text('description') ?? '').slice(0, 5000),
    price: typeof price === 'string' ? undefined : price.amount,
    brand: text('brand'),
    gtin: text('gtin')?.replace(/[\s-]/g, ''),
    mpn: text('mpn'),
    images: images.length > 0 ? images.slice(0, 20).map((url) => ({ url })) : undefined,
    categories: categoriesOf(...types) ?? (google && !/^\d+$/.test(google) ? categoriesOf(google) : undefined),
    weight_grams: gramsOf(text('shipping_weight')),
    age_restricted: text('adult') === undefined ? undefined : /^(yes|true)$/i.test(text('adult') ?? ''),
    product_id: text('item_group_id'),
    options: group.length > 0 ? optionsOf(product, group) : undefined,
    ...availabilityOf(text('availability'), text('availability_date'), now),
  });
  const forNew = { fulfillment_types: ['shipping'] as const };
  return typeof price === 'string' ? { item, forNew, problem: `price: ${price}` } : { item, forNew };
}

/** The sale price while valid, else the price. */
function priceText(product: Attributes, now: number): string | undefined {
  const text = (name: string) => textOrAbsent(product.get(name)?.[0]);
  const sale = text('sale_price');
  const [from = '', to = ''] = text('sale_price_effective_date')?.split('/') ?? [];
  const isNow = from === '' || (now >= Date.parse(from) && now < Date.parse(to));
  return sale !== undefined && isNow ? sale : text('price');
}

/** Color and size of each variant, and other differences within the product. */
function optionsOf(product: Attributes, group: readonly Attributes[]) {
  return Object.entries(OPTIONS).flatMap(([attribute, name]) => {
    const value = textOrAbsent(product.get(attribute)?.[0]);
    const values = new Set(group.map((one) => textOrAbsent(one.get(attribute)?.[0])));
    return value !== undefined && (ALWAYS.includes(attribute) || values.size > 1) ? [{ name, value }] : [];
  });
}

/** Feeds have no unit counts; they only report when nothing is left. */
function availabilityOf(availability: string | undefined, date: string | undefined, now: number) {
  const status = availability?.toLowerCase().replaceAll(' ', '_');
  if (status === 'out_of_stock') return { stock: 0, backorder: null };
  if (status !== 'backorder' && status !== 'preorder') return {};
  const days = Math.ceil((Date.parse(date ?? '') - now) / DAY);
  return { stock: 0, backorder: { days: Number.isNaN(days) ? BACKORDER_DAYS : Math.min(365, Math.max(1, days)) } };
}

function gramsOf(weight: string | undefined): number | undefined {
  const [, number, unit = ''] = /^([\d.]+)\s*(\w+)$/.exec(weight ?? '') ?? [];
  const grams = GRAMS[unit.toLowerCase()];
  return number === undefined || grams === undefined ? undefined : Math.round(Number(number) * grams);
}
