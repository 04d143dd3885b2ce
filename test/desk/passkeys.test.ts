import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { placeOrder, readyCart, shopper } from '../actors/shopper.js';
import type { MailScene } from '../mail/mail-scene.js';
import { auditOf, openAuditor } from '../pages/audit.js';
import { closeWindows, openBrowser } from '../pages/browser.js';
import { addStaff, mailFor, OWNER, openDeskScene } from './scene.js';

/** Passkeys in Chromium, with a virtual authenticator. Each test uses a person of its own. */

const MINUTE = 60_000;

let scene: MailScene;
beforeAll(async () => {
  scene = await openDeskScene({ host: 'localhost' });
});
afterAll(async () => {
  await closeWindows(await openBrowser());
  await scene.portal.close();
});

/** Opens a window with an authenticator that confirms everything. */
async function openDevice(): Promise<{ context: BrowserContext; page: Page }> {
  const context = await (await openBrowser()).newContext({ locale: 'en-US' });
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      ...{ protocol: 'ctap2', transport: 'internal', hasResidentKey: true, hasUserVerification: true },
      ...{ isUserVerified: true, automaticPresenceSimulation: true },
    },
  });
  return { context, page };
}

async function signInByMail(page: Page, email: string, start = `${scene.portal.url}/desk`): Promise<void> {
  await page.goto(start);
  await page.getByLabel('Email').fill(email);
  await page.getByRole('button', { name: 'Send link and code' }).click();
  await page.getByLabel('Code from the mail').waitFor();
  const { code } = await mailFor(scene, { path: new URL(page.url()).pathname });
  await page.getByLabel('Code from the mail').fill(code);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL(start);
}

async function addPasskey(page: Page): Promise<void> {
  await page.goto(`${scene.portal.url}/passkeys`);
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await page.getByText(/^Added on/).waitFor();
  scene.clock.advance(1);
}

test('adds a passkey, signs in with it, and moves money after a confirmation with it', async () => {
  const { context, page } = await openDevice();
  const { url, demo } = scene.portal;
  await signInByMail(page, OWNER);
  await addPasskey(page);
  await page.goto(`${url}/desk`);
  await page.getByRole('button', { name: 'Sign out', exact: true }).click();
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await page.waitForURL('**/desk');
  const buyer = shopper(scene.portal);
  const order = await placeOrder(buyer, await readyCart(buyer));
  scene.clock.advance(16 * MINUTE);
  await page.goto(`${url}/sign-in?confirm=1&return=desk/${demo.shop_id}/orders/${order}`);
  await page.getByRole('button', { name: 'Confirm with a passkey' }).click();
  await page.waitForURL(`**/orders/${order}`);
  await page.locator('details:has(form[action$="/refund"]) > summary').click();
  const refund = page.locator('form[action$="/refund"]');
  await refund.locator('[name="amount"]').fill('1.00');
  await refund.locator('[name="reason"]').fill('Chipped');
  await Promise.all([page.waitForEvent('load'), refund.getByRole('button').click()]);
  const row = await scene.portal.app.store.read((rows) => rows.get('order', order));
  expect(row?.adjustments).toMatchObject([{ type: 'refund', amount: 100 }]);
  await context.close();
});

test('renames and removes a passkey, and says when none fits', async () => {
  const email = 'removed@merchant.example.test';
  await addStaff(scene, email, 'orders');
  const { context, page } = await openDevice();
  await signInByMail(page, email);
  await addPasskey(page);
  await page.getByLabel('Name').first().fill('Laptop');
  await page.getByRole('button', { name: 'Save name' }).click();
  await page.getByRole('heading', { name: 'Laptop' }).waitFor();
  await page.getByRole('button', { name: /^Remove/ }).click();
  await page.getByText('You have no passkey yet.').waitFor();
  await context.clearCookies();
  await page.goto(`${scene.portal.url}/sign-in`);
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await page.waitForURL(/\/sign-in\?failed=1/);
  await page.locator('#problem').getByText('The passkey did not work here.').waitFor();
  await context.close();
});

test('adds a passkey in the account of a shop, and signs in there', async () => {
  const { context, page } = await openDevice();
  const home = `${scene.portal.url}/account/${scene.portal.demo.shop_id}`;
  await signInByMail(page, 'buyer@buyer.example.test', home);
  await page.getByRole('link', { name: 'Passkeys' }).click();
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await page.getByText(/^Added on/).waitFor();
  scene.clock.advance(1);
  await page.goto(home);
  await page.getByRole('button', { name: 'Sign out', exact: true }).click();
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await page.waitForURL(home);
  await context.close();
});

test('has no accessibility fault, and hides the forms without scripts', async () => {
  const auditor = await openAuditor(await openBrowser());
  await signInByMail(auditor, OWNER);
  for (const path of ['/passkeys', '/sign-in?confirm=1'])
    expect({ path, faults: await auditOf(auditor, `${scene.portal.url}${path}`) }).toEqual({ path, faults: [] });
  await auditor.context().close();
  const context = await (await openBrowser()).newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(`${scene.portal.url}/sign-in`);
  expect(await page.locator('form[data-passkey]').isVisible()).toBe(false);
  await context.close();
});
