import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { run } from '../support/program.js';
import { temporaryFolder } from '../support/temporary-folder.js';

/** `portal items` and `portal media` (docs/catalog.md, Changing items). */

let folder: string;
let env: { PORTAL_DB: string };
let shop: string;
beforeAll(async () => {
  folder = temporaryFolder();
  env = { PORTAL_DB: join(folder, 'portal.db') };
  await portal('init');
  const settings = write('shop.json', JSON.stringify({ currency: 'USD' }));
  const { stdout } = await portal('orgs', 'create', 'Acme', '--shop', 'Acme', '--settings', settings, '--json');
  shop = JSON.parse(stdout).shop_id;
});
afterAll(() => rmSync(folder, { recursive: true }));

async function portal(...args: readonly string[]) {
  return run(args, env);
}

function write(name: string, text: string): string {
  const file = join(folder, name);
  writeFileSync(file, text);
  return file;
}

test('changes members and stock of an item, and reports rejected changes', async () => {
  await portal(
    'import',
    write('a.csv', 'id,title,price,fulfillment_types,stock\nmug,Mug,100,shipping,2\n'),
    '--shop',
    shop,
  );
  const items = (...args: readonly string[]) => portal('items', ...args, '--shop', shop);
  expect((await items('set', 'mug', 'price=120', 'title=Blue mug', 'keywords=cup|tin')).stdout).toBe(
    'mug: title, keywords, price changed\n',
  );
  expect((await items('set', 'mug', 'price=1.20')).stdout).toBe('nothing changed\n');
  expect((await items('set', 'mug', 'stock=3')).stderr).toContain('portal items stock');
  expect((await items('set', 'none', 'price=1')).stderr).toContain('the shop has no item none');
  expect((await items('list')).stdout).toBe('mug  120  2 left  active  Blue mug\n');
  expect((await items('stock', 'mug', '--by', '-1', '--reason', 'Broken')).stdout).toBe('mug: 1 left\n');
  for (const units of ['0', '1.5', '2000000000'])
    expect((await items('stock', 'mug', '--by', units, '--reason', 'x')).stderr).toContain('but not 0');
  expect((await items('stock', 'mug', '--to', '9', '--expected', '2')).stderr).toMatch(/expected: 1 are left/);
  expect((await items('stock', 'mug', '--to', '9', '--expected', '1')).stdout).toBe('mug: 9 left\n');
  expect((await items('stock', 'mug', '--to', 'none', '--expected', '9')).stdout).toBe('mug: not counted\n');
  const ledger = (await items('stock', 'mug', '--json')).stdout
    .trim()
    .split('\n')
    .map((text) => JSON.parse(text));
  expect(ledger.map(({ by }) => by)).toEqual([-9, 8, -1, 2]);
});

test('adds a picture, and rejects one whose name does not fit its content', async () => {
  const file = write('dot.gif', 'GIF89a');
  const added = await portal('media', 'add', file, '--shop', shop);
  expect(added.stdout).toBe(`/media/${shop}/dot.gif\n`);
  expect((await portal('media', 'add', write('dot.png', 'GIF89a'), '--shop', shop)).stderr).toMatch(/image\/gif/);
});
