import { readdirSync } from 'node:fs';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { placeOrder, readyCart } from '../actors/shopper.js';
import { run } from '../support/program.js';
import { type Browsing, browseMails } from './browsing.js';
import { type MailScene, openMailScene } from './mail-scene.js';

/** As long as a test may wait. */
const WAIT = { timeout: 600_000 };
const isMail = (name: string) => name.endsWith('.eml');

let scene: MailScene;
let page: Browsing;
beforeAll(async () => {
  scene = await openMailScene();
  await placeOrder(scene.merchant, await readyCart(scene.merchant));
  await vi.waitFor(() => expect(readdirSync(scene.folder).filter(isMail).length).toBe(1), WAIT);
  page = await browseMails(scene.folder);
});
afterAll(async () => {
  expect(await page.stop()).toBe(0);
  await scene.portal.close();
});

async function read(path: string) {
  const response = await fetch(new URL(path, page.url));
  return {
    status: response.status,
    policy: response.headers.get('content-security-policy'),
    text: await response.text(),
  };
}

test('lists the mails of the folder, and shows both parts and the headers of one', async () => {
  const list = await read('');
  const [, path = ''] = /<a href="([^"]+\/)">Quillback Mercantile: your order 1001<\/a>/.exec(list.text) ?? [];
  expect(list.text).toContain('ada@example.com');
  const { text } = await read(path);
  expect(text).toContain('Thank you for your order\n====');
  expect(text).toContain('Auto-Submitted: auto-generated');
  expect(text).not.toContain('Content-Transfer-Encoding');
  expect(text).toMatch(/<iframe sandbox="allow-popups[^"]*" src="html"/);
  const framed = await read(`${path}html`);
  expect(framed.text).toContain('<h1 class="ink"');
  expect(framed.policy).toMatch(/^default-src 'none';.* sandbox /);
});

test('answers only at the address that it printed, to requests that read', async () => {
  const [name = ''] = readdirSync(scene.folder);
  for (const path of ['/', '/guess/', '../', 'absent/', `${name}`, '..%2f/', 'a/b/c'])
    expect((await read(path)).status, path).toBe(404);
  expect((await fetch(page.url, { method: 'POST' })).status).toBe(404);
});

test('needs a folder in PORTAL_SMTP_URL, and a port', async () => {
  const smtp = await run(['mail', 'browse'], { PORTAL_SMTP_URL: 'smtp://mail.shop.com' });
  expect([smtp.code, smtp.stderr]).toEqual([2, expect.stringContaining('PORTAL_SMTP_URL must name a folder')]);
  const port = await run(['mail', 'browse', '--port', '70000'], { PORTAL_SMTP_URL: 'file:mail' });
  expect([port.code, port.stderr]).toEqual([1, expect.stringContaining('--port must be between 0 and 65535')]);
});
