import { EXEMPT } from '../domain/checkout/tax.js';
import { groupBy } from '../domain/values/group-by.js';
import { omitUndefined } from '../domain/values/present.js';
import { parsePrice } from '../domain/values/price-text.js';
import type { Cells } from './delimited.js';
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

/** Columns of Shopify's product export (help.shopify.com, Using CSV files), with the names that its versions use. */
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
  taxed: ['Variant Taxable', 'Charge tax'],
  condition: ['Google Shopping / Condition'],
  mpn: ['Google Shopping / MPN', 'Google Shopping / Manufacturer part number (MPN)'],
} as const;
type Column = keyof typeof COLUMNS;
const KNOWN: ReadonlySet<string> = new Set(Object.values(COLUMNS).flat());

/** Days promised for backorders, since an export does not contain them. */
const BACKORDER_DAYS = 14;

export function isShopifyHeader(header: readonly string[]): boolean {
  const has = (column: Column) => COLUMNS[column].some((name) => header.includes(name));
  return has('handle') && has('price') && header.some((name) => /^option1 name$/i.test(name));
}

/** A variant with its id and all rows of its product. */
interface Variant {
  readonly row: Cells;
  readonly product: readonly Cells[];
  readonly id: string;
  /** Number of variants with this SKU. */
  readonly sharers: number;
}

/** Converts the variants of a file. Rows that contain only a picture belong to the product with the same handle. */
export function shopifyRows(rows: readonly Cells[], currency: string): FileRows {
  const products = groupBy(rows, (row) => cell(row, 'handle') ?? '');
  const all = [...products.values()].flatMap((product) => {
    const variants = product.filter((row) => cell(row, 'price') !== undefined || cell(row, 'sku') !== undefined);
    return (variants.length > 0 ? variants : product.slice(0, 1)).map((row) => ({ row, product }));
  });
  return buildRows(withIds(all), (variant) => variantRow(variant, currency), {
    optional: DESCRIPTIVE,
    ignored: ignoredColumns(rows.map(Object.entries<string>), isKnown),
  });
}

function isKnown(column: string): boolean {
  return KNOWN.has(column) || /^option[123] (name|value)$/i.test(column);
}

/** Assigns ids: the variant's SKU if no other variant has it, else the product's handle with the option values. */
function withIds(all: readonly Pick<Variant, 'row' | 'product'>[]): Variant[] {
  const counts = new Map<string, number>();
  for (const { row } of all) {
    const id = idFrom(skuOf(row) ?? '');
    counts.set(id, (counts.get(id) ?? 0) + 1);
  }
  const sharersOf = (row: Cells) => counts.get(idFrom(skuOf(row) ?? '')) ?? 0;
  const texts = all.map(({ row, product: [first = row] }) => {
    const sku = skuOf(row);
    if (sku !== undefined && sharersOf(row) === 1) return sku;
    const values = optionsOf(row, first).map(({ value }) => value.toLowerCase());
    return [cell(row, 'handle') ?? '', ...values].join('-');
  });
  const ids = distinctIds(texts);
  return all.map((one, index) => ({ ...one, id: ids[index] ?? '', sharers: sharersOf(one.row) }));
}

/** Removes the apostrophe with which spreadsheets protect leading zeros. */
function skuOf(row: Cells): string | undefined {
  return textOrAbsent(cell(row, 'sku')?.replace(/^'/, ''));
}

function cell(row: Cells, column: Column): string | undefined {
  return textOrAbsent(COLUMNS[column].map((name) => row[name]).find((text) => text !== undefined));
}

/** Returns the plain text of a cell whose content is meant for people. */
function textOf(row: Cells, column: Column): string | undefined {
  const text = cell(row, column);
  return text === undefined ? undefined : textOrAbsent(plainText(text));
}

function variantRow({ row, product, id, sharers }: Variant, currency: string): FileRow {
  const [first = row] = product;
  const options = optionsOf(row, first);
  const price = parsePrice(cell(row, 'price') ?? '', currency);
  const body = cell(first, 'body');
  const sku = skuOf(row);
  const grams = cell(row, 'grams');
  const isUntaxed = isFalse(cell(row, 'taxed'));
  const { members: item, warnings: lengths } = shortenMembers(
    omitUndefined({
      ...{ id, sku },
      title: textOf(first, 'title'),
      description: body && htmlText(body),
      price: typeof price === 'string' ? undefined : price.amount,
      brand: textOf(first, 'vendor'),
      condition: conditionOf(cell(row, 'condition') ?? cell(first, 'condition')),
      gtin: barcodeOf(cell(row, 'barcode')),
      mpn: textOf(row, 'mpn') ?? textOf(first, 'mpn'),
      categories: categoriesOf(textOf(first, 'type'), textOf(first, 'category')),
      keywords: textOf(first, 'tags')
        ?.split(',')
        .map((tag) => tag.trim())
        .filter((tag) => tag !== ''),
      images: imagesOf(row, product),
      product_id: options.length > 0 ? idFrom(cell(row, 'handle') ?? '') : undefined,
      options: options.length > 0 ? options : undefined,
      weight_grams: grams === undefined || Number.isNaN(Number(grams)) ? grams : Math.round(Number(grams)),
      tax_category: isUntaxed ? EXEMPT : undefined,
      status: statusOf(first),
      ...stockOf(row),
    }),
  );
  return {
    item,
    forNew: { fulfillment_types: [isFalse(cell(row, 'shipped')) ? 'digital' : 'shipping'] },
    isTaxed: isTrue(cell(row, 'taxed')),
    ...(typeof price === 'string' && { problem: `price: ${price}` }),
    warnings: [...sharedSku(sku, sharers), ...lengths],
    ...(isGiftCard(first) && { skipped: 'a gift card, which the shop cannot redeem' }),
  };
}

function sharedSku(sku: string | undefined, sharers: number): readonly string[] {
  if (sku === undefined || sharers === 1) return [];
  return [`sku: "${sku}" is the SKU of ${sharers} variants, so the id is made of the handle`];
}

function isGiftCard(first: Cells): boolean {
  return isTrue(cell(first, 'giftCard')) || /^gift cards\b/i.test(cell(first, 'category') ?? '');
}

/** Option names are in a product's first row only. The option "Title: Default Title" means no variants. */
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
    return [{ name: plainText(name), value: plainText(value) }];
  });
}

/** Returns the variant's own picture first, then the product's pictures by position. */
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
  return images.length > 0 ? images.map(({ url, alt }) => ({ url, alt })) : undefined;
}

/** Only exports of a single location contain stock. Items without an inventory tracker never run out. */
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
