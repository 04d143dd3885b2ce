import { afterAll, beforeAll, expect, test } from 'vitest';
import { mailFor } from '../desk/scene.js';
import type { MailScene } from '../mail/mail-scene.js';
import { auditOf, openAuditor } from '../pages/audit.js';
import { closeWindows, openBrowser } from '../pages/browser.js';
import { accountOf, askedBy, consentPath, openAccountScene } from './scene.js';

/** Uses the account in Chromium. */

let scene: MailScene;
beforeAll(async () => {
  scene = await openAccountScene();
});
afterAll(async () => {
  await closeWindows(await openBrowser());
  await scene.portal.close();
});

test('signs in at the consent, connects, changes limits and ends, without JavaScript, from another site too', async () => {
  const browser = await openBrowser();
  const context = await browser.newContext({ javaScriptEnabled: false, locale: 'en-US' });
  const page = await context.newPage();
  const { url } = scene.portal;
  const path = consentPath(scene, await askedBy(scene, 'Shopping helper'));
  const arrive = async () => {
    await page.goto(`data:text/html,<a href="${(url + path).replaceAll('&', '&amp;')}">Connect</a>`);
    await page.getByRole('link', { name: 'Connect' }).click();
    await page.getByRole('heading', { name: 'Connect Shopping helper' }).waitFor();
  };
  await arrive();
  await page.getByRole('link', { name: 'Sign in' }).click();
  await page.getByLabel('Email').fill('walk@buyer.example.test');
  await page.getByRole('button', { name: 'Send link and code' }).click();
  const { path: link } = await mailFor(scene, { path: new URL(page.url()).pathname });
  await page.goto(url + link);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByText('You are signed in as walk@buyer.example.test.').waitFor();
  await arrive();
  await page.getByText('You are signed in as walk@buyer.example.test.').waitFor();
  await page.getByRole('button', { name: 'Allow', exact: true }).click();
  await page.getByRole('link', { name: 'Continue to Shopping helper' }).waitFor();
  await page.goto(url + accountOf(scene));
  // The code of this connection has not been exchanged yet.
  expect(await page.locator('[data-grant]').count()).toBe(1);
  await page.getByText('Change the limits').click();
  await page.getByLabel('For each order').fill('12.50');
  await page.getByRole('button', { name: 'Save the limits' }).click();
  await page.getByText('For each order: $12.50').waitFor();
  await page.getByRole('button', { name: 'End the connection' }).click();
  await page.getByText('This connection has ended.').waitFor();
  await context.close();
});

test('has no accessibility fault on any page', async () => {
  const auditor = await openAuditor(await openBrowser());
  const { url } = scene.portal;
  const home = url + accountOf(scene);
  const consent = url + consentPath(scene, await askedBy(scene));
  expect(await auditOf(auditor, home)).toEqual([]);
  await auditor.fill('#email', 'walk@buyer.example.test');
  await auditor.click('main button');
  const waiting = auditor.url();
  const { code, path } = await mailFor(scene, { path: new URL(waiting).pathname });
  for (const page of [waiting, url + path])
    expect({ page, faults: await auditOf(auditor, page) }).toEqual({ page, faults: [] });
  await auditor.goto(waiting);
  await auditor.fill('#code', code);
  await auditor.click('main button');
  for (const page of [home, `${home}?saved`, consent])
    expect({ page, faults: await auditOf(auditor, page) }).toEqual({ page, faults: [] });
  await auditor.context().close();
});
