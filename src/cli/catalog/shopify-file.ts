import { omitUndefined } from '../../domain/values/present.js';
import { parsePrice } from '../../domain/values/price-text.js';
import type { Cells } from './delimited.js';
import { htmlText } from './html-text.js';
import { buildRows, categoriesOf, type FileRow, type FileRows, groupRows, idFrom, textOrAbsent } from './rows.js';

/** Shopify's product export (help.shopify.com, Using CSV files), whose columns have two sets of names. */
const COLUMNS = {
  handle: ['Handle', 'URL handle'],
  title: ['Title'],
  body: ['Body (HTML)', 'Description'],
  vendor: ['Vendor'],
  category: ['Product Category', 'Product category'],
  type: ['Type'],
  tags: ['Tags'],
  published: ['Published', 'Published on online store'],
  status: ['Status'],
  sku: ['Variant SKU', 'SKU'],
  barcode: ['Variant Barcode', 'Barcode'],
  grams: ['Variant Grams', 'Weight value (grams)'],
  tracker: ['Variant Inventory Tracker', 'Inventory tracker'],
  quantity: ['Variant Inventory Qty', 'Inventory quantity'],
  policy: ['Variant Inventory Policy', 'Continue selling when out of stock'],
  price: ['Variant Price', 'Price'],
  shipped: ['Variant Requires Shipping', 'Requires shipping'],
  image: ['Image Src', 'Product image URL'],
  position: ['Image Position', 'Image position'],
  alt: ['Image Alt Text', 'Image alt text'],
  variantImage: ['Variant Image', 'Variant image URL'],
  giftCard: ['Gift Card', 'Gift card'],
} as const;
type Column = keyof typeof COLUMNS;

/** Promised days of backorders, which an export does not contain. */
const BACKORDER_DAYS = 14;

export function isShopifyHeader(header: readonly string[]): boolean {
  const has = (column: Column) => COLUMNS[column].some((name) => header.includes(name));
  return has('handle') && has('price') && header.some((name) => /^option1 name$/i.test(name));
}

/** Variants of a file with their positions. Rows with only a picture belong to the preceding product. */
export function shopifyRows(rows: readonly Cells[], currency: string): FileRows {
  const products = groupRows(rows, (row) => cell(row, 'handle') ?? '');
  const seen = new Set<string>();
  const all = [...products.values()].flatMap((product) => {
    const variants = product.filter((row) => cell(row, 'price') !== undefined || cell(row, 'sku') !== undefined);
    return (variants.length > 0 ? variants : product.slice(0, 1)).map((row) => ({ row, product }));
  });
  return buildRows(all, ({ row, product }) => variantRow(row, product, currency, seen));
}

function cell(row: Cells, column: Column): string | undefined {
  return textOrAbsent(COLUMNS[column].map((name) => row[name]).find((text) => text !== undefined));
}

function variantRow(row: Cells, product: readonly Cells[], currency: string, seen: Set<string>): FileRow {
  const [first = row] = product;
  const handle = cell(row, 'handle') ?? '';
  const options = optionsOf(row, first);
  const price = parsePrice(cell(row, 'price') ?? '', currency);
  const body = cell(first, 'body');
  const isDigital = isFalse(cell(row, 'shipped')) || isTrue(cell(first, 'giftCard'));
  const item = omitUndefined({
    id: idOf(row, handle, options, seen),
    title: cell(first, 'title')?.slice(0, 200),
    description: body && htmlText(body).slice(0, 5000),
    price: typeof price === 'string' ? undefined : price.amount,
    brand: cell(first, 'vendor'),
    // Spreadsheets protect leading zeros with an apostrophe.
    gtin: cell(row, 'barcode')?.replace(/^'/, ''),
    categories: categoriesOf(cell(first, 'type'), cell(first, 'category')),
    keywords: cell(first, 'tags')
      ?.split(',')
      .map((tag) => tag.trim())
      .filter((tag) => tag !== '')
      .slice(0, 50),
    images: imagesOf(row, product),
    product_id: options.length > 0 ? idFrom(handle) : undefined,
    options: options.length > 0 ? options : undefined,
    weight_grams: cell(row, 'grams') === undefined ? undefined : Math.round(Number(cell(row, 'grams'))),
    status: statusOf(first),
    ...stockOf(row),
  });
  const forNew = { fulfillment_types: [isDigital ? 'digital' : 'shipping'] } as const;
  return typeof price === 'string' ? { item, forNew, problem: `price: ${price}` } : { item, forNew };
}

/** Option names are in a product's first row; a product without variants has "Title: Default Title". */
function optionsOf(row: Cells, first: Cells) {
  return [1, 2, 3].flatMap((number) => {
    const at = (what: string) => [`Option${number} ${what}`, `Option${number} ${what.toLowerCase()}`];
    const pick = (from: Cells, what: string) =>
      textOrAbsent(
        at(what)
          .map((name) => from[name])
          .find((text) => text !== undefined),
      );
    const name = pick(first, 'Name');
    const value = pick(row, 'Value');
    if (name === undefined || value === undefined || value === 'Default Title') return [];
    return [{ name, value }];
  });
}

/** The variant's own SKU, else the product handle with its options. */
function idOf(row: Cells, handle: string, options: readonly { readonly value: string }[], seen: Set<string>): string {
  const sku = idFrom(cell(row, 'sku')?.replace(/^'/, '') ?? '');
  const made = idFrom([handle, ...options.map(({ value }) => value.toLowerCase())].join('-'));
  const id = sku !== '' && !seen.has(sku) ? sku : made;
  seen.add(id);
  return id;
}

/** The variant's picture, then the product's pictures by position. */
function imagesOf(row: Cells, product: readonly Cells[]) {
  const all = product
    .flatMap((one) => {
      const url = cell(one, 'image');
      return url === undefined ? [] : [{ url, alt: cell(one, 'alt') ?? null, at: Number(cell(one, 'position') ?? 0) }];
    })
    .sort((a, b) => a.at - b.at);
  const own = cell(row, 'variantImage');
  const known = all.find(({ url }) => url === own);
  const images = own === undefined ? all : [known ?? { url: own, alt: null }, ...all.filter(({ url }) => url !== own)];
  return images.length > 0 ? images.slice(0, 20).map(({ url, alt }) => ({ url, alt })) : undefined;
}

/** Exports of one location have stock; untracked items never run out. */
function stockOf(row: Cells): Readonly<Record<string, unknown>> {
  const isSoldOn = /^(continue|true)$/i.test(cell(row, 'policy') ?? '');
  if (cell(row, 'tracker') === undefined) return { stock: null, backorder: null };
  const backorder = isSoldOn ? { days: BACKORDER_DAYS } : null;
  const units = Number(cell(row, 'quantity') ?? Number.NaN);
  if (!Number.isInteger(units)) return { backorder };
  return { backorder, stock: isSoldOn ? units : Math.max(0, units) };
}

function statusOf(first: Cells): string {
  const isActive = (cell(first, 'status') ?? 'active').toLowerCase() === 'active';
  return isActive && !isFalse(cell(first, 'published')) ? 'active' : 'withdrawn';
}

const isTrue = (text: string | undefined) => text?.toLowerCase() === 'true';
const isFalse = (text: string | undefined) => text?.toLowerCase() === 'false';
