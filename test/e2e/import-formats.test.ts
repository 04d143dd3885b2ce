import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { run } from '../support/program.js';
import { temporaryFolder } from '../support/temporary-folder.js';
import { volume } from '../support/volume.js';

/** Import formats (docs/catalog.md, Import), each in its own shop of one database file. */

let folder: string;
let env: { PORTAL_DB: string };
beforeAll(async () => {
  folder = temporaryFolder();
  env = { PORTAL_DB: join(folder, 'portal.db') };
  await portal('init');
});
afterAll(() => rmSync(folder, { recursive: true }));

async function portal(...args: readonly string[]) {
  return run(args, env);
}

/** Creates a shop. Returns its id. */
async function newShop(currency: string): Promise<string> {
  const file = write('shop.json', JSON.stringify({ currency }));
  const { stdout, stderr } = await portal('orgs', 'create', 'Acme', '--shop', 'Acme', '--settings', file, '--json');
  expect(stderr).toBe('');
  return JSON.parse(stdout).shop_id;
}

function write(name: string, text: string): string {
  const file = join(folder, name);
  writeFileSync(file, text);
  return file;
}

const reported = async (shop: string, file: string, ...more: readonly string[]) =>
  JSON.parse((await portal('import', file, '--shop', shop, '--json', ...more)).stdout);
const shown = async (shop: string, id: string) =>
  JSON.parse((await portal('items', 'show', id, '--shop', shop)).stdout);
const listed = async (shop: string) =>
  (await portal('items', 'list', '--shop', shop, '--json')).stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));

describe("the portal's own CSV", () => {
  const HEAD = 'id;title;price;fulfillment_types;stock';

  test.each([
    [',', '19.99'],
    [';', '"19,99 EUR"'],
    ['\t', '19,99'],
  ])('detects the delimiter %j and reads %s exactly', async (delimiter, price) => {
    const shop = await newShop('EUR');
    const text = [HEAD, `mug;Mug;${price};shipping;3`].join('\n').replaceAll(';', delimiter);
    const file = write('items.csv', delimiter === '\t' ? text.replaceAll('"', '') : text);
    expect(await reported(shop, file)).toMatchObject({ imported: 1, created: 1, problems: [] });
    expect(await shown(shop, 'mug')).toMatchObject({ price: 1999, stock: 3 });
  });

  test('rejects a file in which only some prices have decimals, and shows both readings', async () => {
    const shop = await newShop('EUR');
    const file = write('mixed.csv', 'id,title,price,fulfillment_types\na,A,1999,shipping\nb,B,24.50,shipping\n');
    const { code, stderr } = await portal('import', file, '--shop', shop);
    expect(code).toBe(1);
    expect(stderr).toContain('row 1 ("1999") is 19.99 EUR in minor units, or 1999 EUR as row 2 ("24.50") is written');
    expect((await portal('items', 'list', '--shop', shop)).stdout).toBe('');
  });

  test("prints a summary of the prices, shows each row's changes in a dry run, and then makes them", async () => {
    const shop = await newShop('EUR');
    const first = 'id,title,price,fulfillment_types,stock\na,A,100,shipping,5\nb,B,250,shipping,\nc,C,99900,pickup,1\n';
    const file = write('items.csv', first);
    const { stdout } = await portal('import', file, '--shop', shop);
    expect(stdout).toBe(
      '3 items imported: 3 new, 0 changed, 0 as they were\nprices: lowest €1.00, middle €2.50, highest €999.00\n',
    );
    const before = await listed(shop);
    const again = await portal('import', file, '--shop', shop);
    expect(again.stdout).toMatch(/^3 items imported: 0 new, 0 changed, 3 as they were/);
    expect(await listed(shop)).toEqual(before);

    // Partial columns: members without a column stay unchanged; an empty cell means the default.
    const partial = write('prices.csv', 'id,price,stock\na,110,4\nb,250,\nnew,1,1\nc,99900,1\n');
    const set = ['--partial', '--stock', 'set', '--yes'];
    const dry = await portal('import', partial, '--shop', shop, '--dry-run', ...set);
    expect(dry.stdout.split('\n').slice(0, 2)).toEqual([
      'row 1 (a): price 100 -> 110, stock 5 -> 4',
      '3 items would be imported: 0 new, 1 changed, 2 as they were',
    ]);
    expect(dry.stderr).toContain('row 3 (new): title: is required for a new item');
    expect(await listed(shop)).toEqual(before);
    const planned = await reported(shop, partial, '--dry-run', ...set);
    const done = await reported(shop, partial, ...set);
    const { changes, dry_run, ...same } = planned;
    expect([dry_run, same]).toEqual([true, done]);
    expect(changes).toEqual([{ row: 1, id: 'a', new: false, members: ['price', 'stock'] }]);
    expect(await shown(shop, 'a')).toMatchObject({ title: 'A', price: 110, stock: 4 });
    const ledger = (await portal('items', 'stock', 'a', '--shop', shop)).stdout;
    expect(ledger).toMatch(/correction {2}-1 {2}4 left {2}import {2}command line/);
  });
});

