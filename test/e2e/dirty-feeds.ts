/**
 * Realistic merchant feeds, written from the format specifications: Google product data
 * (support.google.com/merchants/answer/7052112) and Shopify's product CSV (help.shopify.com, Using CSV files).
 */

/** Expected outcome of a row: the imported item, the problem that is reported, or the reason why it is skipped. */
export type Outcome =
  | {
      readonly id: string;
      readonly price: number;
      readonly condition?: 'used' | 'refurbished';
      readonly tax_category?: 'exempt';
      readonly members?: Readonly<Record<string, unknown>>;
      readonly warning?: RegExp;
    }
  | { readonly refused: RegExp }
  | { readonly skipped: RegExp };

export interface FeedRow {
  readonly cells: Readonly<Record<string, string>>;
  readonly outcome: Outcome;
}

const GOOGLE = {
  title: 'Lamp',
  description: 'Warm &ndash; 40 &deg;C, caf&eacute; &#8364; &copy;',
  link: 'https://shop.example/lamp',
  image_link: 'https://shop.example/lamp.jpg?a=1&amp;b=2',
  availability: 'in_stock',
  price: '49.95 EUR',
  custom_label_0: 'autumn',
};
const google = (id: string, cells: Readonly<Record<string, string>>, outcome: object): FeedRow => ({
  cells: { ...GOOGLE, id, ...cells },
  outcome: 'refused' in outcome || 'skipped' in outcome ? asNamed(outcome) : { id, price: 4995, ...outcome },
});

function asNamed(outcome: object): Outcome {
  const { refused, skipped } = { refused: undefined, skipped: undefined, ...outcome };
  if (refused !== undefined) return { refused };
  return { skipped: skipped ?? /./ };
}

