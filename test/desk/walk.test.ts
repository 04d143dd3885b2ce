import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { placeOrder, readyCart, shopper } from '../actors/shopper.js';
import type { MailScene } from '../mail/mail-scene.js';
import { auditOf, openAuditor } from '../pages/audit.js';
import { closeWindows, openBrowser } from '../pages/browser.js';
import { addAbandonedCart } from '../support/tenants.js';
import { deskPaths, mailFor, OWNER, openDeskScene } from './scene.js';

/** Uses the desk in Chromium. */

let scene: MailScene;
let order: string;
beforeAll(async () => {
  scene = await openDeskScene();
  const buyer = shopper(scene.portal);
  order = await placeOrder(buyer, await readyCart(buyer));
  await addAbandonedCart(scene.portal, scene.portal.demo.deployment_id, 'enamel-mug');
});
afterAll(async () => {
  await closeWindows(await openBrowser());
  await scene.portal.close();
});

const rowOf = (id: string) => scene.portal.app.store.read((rows) => rows.get('order', id));
const MAX_TABS = 80;

/** Presses Tab until an element has the focus that matches the selector. */
async function tabTo(page: Page, selector: string): Promise<void> {
  for (let count = 0; count < MAX_TABS; count += 1) {
    if (await page.locator(`${selector}:focus`).count()) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`the keyboard does not reach ${selector}`);
}

/** Presses Enter on an element, which leads to another page. */
async function press(page: Page, selector: string): Promise<void> {
  await tabTo(page, selector);
  await Promise.all([page.waitForEvent('load'), page.keyboard.press('Enter')]);
}

/** Opens the form of an action, enters texts, and sends it. */
async function act(page: Page, action: string, entries: Readonly<Record<string, string>> = {}): Promise<void> {
  const form = `details:has(form[action$="/${action}"])`;
  await tabTo(page, `${form} > summary`);
  await page.keyboard.press('Enter');
  for (const [name, text] of Object.entries(entries)) {
    await tabTo(page, `${form} [name="${name}"]`);
    await page.keyboard.type(text);
  }
  await press(page, `${form} button`);
}

test('signs in by mail, holds, ships and refunds by the keyboard alone, without JavaScript', async () => {
  const browser = await openBrowser();
  const context = await browser.newContext({ javaScriptEnabled: false, locale: 'en-US' });
  const page = await context.newPage();
  await page.goto(`${scene.portal.url}/desk`);
  await tabTo(page, '#email');
  await page.keyboard.type(OWNER);
  await Promise.all([page.waitForEvent('load'), page.keyboard.press('Enter')]);
  const { path } = await mailFor(scene, { path: new URL(page.url()).pathname });
  await page.goto(`${scene.portal.url}${path}`);
  await press(page, 'main button');
  // A link of another site: the first request has no cookies.
  await page.goto(`data:text/html,<a href="${scene.portal.url}/desk">Desk</a>`);
  await tabTo(page, 'a');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/desk');
  await page.locator('.shops').waitFor();
  await press(page, `main a[href$="/desk/${scene.portal.demo.shop_id}"]`);
  await press(page, `main a[href$="/orders/${order}"]`);
  await act(page, 'hold', { reason: 'Address unclear' });
  expect((await rowOf(order))?.status).toBe('on_hold');
  await act(page, 'release');
  await act(page, 'ship', { carrier: 'UPS', tracking_number: '1Z999' });
  expect((await rowOf(order))?.status).toBe('fulfilled');
  await act(page, 'refund', { amount: '1.00', reason: 'Chipped' });
  expect((await rowOf(order))?.adjustments).toMatchObject([{ type: 'refund', amount: 100 }]);
  expect(await page.locator('h1').textContent()).toMatch(/^Order \d+$/);
  await context.close();
});

test('has no accessibility fault on any page', async () => {
  const auditor = await openAuditor(await openBrowser());
  const { url } = scene.portal;
  expect(await auditOf(auditor, `${url}/sign-in`)).toEqual([]);
  await auditor.fill('#email', OWNER);
  await auditor.click('main button');
  const waiting = auditor.url();
  const { code, path } = await mailFor(scene, { path: new URL(waiting).pathname });
  for (const page of [waiting, `${url}${path}`, `${url}/sign-in/none`])
    expect(await auditOf(auditor, page)).toEqual([]);
  await auditor.goto(waiting);
  await auditor.fill('#code', code);
  await auditor.click('main button');
  const desk = `${url}/desk/${scene.portal.demo.shop_id}`;
  for (const page of [
    ...deskPaths(scene.portal.demo.shop_id, order).map((path) => `${url}${path}`),
    `${url}/sign-in?confirm=1`,
  ])
    expect({ page, faults: await auditOf(auditor, page) }).toEqual({ page, faults: [] });
  await auditor.goto(`${desk}/orders/${order}`);
  await auditor.context().close();
});
