import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RegistryCaller, registryCaller } from '../actors/registry-caller.js';
import { checkEach } from '../support/cells.js';
import { startPortal, type TestPortal } from '../support/portal.js';
import { openOnPostgres } from '../support/postgres-of-path.js';
import { run } from '../support/program.js';
import { temporaryFolder } from '../support/temporary-folder.js';
import { emptyOrganization } from '../support/tenants.js';
import { type FeedRow, GOOGLE_FEED, SHOPIFY_FEED, tableOf } from './dirty-feeds.js';

/** Every row of a dirty feed is imported correctly or reported (docs/catalog.md, Import). */

const SETTINGS = {
  currency: 'EUR',
  country: 'DE',
  payment_handlers: ['invoice'],
  tax: { included: true, on_shipping: false, rates: [{ country: 'DE', rate_ppm: 190_000 }] },
};

const csv = (rows: readonly (readonly string[])[]) =>
  rows.map((cells) => cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(',')).join('\n');
const tsv = (rows: readonly (readonly string[])[]) => rows.map((cells) => cells.join('\t')).join('\n');
const rss = ([columns = [], ...rows]: readonly (readonly string[])[]) => {
  const tag = (name: string, value: string) => `<g:${name}><![CDATA[${value}]]></g:${name}>`;
  const items = rows.map((cells) => {
    const tags = columns.map((name, index) => (cells[index] ? tag(name, cells[index]) : ''));
    return `<item>${tags.join('')}<g:shipping><g:price>4.90 EUR</g:price></g:shipping></item>`;
  });
  return `<?xml version="1.0"?><rss xmlns:g="http://base.google.com/ns/1.0" version="2.0"><channel>${items.join('')}</channel></rss>`;
};

const FEEDS: readonly (readonly [name: string, feed: readonly FeedRow[], text: string, ignored: readonly string[]])[] =
  [
    ['google.tsv', GOOGLE_FEED, tsv(tableOf(GOOGLE_FEED)), ['link', 'custom_label_0']],
    ['google.xml', GOOGLE_FEED, rss(tableOf(GOOGLE_FEED)), ['link', 'custom_label_0', 'shipping']],
    ['shopify.csv', SHOPIFY_FEED, csv(tableOf(SHOPIFY_FEED)), ['Variant Compare At Price']],
  ];

interface Item {
  readonly id: string;
  readonly [member: string]: unknown;
}

