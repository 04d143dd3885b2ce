import { afterAll, beforeAll, expect, test } from 'vitest';
import { startPortal, type TestPortal } from '../support/portal.js';

/** Uploads with false content types, sent with a merchant's key. */

let portal: TestPortal;
beforeAll(async () => {
  portal = await startPortal();
});
afterAll(() => portal.close());

const SCRIPT = '<script>alert(document.domain)</script>';
const SVG = `<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)">${SCRIPT}</svg>`;
const PNG_HEAD = '\x89PNG\r\n\x1a\n';

const pathOf = (name: string) => `/api/shops/${portal.demo.shop_id}/media/${name}`;
const send = (name: string, text: string, type: string) =>
  portal.request('PUT', pathOf(name), {
    key: portal.demo.organization_key,
    headers: { 'content-type': type },
    raw: new Uint8Array(Buffer.from(text, 'latin1')),
  });

test.each([
  ['an SVG', 'logo.svg', SVG, 'image/svg+xml'],
  ['an SVG that says it is a PNG', 'logo.png', SVG, 'image/png'],
  ['an SVG after an XML declaration', 'logo.jpg', `<?xml version="1.0"?>${SVG}`, 'image/jpeg'],
  ['an HTML page', 'page.html', `<html>${SCRIPT}`, 'text/html'],
  ['an HTML page that is named .png', 'page.png', `<html>${SCRIPT}`, 'image/png'],
  ['a PNG that is named .svg', 'picture.svg', PNG_HEAD, 'image/png'],
  ['a PNG that is named .jpg', 'picture.jpg', PNG_HEAD, 'image/png'],
  ['a script', 'logo.webp', 'RIFF1234alert(1)', 'image/webp'],
  ['a name with two extensions', 'picture.png.svg', PNG_HEAD, 'image/png'],
])('rejects %s, and stores nothing', async (_what, name, text, type) => {
  const { status } = await send(name, text, type);
  expect([400, 415]).toContain(status);
  const kept = await portal.request('GET', `/media/${portal.demo.shop_id}/${name}`, { key: null });
  expect(kept.status).toBe(404);
  const inJson = { data: Buffer.from(text, 'latin1').toString('base64') };
  const again = await portal.request('PUT', pathOf(name), { key: portal.demo.organization_key, body: inJson });
  expect(again.status).toBe(400);
});

test.each([
  ['an HTML page after a PNG signature', 'two.png', `${PNG_HEAD}<html>${SCRIPT}`, 'image/png'],
  ['a script after a GIF signature', 'two.gif', `GIF89a/*<html>${SCRIPT}*/=alert(1)`, 'image/gif'],
])('serves %s as a picture that cannot run scripts', async (_what, name, text, type) => {
  expect((await send(name, text, type)).status).toBe(200);
  const { headers } = await portal.request('GET', `/media/${portal.demo.shop_id}/${name}`, { key: null });
  expect(headers.get('content-type')).toBe(type);
  expect(headers.get('x-content-type-options')).toBe('nosniff');
  expect(headers.get('content-security-policy')).toBe("default-src 'none'; sandbox");
});
