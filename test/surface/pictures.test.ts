import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Shopper, shopper } from '../actors/shopper.js';
import { startPortal, type TestPortal } from '../support/portal.js';

/** Pictures of a shop (docs/catalog.md, Pictures). */

let portal: TestPortal;
let owner: Shopper;
let shop_id: string;
beforeAll(async () => {
  portal = await startPortal();
  owner = shopper(portal, { key: portal.demo.organization_key });
  ({ shop_id } = portal.demo);
});
afterAll(() => portal.close());

const MUG = { title: 'Test mug', price: 1000, fulfillment_types: ['pickup'] };
const put = (item_id: string, members: object) => owner.ok('put_item', { shop_id, item_id, ...MUG, ...members });

const png = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1, 2, 3]);
const send = (name: string, raw: Uint8Array<ArrayBuffer>, type = 'image/png') =>
  portal.request('PUT', `/api/shops/${shop_id}/media/${name}`, {
    key: portal.demo.organization_key,
    headers: { 'content-type': type },
    raw,
  });

it('serves pictures byte for byte, to anyone, cacheable for a year', async () => {
  const { status, json } = await send('mug.png', new Uint8Array(png));
  expect(status, JSON.stringify(json)).toBe(200);
  const path = `/media/${shop_id}/mug.png`;
  expect(json.data).toMatchObject({ path, type: 'image/png', bytes: png.length });
  const answered = await fetch(`${portal.url}${path}`);
  expect(Buffer.from(await answered.arrayBuffer()).equals(png)).toBe(true);
  expect(Object.fromEntries(answered.headers)).toMatchObject({
    'content-type': 'image/png',
    'cache-control': 'public, max-age=31536000, immutable',
    'x-content-type-options': 'nosniff',
  });
  expect((await send('mug.png', new Uint8Array(png))).status).toBe(200);
  const other = await send('mug.png', new Uint8Array([...png, 4]));
  expect([other.status, other.json.error]).toEqual([409, 'media_exists']);
  expect((await put('pictured', { images: [{ url: path, alt: 'A mug' }] })).data.image_url).toBe(path);
});

it.each([
  ['mug.jpg', png, 400],
  ['mug.svg', Buffer.from('<svg/>'), 400],
  ['mug.png', Buffer.from('<html>'), 400],
  ['.mug.png', png, 400],
  ['..%2Fmug.png', png, 400],
  ['large.png', Buffer.concat([png, Buffer.alloc(5 * 1024 * 1024)]), 413],
])('rejects a picture whose name or bytes are invalid: %s', async (name, bytes, status) => {
  expect((await send(name, new Uint8Array(bytes))).status).toBe(status);
});

it('serves no other file on the disk as a picture', async () => {
  for (const path of ['x.png', '..%2f..%2fportal.db', '%2e%2e%2fportal.db', '.x.png', 'mug.png%00']) {
    const answered = await portal.request('GET', `/media/${shop_id}/${path}`, { key: null });
    expect([path, answered.status, answered.headers.get('cache-control')]).toEqual([
      path,
      expect.toBeOneOf([400, 404]),
      'no-store',
    ]);
  }
});