describe.each<[engine: string, Pick<Parameters<typeof startPortal>[0] & object, 'open'>]>([
  ['SQLite', {}],
  ['PostgreSQL', { open: openOnPostgres }],
])('a dirty feed on %s', (_engine, options) => {
  let folder: string;
  let portal: TestPortal;
  let owner: RegistryCaller;
  beforeAll(async () => {
    folder = temporaryFolder();
    portal = await startPortal(options);
    owner = registryCaller(() => portal.url, (await emptyOrganization(portal)).key);
  });
  afterAll(async () => {
    await portal.close();
    rmSync(folder, { recursive: true });
  });

  const imported = async (shop: string, name: string, ...more: readonly string[]) => {
    const args = ['import', join(folder, name), '--shop', shop, '--json', '--partial', ...more];
    const { stdout, stderr } = await run(args, portal.commandEnv);
    return JSON.parse(stdout || JSON.stringify({ stderr }));
  };
  const itemsOf = async (shop_id: string): Promise<Item[]> => owner.ok('list_shop_items', { shop_id, limit: 100 });

  it.each(FEEDS)(
    'imports the valid rows of %s, reports the others, and changes nothing when repeated',
    async (name, feed, text, ignored) => {
      writeFileSync(join(folder, name), text);
      const { id: shop } = await owner.ok('create_shop', { name });
      await owner.ok('update_shop_settings', { shop_id: shop, ...SETTINGS });
      const all = await run(['import', join(folder, name), '--shop', shop], portal.commandEnv);
      expect([all.code, await itemsOf(shop)]).toEqual([1, []]);

      const report = await imported(shop, name);
      const items = new Map((await itemsOf(shop)).map((item) => [item.id, item]));
      const named = (of: readonly { row: number; problem: string }[], row: number) =>
        of.filter((one) => one.row === row).map(({ problem }) => problem);
      await checkEach(
        feed.map(({ outcome }, index) => ({ outcome, number: index + 1 })),
        ({ number }) => `row ${number}`,
        ({ outcome, number }) => {
          const { problems, warnings, skipped } = report;
          if ('refused' in outcome)
            return expect(named(problems, number)).toEqual([expect.stringMatching(outcome.refused)]);
          if ('skipped' in outcome)
            return expect(named(skipped, number)).toEqual([expect.stringMatching(outcome.skipped)]);
          const { id, price, condition = 'new', tax_category = 'standard', members, warning } = outcome;
          expect(items.get(id)).toMatchObject({ id, price, condition, tax_category, ...members });
          expect(named(warnings, number)).toEqual(warning ? [expect.stringMatching(warning)] : []);
          return expect([...named(problems, number), ...named(skipped, number)]).toEqual([]);
        },
      );
      const sold = feed.filter(({ outcome }) => 'id' in outcome);
      expect([items.size, report.created]).toEqual([sold.length, sold.length]);
      expect(report.ignored_columns.map(({ column }: { column: string }) => column).sort()).toEqual(
        [...ignored].sort(),
      );

      const again = await imported(shop, name);
      expect(again).toMatchObject({ created: 0, changed: 0, unchanged: sold.length });
      expect(await itemsOf(shop)).toEqual([...items.values()]);
    },
  );

  it('brings back sold units only with --stock set, taxes items by their category, and marks used goods', async () => {
    const { id: shop_id } = await owner.ok('create_shop', { name: 'Sold' });
    await owner.ok('update_shop_settings', { shop_id, ...SETTINGS });
    writeFileSync(join(folder, 'sold.csv'), csv(tableOf(SHOPIFY_FEED)));
    await imported(shop_id, 'sold.csv');
    const { id: deployment_id } = await owner.ok('create_deployment', { shop_id, name: 'Web' });
    const { key } = await owner.ok('create_key', { name: 'agent', deployment_id });
    const agent = registryCaller(() => portal.url, key);
    const { id: checkout_id } = await agent.ok('get_cart', {});
    const line_items = ['S-1', 'S-2', 'S-9'].map((id) => ({ item: { id }, quantity: 5 }));
    await agent.ok('add_line_items', { checkout_id, line_items });
    await agent.ok('set_buyer', { checkout_id, buyer: { email: 'ada@example.com', full_name: 'Ada Lovelace' } });
    const destination = { street_address: 'Lindenweg 1', address_locality: 'Berlin', postal_code: '10115' };
    const place = { address_country: 'DE', full_name: 'Ada Lovelace', ...destination };
    await agent.ok('set_destination', { checkout_id, destination: place });
    const ready = await agent.ok('select_fulfillment', { checkout_id, selected_option_id: 'standard' });
    const lines = (
      ready as { line_items: { item: { id: string; title: string }; tax_lines: { rate_ppm: number }[] }[] }
    ).line_items;
    expect(
      lines.map(({ item, tax_lines }) => [item.id, item.title, tax_lines.map(({ rate_ppm }) => rate_ppm)]),
    ).toEqual([
      ['S-1', 'Mug', [190_000]],
      ['S-2', 'Mug', []],
      ['S-9', 'Mug – used', [190_000]],
    ]);
    await agent.ok('complete_checkout', { checkout_id, expected_total: 15 * 2450 });
    const before = await itemsOf(shop_id);
    expect(before.find(({ id }) => id === 'S-1')?.stock).toBe(28);
    for (const mode of ['keep', 'difference']) {
      expect(await imported(shop_id, 'sold.csv', '--stock', mode)).toMatchObject({ created: 0, changed: 0 });
      expect(await itemsOf(shop_id)).toEqual(before);
    }
    await imported(shop_id, 'sold.csv', '--stock', 'set');
    expect((await itemsOf(shop_id)).find(({ id }) => id === 'S-1')?.stock).toBe(33);
  });
});