describe('an import that withdraws or reprices more than a tenth of the items on sale', () => {
  const HEAD = 'id,title,price,fulfillment_types,status';
  const shopOf = async (count: number) => {
    const shop = await newShop('EUR');
    const lines = Array.from({ length: count }, (_, index) => `i${index},Item,100,shipping,`);
    await portal(
      'import',
      write('large.csv', [HEAD, ...lines, 'gone,Gone,100,shipping,withdrawn'].join('\n')),
      '--shop',
      shop,
    );
    return shop;
  };
  const pricesOf = async (shop: string) =>
    (await listed(shop))
      .map(({ price }) => price)
      .filter((price) => price !== 100)
      .sort();

  test('stops without a terminal, unless --yes is given', async () => {
    const shop = await shopOf(19);
    const file = write('change.csv', 'id,price,status\ni0,90,\ni1,100,withdrawn\ngone,80,withdrawn\n');
    const stopped = await portal('import', file, '--shop', shop);
    expect([stopped.code, stopped.stdout]).toEqual([9, '']);
    expect(stopped.stderr).toMatch(/would withdraw 1 and reprice 1 of the shop's 19 items on sale; .* with --yes/);
    const dry = await portal('import', file, '--shop', shop, '--dry-run');
    expect([dry.code, dry.stdout]).toEqual([0, expect.stringContaining('19 items on sale: it needs --yes\n')]);
    expect(await pricesOf(shop)).toEqual([]);
    expect((await portal('import', file, '--shop', shop, '--yes')).code).toBe(0);
    expect(await pricesOf(shop)).toEqual([80, 90]);
  });

  test('asks on a terminal, and imports after yes', async () => {
    const shop = await shopOf(19);
    const file = write('change.csv', 'id,price\ni0,90\ni1,90\n');
    const asked = async (answer: string) => {
      const ask = async (question: string) => {
        expect(question).toMatch(/reprice 2 of the shop's 19 items on sale\. Import it\? \[y\/N\] $/);
        return answer;
      };
      return (await run(['import', file, '--shop', shop], env, false, ask)).code;
    };
    expect([await asked(''), await asked('n'), await pricesOf(shop)]).toEqual([9, 9, []]);
    expect([await asked(' Yes'), await pricesOf(shop)]).toEqual([0, [90, 90]]);
  });

  test('does not ask for a tenth or less, or for new items', async () => {
    const shop = await shopOf(20);
    const file = write('change.csv', `${HEAD}\ni0,Item,90,shipping,\ni1,Item,90,shipping,\nnew,New,1,shipping,\n`);
    expect((await portal('import', file, '--shop', shop)).code).toBe(0);
  });
});

describe('an import of a faulty file reports the fault and its fix', () => {
  const HEAD = 'id,title,price,fulfillment_types';
  test.each<[what: string, name: string, text: string, problem: RegExp | string]>([
    [
      'a decimal comma that splits a cell',
      'a.csv',
      'id,price\nmug,19,99\n',
      /^the row has 3 cells, and the header 2: put .* in quotes$/,
    ],
    [
      'a tab within a cell of a feed',
      'a.tsv',
      'id\tlink\tavailability\nmug\ta\tb\tc\n',
      /4 cells, .* header 3: a cell cannot contain a tab$/,
    ],
    [
      'a price in another currency',
      'b.csv',
      `${HEAD}\nmug,Mug,19.99 USD,shipping\n`,
      'price: must be a price in EUR, the currency of the shop',
    ],
    ['a price with letters', 'c.csv', `${HEAD}\nmug,Mug,1OO,shipping\n`, /^price: must be a price/],
    [
      'a misspelled column',
      'd.csv',
      `${HEAD},stok\nmug,Mug,100,shipping,3\n`,
      'unknown member "stok"; did you mean "stock"?',
    ],
    [
      'an unknown fulfillment type',
      'e.csv',
      `${HEAD}\nmug,Mug,100,shiping\n`,
      'fulfillment_types[0]: must be one of "shipping", "pickup", "digital"; did you mean "shipping"?',
    ],
  ])('%s', async (_what, name, text, problem) => {
    const shop = await newShop('EUR');
    const { problems } = await reported(shop, write(name, text));
    expect(problems).toEqual([
      { row: 1, id: 'mug', problem: typeof problem === 'string' ? problem : expect.stringMatching(problem) },
    ]);
  });

  test('accepts empty cells beyond the header', async () => {
    const shop = await newShop('EUR');
    expect(await reported(shop, write('f.csv', `${HEAD}\nmug,Mug,100,shipping,,\n`))).toMatchObject({ created: 1 });
  });

  test('rejects a --format that does not match the file, and a row with too many cells', async () => {
    const shop = await newShop('EUR');
    const file = write('g.csv', `${HEAD}\nmug,Mug,100,shipping\n`);
    const { stderr } = await portal('import', file, '--shop', shop, '--format', 'shopify');
    expect(stderr).toContain('is not a Shopify product export: it has no columns Handle');
    const surplus = write('h.csv', 'Handle,Title,Option1 Name,Option1 Value,Variant Price\ntee,Tee,Size,S,19,90\n');
    const { stderr: broken } = await portal('import', surplus, '--shop', shop);
    expect(broken).toMatch(/h\.csv: row 1: the row has 6 cells, and the header 5/);
  });
});

const FEED = {
  id: 'TEE-M',
  title: 'Tee & more',
  description: 'Soft <b>cotton</b>',
  link: 'https://shop.example/tee',
  image_link: 'https://shop.example/tee.jpg',
  availability: 'in_stock',
  price: '25.00 USD',
  brand: 'Acme',
  gtin: '4006381333931',
  item_group_id: 'TEE',
  color: 'Navy',
  size: 'M',
  shipping_weight: '0.2 kg',
  product_type: 'Clothing > Shirts',
};
const FEED_L = { ...FEED, id: 'TEE-L', size: 'L', price: '27 USD', gtin: '', availability: 'out_of_stock' };
const FEED_BAD = { ...FEED, id: 'BAD', price: '25.00 EUR', item_group_id: '' };
const PRODUCTS = [FEED, FEED_L, FEED_BAD];
const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
const tags = (product: object, prefix: string) =>
  Object.entries(product)
    .map(([name, value]) => `<${prefix}${name}>${escaped(String(value))}</${prefix}${name}>`)
    .join('');
const G = 'xmlns:g="http://base.google.com/ns/1.0"';

test.each([
  [
    'feed.txt',
    [Object.keys(FEED), ...PRODUCTS.map((one) => Object.values(one))].map((row) => row.join('\t')).join('\n'),
  ],
  [
    'feed.xml',
    `<?xml version="1.0"?><rss ${G} version="2.0"><channel><title>Shop</title>${PRODUCTS.map((one) => `<item>${tags(one, 'g:')}<g:shipping><g:price>9 USD</g:price></g:shipping></item>`).join('')}</channel></rss>`,
  ],
  [
    'atom.xml',
    `<feed xmlns="http://www.w3.org/2005/Atom" ${G}><title>Shop</title>${PRODUCTS.map((one) => `<entry>${tags(one, 'g:')}</entry>`).join('')}</feed>`,
  ],
])('imports a Google Merchant feed: %s', async (name, text) => {
  const shop = await newShop('USD');
  const file = write(name, text);
  const first = await reported(shop, file, '--partial');
  expect(first).toMatchObject({ imported: 2, created: 2, problems: [{ row: 3, id: 'BAD' }] });
  expect(await shown(shop, 'TEE-M')).toMatchObject({
    title: 'Tee & more',
    description: 'Soft cotton',
    price: 2500,
    product_id: 'TEE',
    options: [
      { name: 'Color', value: 'Navy' },
      { name: 'Size', value: 'M' },
    ],
    gtin: '4006381333931',
    images: [{ url: 'https://shop.example/tee.jpg', alt: null }],
    categories: ['Clothing', 'Shirts'],
    weight_grams: 200,
    stock: null,
    fulfillment_types: ['shipping'],
  });
  expect(await shown(shop, 'TEE-L')).toMatchObject({ price: 2700, stock: 0, gtin: null });
  // A feed contains no numbers of units, so `in_stock` does not change the stock.
  await reported(shop, write(name, text.replaceAll('out_of_stock', 'in_stock')), '--partial');
  expect(await shown(shop, 'TEE-L')).toMatchObject({ stock: 0 });
  write(name, text);
  // Members that a feed cannot express keep the merchant's values.
  await portal('items', 'set', 'TEE-M', 'fulfillment_types=shipping|pickup', '--shop', shop);
  expect(await reported(shop, file, '--partial')).toMatchObject({ created: 0, changed: 0, unchanged: 2 });
});

test('rejects a feed that is not well-formed or declares entities', async () => {
  const shop = await newShop('USD');
  for (const text of [
    '<rss><channel><item></channel></rss>',
    '<!DOCTYPE a [<!ENTITY x "y">]><rss><item><id>&x;</id></item></rss>',
  ]) {
    const { code, stderr } = await portal('import', write('bad.xml', text), '--shop', shop);
    expect([code, stderr]).toEqual([1, expect.stringMatching(/not well-formed XML: line 1/)]);
  }
});

test('imports variants, pictures and stock from a Shopify export', async () => {
  const shop = await newShop('USD');
  const head =
    'Handle,Title,Body (HTML),Vendor,Product Category,Type,Tags,Published,Option1 Name,Option1 Value,Option2 Name,Option2 Value,Variant SKU,Variant Grams,Variant Inventory Tracker,Variant Inventory Qty,Variant Inventory Policy,Variant Price,Variant Requires Shipping,Variant Barcode,Image Src,Image Position,Image Alt Text,Gift Card,Variant Image,Status';
  const rows = [
    'tee,Tee,<p>Soft.</p><p>Warm.</p>,Acme,Apparel > Shirts,Shirts,"blue, cotton",true,Size,S,Color,Blue,T-S,180,shopify,4,deny,25,true,\'4006381333931,https://cdn.example/1.jpg,1,Front,false,https://cdn.example/2.jpg,active',
    'tee,,,,,,,,,M,,Blue,,180,shopify,-2,continue,27.50,true,,https://cdn.example/2.jpg,2,,,,',
    'tee,,,,,,,,,,,,,,,,,,,,https://cdn.example/3.jpg,3,Back,,,',
    'card,Gift card,,Acme,,,,true,Title,Default Title,,,,0,,,deny,10.00,false,,,,,true,,draft',
  ];
  const file = write('products_export.csv', [head, ...rows].join('\n'));
  expect(await reported(shop, file)).toMatchObject({
    ...{ imported: 2, created: 2, problems: [] },
    skipped: [{ row: 3, id: 'card', problem: expect.stringMatching(/^a gift card/) }],
  });
  expect(await shown(shop, 'T-S')).toMatchObject({
    title: 'Tee',
    description: 'Soft.\nWarm.',
    price: 2500,
    product_id: 'tee',
    options: [
      { name: 'Size', value: 'S' },
      { name: 'Color', value: 'Blue' },
    ],
    gtin: '4006381333931',
    stock: 4,
    backorder: null,
    weight_grams: 180,
    keywords: ['blue', 'cotton'],
    categories: ['Shirts', 'Apparel'],
    image_url: 'https://cdn.example/2.jpg',
    images: [
      { url: 'https://cdn.example/2.jpg', alt: null },
      { url: 'https://cdn.example/1.jpg', alt: 'Front' },
      { url: 'https://cdn.example/3.jpg', alt: 'Back' },
    ],
  });
  expect(await shown(shop, 'tee-m-blue')).toMatchObject({ price: 2750, stock: -2, backorder: { days: 14 } });
  expect(await reported(shop, file)).toMatchObject({ unchanged: 2 });
});

test('writes many rows in pieces, and leaves the items of an earlier import unchanged', async () => {
  const shop = await newShop('USD');
  const rows = volume(450, 99_999, 15_000);
  const line = (index: number) => `item-${index},Item ${index},${100 + index},shipping,3`;
  const lines = Array.from({ length: rows }, (_, index) => line(index));
  const half = write('half.csv', ['id,title,price,fulfillment_types,stock', ...lines.slice(0, rows / 3)].join('\n'));
  expect(await reported(shop, half)).toMatchObject({ created: rows / 3 });
  const broken = 'broken,,x,shipping,3';
  const whole = write('whole.csv', ['id,title,price,fulfillment_types,stock', ...lines, broken].join('\n'));
  // All rows are validated first: without --partial, an invalid row blocks the whole import.
  expect(await reported(shop, whole)).toMatchObject({ imported: 0, problems: [{ row: rows + 1 }] });
  const done = await reported(shop, whole, '--partial');
  expect(done).toMatchObject({ created: rows - rows / 3, unchanged: rows / 3, problems: [{ row: rows + 1 }] });
});

describe('variants of one product in many rows', () => {
  const HEAD = 'id,product_id,options,title,price,fulfillment_types';
  const LATER = 'id,options,mpn';
  const between = Array.from({ length: 700 }, (_, index) => `other-${index},,,Other ${index},100,shipping`);
  const variants = ['a,tee,Size=S,Tee,100,shipping', 'b,tee,Size=M,Tee,100,shipping'];
  let shop: string;
  beforeEach(async () => {
    shop = await newShop('USD');
    await portal('import', write('tees.csv', [HEAD, ...variants, ...between].join('\n')), '--shop', shop);
  });
  /** Writes a file in which so many rows separate the two variants that the import needs several transactions. */
  const apart = (first: string, last: string) =>
    write('later.csv', [LATER, first, ...between.map((_line, index) => `other-${index},,M-${index}`), last].join('\n'));

  test('lets variants swap their options', async () => {
    const file = apart('a,Size=M,', 'b,Size=S,');
    expect(await reported(shop, file, '--dry-run')).toMatchObject({ changed: 702, problems: [] });
    expect(await reported(shop, file)).toMatchObject({ changed: 702, problems: [] });
    expect(await shown(shop, 'a')).toMatchObject({ options: [{ name: 'Size', value: 'M' }] });
    expect(await shown(shop, 'b')).toMatchObject({ options: [{ name: 'Size', value: 'S' }] });
  });

  test('rejects two variants with the same options before any write', async () => {
    const file = apart('a,Size=L,', 'b,Size=L,');
    const problems = [{ row: 702, id: 'b', problem: 'options: the item "a" of this product has the same options' }];
    expect(await reported(shop, file)).toMatchObject({ imported: 0, problems });
    expect(await shown(shop, 'a')).toMatchObject({ options: [{ name: 'Size', value: 'S' }] });
    const { changes, dry_run, ...planned } = await reported(shop, file, '--dry-run', '--partial');
    expect(planned).toMatchObject({ changed: 701, problems });
    expect(await reported(shop, file, '--partial')).toEqual(planned);
    expect(await shown(shop, 'b')).toMatchObject({ options: [{ name: 'Size', value: 'M' }] });
  });
});
