import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { PACKAGE_ROOT } from '../../src/package-root.js';
import { registryCaller } from '../actors/registry-caller.js';
import { placeOrder, readyCart, shopper } from '../actors/shopper.js';
import { anotherKey } from '../support/tenants.js';
import { openBrowser } from './browser.js';
import { openBackstage, SCENES } from './scenes.js';
import { connected, openChat } from './view-host.js';

/** `npm run pictures`: creates the pictures in the documentation. */

const FOLDER = join(PACKAGE_ROOT, 'docs', 'pictures');
const DESKTOP = { width: 1080, height: 800 };
const TALL = { width: 1080, height: 1000 };
/** JPEG quality that keeps each picture below 60 kB. */
const QUALITY = 55;
/** Width of most mail programs' messages. */
const MAIL = { width: 640, height: 900 };
const PHONE = { width: 390, height: 844 };

let back: Awaited<ReturnType<typeof openBackstage>>;
beforeAll(async () => {
  back = await openBackstage();
});
afterAll(() => back.stage.close());

test.each([
  ['checkout-three', DESKTOP],
  ['checkout-one', PHONE],
  ['order-told', TALL],
] as const)('%s', async (name, viewport) => {
  const url = await (SCENES[name] ?? expect.unreachable())(back);
  const { page } = await back.stage.person(url, { viewport });
  await page.screenshot({ path: join(FOLDER, `${name}.jpg`), type: 'jpeg', quality: QUALITY });
});

test('mail-placed', async () => {
  const { portal } = back.stage;
  const { key } = await anotherKey(portal, 'deployment', { scopes: ['commerce', 'fulfillment'] });
  const merchant = shopper(portal, { key });
  const order_id = await placeOrder(merchant, await readyCart(merchant));
  const staff = registryCaller(() => portal.url, key);
  const { html } = await staff.ok('preview_order_notice', { order_id, notice: 'placed' });
  const browser = await openBrowser();
  const page = await browser.newPage({ viewport: MAIL });
  await page.setContent(html);
  await page.screenshot({ path: join(FOLDER, 'mail-placed.jpg'), type: 'jpeg', quality: QUALITY });
  await browser.close();
});

/** Chat messages around the view, as a client shows them. */
const CHAT = `
  const style = document.createElement('style');
  style.textContent = 'body { margin: 0; padding: 20px; font: 15px/1.5 system-ui, sans-serif; color: #1c2321; background: #f4f3ef }'
    + ' p { margin: 0 0 14px } p.person { width: fit-content; margin-left: auto; padding: 8px 14px; border-radius: 16px; background: #dfe6e2 }'
    + ' iframe { width: 100%; border: 1px solid #d5d3cb; border-radius: 12px; background: #fff; display: block }';
  document.head.append(style);
  const say = (text, name) => {
    const words = document.createElement('p');
    words.className = name;
    words.textContent = text;
    document.body.prepend(words);
  };
  say('Here is your cart. Choose how it should come to you; I pay only when you agree to the total.', 'agent');
  say('Two enamel mugs and a linen towel, sent to Seattle, please.', 'person');
`;

test('cart-in-client', async () => {
  const browser = await openBrowser();
  const client = await connected(back.stage.portal);
  const chat = await openChat(browser, client);
  await chat.page.setViewportSize({ width: 560, height: 900 });
  await chat.page.evaluate(CHAT);
  await chat.agent('add_line_items', {
    line_items: [
      { item: { id: 'enamel-mug' }, quantity: 2 },
      { item: { id: 'linen-tea-towel' }, quantity: 1 },
    ],
  });
  await chat.agent('set_buyer', { buyer: { email: 'ada@example.com' } });
  await chat.agent('set_destination', {
    destination: {
      full_name: 'Ada Lovelace',
      street_address: '1 Main St',
      address_locality: 'Seattle',
      address_region: 'WA',
      postal_code: '98101',
      address_country: 'US',
    },
  });
  await expect.poll(() => chat.frame.getByRole('radio').count()).toBeGreaterThan(1);
  await expect
    .poll(() => chat.frame.evaluate<number>("document.querySelector('img.picture')?.naturalWidth ?? 0"))
    .toBeGreaterThan(0);
  const body = chat.page.locator('body');
  await body.screenshot({ path: join(FOLDER, 'cart-in-client.jpg'), type: 'jpeg', quality: QUALITY });
  await browser.close();
});
