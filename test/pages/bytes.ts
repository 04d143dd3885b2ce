import { afterAll, beforeAll, test } from 'vitest';
import { openBackstage, SCENES } from './scenes.js';

/** `npm run bytes`: measures bytes and requests of three pages, without images, for docs/dev/pages.md. */

let back: Awaited<ReturnType<typeof openBackstage>>;
beforeAll(async () => {
  back = await openBackstage();
});
afterAll(() => back.stage.close());

const PAGES = { 'checkout-three': 'Checkout, three items', done: 'Done', order: 'Order' } as const;

/** Formats bytes, rounded to hundreds. */
const rounded = (bytes: number) => (Math.round(bytes / 100) * 100).toLocaleString('en');

test('prints a table of the bytes and requests of the pages', async () => {
  const rows: string[] = [];
  for (const [scene, name] of Object.entries(PAGES)) {
    const url = (await SCENES[scene]?.(back)) ?? '';
    // A window with an empty cache.
    const { page } = await back.stage.person('about:blank', {});
    const sizes = new Map<string, number>();
    page.on('requestfinished', async (request) => {
      if (request.resourceType() !== 'image') sizes.set(request.url(), (await request.sizes()).responseBodySize);
    });
    await page.goto(url, { waitUntil: 'networkidle' });
    const own = sizes.get(url) ?? 0;
    const all = [...sizes.values()].reduce((sum, size) => sum + size);
    rows.push(`| ${name} | ${rounded(own)} | ${rounded(all)} | ${sizes.size} |`);
  }
  process.stdout.write(
    ['', '| Page | Bytes | With style and script | Requests |', '|---|---|---|---|', ...rows, '', ''].join('\n'),
  );
});
