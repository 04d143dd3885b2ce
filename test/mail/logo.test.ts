import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { required } from '../../src/domain/values/required.js';
import { readLogo } from '../../src/mail/logo.js';
import { registryCaller } from '../actors/registry-caller.js';
import { placeOrder, readyCart } from '../actors/shopper.js';
import { temporaryFolder } from '../support/temporary-folder.js';
import { anotherKey, fullKey } from '../support/tenants.js';
import { openMailScene } from './mail-scene.js';
import { grayPng } from './png.js';

/** A JPEG header: an application segment, then a frame of this size. */
const jpeg = (width: number, height: number) =>
  Buffer.from([
    ...[0xff, 0xd8, 0xff, 0xe0, 0, 4, 0, 0, 0xff, 0xc0, 0, 17, 8],
    ...[height >> 8, height & 255, width >> 8, width & 255, 3],
  ]);

/** Reads the logo after a file was stored under this name. */
async function logoOf(name: string, bytes: Uint8Array, path = `/media/shop_1/${name}`) {
  const folder = temporaryFolder();
  mkdirSync(join(folder, 'shop_1'));
  writeFileSync(join(folder, 'shop_1', name), bytes);
  return readLogo(folder, path);
}

test.each([
  ['a PNG', 'logo.png', grayPng(300, 100), { type: 'image/png', width: 300, height: 100 }],
  ['a JPEG', 'logo.jpeg', jpeg(640, 480), { type: 'image/jpeg', width: 640, height: 480 }],
])('reads %s', async (_what, name, bytes, expected) => {
  expect(await logoOf(name, bytes)).toMatchObject({ ...expected, bytes });
});

test.each([
  ['an SVG', 'logo.svg', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')],
  ['an SVG named as a PNG', 'logo.png', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')],
  ['a GIF', 'logo.gif', Buffer.from('GIF89a\x01\0\x01\0')],
  ['a PNG of more than 128 KiB', 'logo.png', Buffer.concat([grayPng(9, 9), Buffer.alloc(128 * 1024)])],
  ['a PNG of more than 2000 pixels', 'logo.png', grayPng(2001, 1)],
  ['a PNG without pixels', 'logo.png', grayPng(0, 0)],
  ['a JPEG that ends before its frame', 'logo.jpg', jpeg(9, 9).subarray(0, 14)],
  ['a hidden file', '.logo.png', grayPng(9, 9)],
])('leaves out %s', async (_what, name, bytes) => {
  expect(await logoOf(name, bytes)).toBeUndefined();
});

test.each(['', '/media/shop_1/other.png', '/media/../logo.png', 'https://evil.com/logo.png'])(
  'reads no logo from %s',
  async (path) => {
    expect(await logoOf('logo.png', grayPng(9, 9), path)).toBeUndefined();
  },
);

test('leaves out a logo that cannot be read', async () => {
  const folder = temporaryFolder();
  mkdirSync(join(folder, 'shop_1', 'logo.png'), { recursive: true });
  writeFileSync(join(folder, 'shop_2'), '');
  for (const shop of ['shop_1', 'shop_2']) expect(await readLogo(folder, `/media/${shop}/logo.png`)).toBeUndefined();
});

test('attaches the logo to the HTML, scaled for Outlook, and loads nothing else', async () => {
  const folder = temporaryFolder();
  const scene = await openMailScene({ env: { PORTAL_MEDIA: folder } });
  onTestFinished(() => scene.portal.close());
  const { shop_id } = scene.portal.demo;
  const bytes = grayPng(600, 100);
  mkdirSync(join(folder, shop_id), { recursive: true });
  writeFileSync(join(folder, shop_id, 'logo.png'), bytes);
  const owner = registryCaller(() => scene.portal.url, await fullKey(scene.portal, 'organization'));
  const settings = await owner.ok('get_shop_settings', { shop_id });
  const brand = { ...settings.brand, logo: `/media/${shop_id}/logo.png` };
  await owner.ok('update_shop_settings', { ...settings, shop_id, brand });
  const order_id = await placeOrder(scene.merchant, await readyCart(scene.merchant));
  const { html, attachments } = required((await scene.mails(1))[0], 'mail');
  const [logo, ...more] = attachments;
  expect(more).toEqual([]);
  expect(logo).toMatchObject({ contentType: 'image/png', contentDisposition: 'inline', related: true });
  expect(logo?.content.equals(bytes)).toBe(true);
  const source = String(html);
  expect(source).toMatch(/<img src="[^"]+" width="120" height="20" alt=""/);
  expect(source).not.toMatch(/src="http|url\(/);
  const { key } = await anotherKey(scene.portal, 'deployment', { scopes: ['fulfillment'] });
  const staff = registryCaller(() => scene.portal.url, key);
  const preview = await staff.ok('preview_order_notice', { order_id, notice: 'placed' });
  expect(preview.html).toContain(`<img src="data:image/png;base64,${bytes.toString('base64')}" width="120"`);
});