export const GOOGLE_FEED: readonly FeedRow[] = [
  google(
    'G-1',
    { title: 'The &quot;Warm&quot; Lamp &amp; Shade', shipping_weight: '0,2 kg', gtin: '4006381-333931' },
    {
      members: {
        sku: 'G-1',
        title: 'The "Warm" Lamp & Shade',
        description: 'Warm – 40 °C, café € ©',
        image_url: 'https://shop.example/lamp.jpg?a=1&b=2',
        weight_grams: 200,
        gtin: '4006381333931',
      },
    },
  ),
  google('NW 116/S ü', { condition: 'Used' }, { id: 'NW-116-S-u', condition: 'used', members: { sku: 'NW 116/S ü' } }),
  google('G-3', { condition: 'https://schema.org/RefurbishedCondition' }, { condition: 'refurbished' }),
  google('G-4', { condition: 'vintage' }, { refused: /^condition: .*"new", "refurbished", "used"/ }),
  google('G-5', { gtin: '4.00635E+12' }, { members: { gtin: null }, warning: /^gtin: .*left out "4\.00635E\+12"$/ }),
  google('G-6', { gtin: 'none' }, { members: { gtin: null }, warning: /left out "none"$/ }),
  google('G-7', { gtin: '4006381333932' }, { members: { gtin: null }, warning: /left out "4006381333932"$/ }),
  google('G-8', { price: '49.95 USD' }, { refused: /^price: must be a price in EUR/ }),
  google(
    'G-9',
    { sale_price: '14.99 EUR', sale_price_effective_date: '2020-01-01T00:00+0100/2099-01-01T00:00+0100' },
    { price: 1499, warning: /^price: a sale price that ends at 2098-12-31T23:00:00.000Z/ },
  ),
  google(
    'G-10',
    { sale_price: '14.99 EUR', sale_price_effective_date: '2020-01-01T00:00+0100/2020-02-01T00:00+0100' },
    {},
  ),
  google('G-11', { sale_price: '0.00 EUR' }, { refused: /^price: 0 gives the item away/ }),
  google('G-12', { sale_price: 'n/a' }, { warning: /^sale_price: "n\/a" .*; the price is used$/ }),
  google('G-13', { sale_price: '59.95 EUR' }, { warning: /^sale_price: .* higher than the price/ }),
  google(
    'G-14',
    { sale_price: '9 EUR', sale_price_effective_date: 'soon' },
    { warning: /^sale_price_effective_date: "soon" is no period/ },
  ),
  google('G-15', { google_product_category: '53' }, { skipped: /^a gift card/ }),
  google('G-16', { availability: 'sold out!' }, { refused: /^availability: "sold out!" is not one of Google's/ }),
  google('G-17', { availability: 'Out of stock' }, { members: { stock: 0 } }),
  google('G-18', { availability: 'preorder' }, { members: { stock: 0, backorder: { days: 30 } } }),
  google(
    'G-19',
    { additional_image_link: 'https://shop.example/b.jpg,https:// none' },
    {
      members: { images: ['https://shop.example/lamp.jpg?a=1&b=2', 'https://shop.example/b.jpg'].map(imageOf) },
      warning: /^images\[2\]\.url: /,
    },
  ),
  google('G-20', { shipping_weight: 'heavy' }, { warning: /^weight_grams: .*left out "heavy"$/ }),
  google('B 1', {}, { id: 'B-1-6433d6d6' }),
  google('B-1', {}, { id: 'B-1' }),
  google('G-23', { adult: 'ja' }, { refused: /^age_restricted: / }),
  google('G-24', { title: '' }, { refused: /^title: is required/ }),
  google('G-25', { item_group_id: 'group 1', color: 'Red' }, { members: { options: optionsOf('Red', 'new') } }),
  google(
    'G-26',
    { item_group_id: 'group 1', color: 'Red', condition: 'used' },
    { condition: 'used', members: { options: optionsOf('Red', 'used'), product_id: 'group-1' } },
  ),
  google('G-27', { mpn: 'x'.repeat(71) }, { members: { mpn: null }, warning: /^mpn: / }),
  google(
    'G-28',
    { title: 'x'.repeat(201) },
    { members: { title: 'x'.repeat(200) }, warning: /^title: has 201 characters; only the first 200 are imported$/ },
  ),
  google(
    'G-29',
    { description: `${'x'.repeat(4999)}😀` },
    { members: { description: 'x'.repeat(4999) }, warning: /^description: has 5001 characters; / },
  ),
  google('G-1', {}, { refused: /^id: appears twice/ }),
];

function imageOf(url: string) {
  return { url, alt: null };
}

function optionsOf(color: string, condition: string) {
  return [
    { name: 'Color', value: color },
    { name: 'Condition', value: condition },
  ];
}

const SHOPIFY = {
  Title: 'Mug',
  'Body (HTML)': '<p>Up to 90&nbsp;&deg;C</p><script>alert(1)</script>',
  Vendor: 'Acme &amp; Sons',
  'Option1 Name': 'Title',
  'Option1 Value': 'Default Title',
  'Variant Inventory Tracker': 'shopify',
  'Variant Inventory Qty': '33',
  'Variant Inventory Policy': 'deny',
  'Variant Price': '24.50',
  'Variant Compare At Price': '29.00',
  'Variant Requires Shipping': 'true',
  'Variant Taxable': 'true',
  'Gift Card': 'false',
  Status: 'active',
};
const shopify = (sku: string, cells: Readonly<Record<string, string>>, outcome: object): FeedRow => ({
  cells: { ...SHOPIFY, Handle: `mug-${sku}`, 'Variant SKU': sku, ...cells },
  outcome: 'refused' in outcome || 'skipped' in outcome ? asNamed(outcome) : { id: sku, price: 2450, ...outcome },
});

export const SHOPIFY_FEED: readonly FeedRow[] = [
  shopify('S-1', {}, { members: { stock: 33, description: 'Up to 90 °C', brand: 'Acme & Sons', sku: 'S-1' } }),
  shopify('S-2', { 'Variant Taxable': 'FALSE' }, { tax_category: 'exempt' }),
  shopify('S-3', { 'Gift Card': 'true', 'Variant Requires Shipping': 'false' }, { skipped: /^a gift card/ }),
  shopify('S-4', { 'Variant Price': '0.00' }, { refused: /^price: 0 gives the item away/ }),
  shopify('S-5', { 'Variant Price': '0.00', Status: 'draft' }, { price: 0, members: { status: 'withdrawn' } }),
  shopify("'00 7/ß", { Handle: 'bond' }, { id: '00-7-', members: { sku: '00 7/ß' } }),
  shopify('S-7', { 'Variant Barcode': "'4006381333931" }, { members: { gtin: '4006381333931' } }),
  shopify(
    'S-8',
    { 'Variant Barcode': '4.00635E+12' },
    { members: { gtin: null }, warning: /left out "4\.00635E\+12"$/ },
  ),
  shopify('S-9', { 'Google Shopping / Condition': 'used' }, { condition: 'used' }),
  shopify(
    'SAME',
    { Handle: 'twin-a' },
    { id: 'twin-a', members: { sku: 'SAME' }, warning: /^sku: "SAME" is the SKU of 2/ },
  ),
  shopify('SAME', { Handle: 'twin-b' }, { id: 'twin-b', members: { sku: 'SAME' }, warning: /^sku: / }),
  shopify('S-12', { 'Variant Price': 'ask' }, { refused: /^price: / }),
  shopify('S-13', { 'Variant Inventory Tracker': '' }, { members: { stock: null } }),
  shopify('S-15', { 'Variant Requires Shipping': 'false' }, { members: { fulfillment_types: ['digital'] } }),
  shopify('S-14', { 'Variant Grams': 'light' }, { warning: /^weight_grams: / }),
  shopify(
    'S-16',
    { Tags: Array.from({ length: 51 }, (_, index) => `tag ${index}`).join(', ') },
    { warning: /^keywords: has 51 entries; only the first 50 are imported$/ },
  ),
];

/** Builds the table of a feed: a header with every column that a row has, and all rows. */
export function tableOf(feed: readonly FeedRow[]): string[][] {
  const columns = [...new Set(feed.flatMap(({ cells }) => Object.keys(cells)))];
  return [columns, ...feed.map(({ cells }) => columns.map((column) => cells[column] ?? ''))];
}
