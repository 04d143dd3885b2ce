import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { itemKey } from '../../src/domain/shop/item.js';
import { required } from '../../src/domain/values/required.js';
import { placeOrder, readyCart, type Shopper, shopper, totalOf } from '../actors/shopper.js';
import type { MailScene } from '../mail/mail-scene.js';
import { closeWindows, openBrowser } from '../pages/browser.js';
import { StripeStandIn, TEST_KEYS } from '../support/stripe/stripe-stand-in.js';
import { mailFor, OWNER, openDeskScene, sentMails } from './scene.js';

/** A merchant's week at the desk, in Chromium. Prints the clicks of each task. Agents buy meanwhile. */

const ITEMS = 500;
const ORDERS = 30;

const standIn = new StripeStandIn(() => scene.clock.now());
let scene: MailScene;
let buyer: Shopper;
let page: Page;
beforeAll(async () => {
  scene = await openDeskScene({ env: { PORTAL_STRIPE_API_URL: await standIn.listen() } });
  buyer = shopper(scene.portal);
  page = await (await openBrowser()).newPage({ locale: 'en-US', viewport: { width: 1280, height: 900 } });
});
afterAll(async () => {
  await closeWindows(await openBrowser());
  await scene.portal.close();
  await standIn.close();
});

const clicks = new Map<string, number>();
let task = '';

function begin(name: string): void {
  task = name;
  clicks.set(task, 0);
}

async function click(target: Locator): Promise<void> {
  await target.click();
  clicks.set(task, (clicks.get(task) ?? 0) + 1);
}

/** Clicks what leads to another page, and waits for it. */
async function follow(target: Locator): Promise<void> {
  await Promise.all([page.waitForEvent('load'), click(target)]);
}

const link = (name: string) => page.getByRole('link', { name, exact: true }).first();
const button = (name: string) => page.getByRole('button', { name, exact: true }).first();
const desk = () => `${scene.portal.url}/desk/${scene.portal.demo.shop_id}`;
const rowOf = async (id: string) =>
  required(await scene.portal.app.store.read((rows) => rows.get('order', id)), 'order');

async function stockOf(item: string): Promise<number> {
  const key = itemKey(scene.portal.demo.shop_id, item);
  return required(await scene.portal.app.store.read((rows) => rows.counters('stock', [key]).get(key)), 'stock');
}

/** Opens the form of an action on the page of an order. */
async function openAction(action: string): Promise<Locator> {
  const form = page.locator(`details:has(form[action$="/${action}"])`);
  await click(form.locator('summary'));
  return form;
}

async function openOrder(id: string): Promise<void> {
  await page.goto(desk());
  await follow(link('Orders'));
  await follow(page.locator(`a[href$="/orders/${id}"]`).first());
}

/** An agent pays two calendars through Stripe, sent by parcel. */
async function orderByStripe(): Promise<string> {
  const { data: cart } = await buyer.ok('get_cart', {});
  const checkout_id: string = cart.id;
  const line_items = [{ id: 'days', item: { id: 'desk-calendar' }, quantity: 2 }];
  await buyer.ok('add_line_items', { checkout_id, line_items });
  await buyer.ok('set_buyer', { checkout_id, buyer: { email: 'grace@example.com' } });
  await buyer.ok('set_destination', { checkout_id, destination: DESTINATION });
  const { data } = await buyer.ok('select_fulfillment', { checkout_id, selected_option_id: 'standard' });
  const credential = { type: 'token', token: 'pm_card_visa' };
  const payment = { instruments: [{ id: 'i', handler_id: 'stripe', type: 'card', credential }] };
  const paid = await buyer.ok('complete_checkout', { checkout_id, expected_total: totalOf(data), payment });
  return required(paid.data.order, 'order').id;
}

const DESTINATION = {
  ...{ address_country: 'US', address_region: 'OR', address_locality: 'Portland', postal_code: '97205' },
  ...{ street_address: '1450 Juniper Street', full_name: 'Grace Example' },
};

test('a week: sign-in, import, Stripe, 30 shipments, a part, a return, a refund of the delivery, an order by phone, a changed order, the books', async () => {
  await signIn();
  await importItems();
  await connectStripe();
  await shipAll();
  const order = await orderByStripe();
  await shipPart(order);
  await correctTracking(order);
  await takeBack(order);
  await refundDelivery(order);
  await changeOrder(await orderByStripe());
  await orderByPhone();
  await exportBooks(order);
  process.stdout.write(`clicks: ${[...clicks].map(([name, count]) => `${name} ${count}`).join(', ')}\n`);
  expect(Math.max(...clicks.values())).toBeLessThanOrEqual(8);
});

async function signIn(): Promise<void> {
  begin('sign in by mail');
  await page.goto(`${scene.portal.url}/desk`);
  await page.getByLabel('Email').fill(OWNER);
  await follow(button('Send link and code'));
  const { code } = await mailFor(scene, { path: new URL(page.url()).pathname });
  await page.getByLabel('Code from the mail').fill(code);
  await follow(button('Sign in'));
}

async function importItems(): Promise<void> {
  begin(`import ${ITEMS} items`);
  const file = join(scene.folder, 'items.csv');
  const rows = Array.from({ length: ITEMS }, (_, number) => `week-${number},Week item ${number},5.00,pickup,100`);
  writeFileSync(file, ['id,title,price,fulfillment_types,stock', ...rows, ''].join('\n'));
  await page.goto(desk());
  await follow(link('Items'));
  await follow(link('Import items'));
  await page.getByLabel('File').setInputFiles(file);
  await follow(button('Show the changes'));
  await page.getByText(`${ITEMS} new, 0 changed`).waitFor();
  await follow(button('Import'));
  await page.locator('#query').fill('Week item 499');
  await follow(button('Search'));
  await page.getByRole('link', { name: 'Week item 499' }).waitFor();
}

async function connectStripe(): Promise<void> {
  begin('connect Stripe');
  await page.goto(desk());
  await follow(link('Settings'));
  await follow(link('Payment providers'));
  const part = page.locator('section:has(#handler-stripe)');
  await click(part.locator('summary'));
  for (const [name, value] of Object.entries(TEST_KEYS)) await part.locator(`[name="setting.${name}"]`).fill(value);
  await follow(part.getByRole('button', { name: 'Save the account' }));
  await follow(part.getByRole('button', { name: 'Test the account' }));
  await page.getByText('Stand-in Shop (acct_standin) · with test keys').waitFor();
  await follow(part.getByRole('button', { name: 'Offer to buyers' }));
  const { demo, app } = scene.portal;
  const shop = await app.store.read((rows) => rows.get('shop', demo.shop_id));
  expect(shop?.settings.payment_handlers).toContain('stripe');
}

async function shipAll(): Promise<void> {
  const orders: string[] = [];
  for (let count = 0; count < ORDERS; count += 1) orders.push(await placeOrder(buyer, await readyCart(buyer)));
  begin(`ship ${ORDERS} orders`);
  await page.goto(desk());
  await follow(link('Orders'));
  await follow(page.locator('.filters a[href$="status=processing"]'));
  await follow(link('Choose all'));
  await page.getByText(`${ORDERS} orders are chosen.`, { exact: true }).waitFor();
  await follow(button('Ship the chosen ones'));
  await page.getByLabel('Carrier').fill('UPS');
  await follow(page.locator('main form[method="post"] button').first());
  await page.getByText(`${ORDERS} of ${ORDERS} orders shipped`).waitFor();
  for (const id of orders) expect((await rowOf(id)).status).toBe('fulfilled');
}

async function shipPart(id: string): Promise<void> {
  begin('ship a part');
  await openOrder(id);
  const form = await openAction('ship');
  await form.locator('[name="units.days"]').fill('1');
  await form.locator('[name="carrier"]').fill('UPS');
  await form.locator('[name="tracking_number"]').fill('1Z999');
  await follow(form.getByRole('button'));
  expect((await rowOf(id)).fulfillment.events).toMatchObject([{ line_items: [{ id: 'days', quantity: 1 }] }]);
}

async function correctTracking(id: string): Promise<void> {
  begin('correct a tracking number');
  const form = await openAction('tracking');
  await form.locator('[name="tracking_number"]').fill('1Z998');
  await follow(form.getByRole('button'));
  expect((await rowOf(id)).fulfillment.events).toMatchObject([
    { tracking_number: '1Z998', earlier_tracking: [{ tracking_number: '1Z999' }] },
  ]);
}

async function takeBack(id: string): Promise<void> {
  begin('take a unit back');
  const before = await stockOf('desk-calendar');
  const form = await openAction('return');
  await form.locator('[name="units.days"]').fill('1');
  await form.locator('[name="reason"]').fill('Wrong year');
  await follow(form.getByRole('button'));
  expect((await rowOf(id)).adjustments).toMatchObject([{ type: 'return' }]);
  expect(await stockOf('desk-calendar')).toBe(before + 1);
}

async function refundDelivery(id: string): Promise<void> {
  begin('refund the delivery');
  const form = await openAction('refund');
  const hint = form.locator('.hint', { hasText: 'delivery cost' });
  const cost = required(/\$(\d+\.\d\d)/.exec((await hint.textContent()) ?? '')?.[1], 'cost of the delivery');
  await form.locator('[name="amount"]').fill(cost);
  await form.locator('[name="reason"]').fill('Late');
  await follow(form.getByRole('button'));
  const { adjustments } = await rowOf(id);
  expect(adjustments.at(-1)).toMatchObject({ type: 'refund', amount: Math.round(Number(cost) * 100) });
}

/** Removes a unit before shipping, after a look at the difference, which is refunded. */
async function changeOrder(id: string): Promise<void> {
  begin('change an order');
  const { payment, totals, version } = await rowOf(id);
  await openOrder(id);
  const form = await openAction('edit');
  await form.locator('[name="edit.days"]').fill('1');
  await follow(form.getByRole('button', { name: 'Show the difference' }));
  const shown = (await page.getByText(/is refunded/).textContent()) ?? '';
  expect((await rowOf(id)).version).toBe(version);
  await follow(button('Change the order'));
  const changed = await rowOf(id);
  const total = required(
    totals.find(({ type }) => type === 'total'),
    'total',
  ).amount;
  const [{ amount } = { amount: Number.NaN }] = changed.adjustments;
  expect(shown).toContain(`$${(amount / 100).toFixed(2)}`);
  expect(changed).toMatchObject({
    totals,
    payment_status: 'partially_refunded',
    payment: { attempt_id: payment.attempt_id },
  });
  // Half of the order is removed: two calendars of the same price, and their delivery.
  expect(amount).toBe(Math.round(total / 2));
}

/** Drafts an order for a person on the phone, who pays it by the link in the mail. Only the clicks of the desk count. */
async function orderByPhone(): Promise<void> {
  begin('draft an order by phone');
  await page.goto(desk());
  await follow(link('Orders'));
  await follow(link('New order'));
  await page.locator('[name="item.0"]').fill('enamel-mug');
  await page.locator('[name="units.0"]').fill('2');
  await page.locator('[name="buyer.email"]').fill('phone@example.com');
  await page.locator('[name="buyer.full_name"]').fill('Ann Lee');
  await page.locator('[name="selected_option_id"]').selectOption('pickup-portland');
  await follow(button('New order'));
  await page.getByText('Ann Lee').waitFor();
  const id = required(/\/checkout\/(chk_[\w-]+)/.exec(await page.content())?.[1], 'the draft');
  await payByMail(id);
  const draft = required(await scene.portal.app.store.read((rows) => rows.get('checkout', id)), 'draft');
  const order = required(draft.order_id, 'the order of the draft');
  expect(await rowOf(order)).toMatchObject({ payment_status: 'paid', drafted_by: draft.draft?.by });
  await openOrder(order);
}

/** The buyer opens the link of the mail in a browser of their own, and pays by card. */
async function payByMail(id: string): Promise<void> {
  const find = () => sentMails(scene.folder).find(({ to, text }) => to === 'phone@example.com' && text.includes(id));
  const { text } = await vi.waitFor(() => required(find(), 'mail'), { timeout: 60_000 });
  const url = required(/https?:\/\/\S+\/checkout\/\S+/.exec(text)?.[0], 'link');
  const theirs = await (await openBrowser()).newPage({ locale: 'en-US' });
  await theirs.goto(url);
  await theirs.locator('[name=handler_id][value=sandbox_card]').check();
  await theirs.locator('[name="sandbox_card.token"]').first().selectOption('tok_approve');
  await Promise.all([theirs.waitForEvent('load'), theirs.getByRole('button', { name: /^Pay / }).click()]);
  await theirs
    .getByText(/thank you/i)
    .first()
    .waitFor();
  await theirs.close();
}

async function exportBooks(id: string): Promise<void> {
  begin('export the books');
  await page.goto(desk());
  await follow(link('Orders'));
  await page.getByLabel('Month').fill(new Date(scene.clock.now()).toISOString().slice(0, 7));
  const [download] = await Promise.all([page.waitForEvent('download'), click(button('Download orders (CSV)'))]);
  const file = join(scene.folder, 'orders.csv');
  await download.saveAs(file);
  expect(readFileSync(file, 'utf8')).toContain(id);
  expect(readFileSync(file, 'utf8').trim().split('\n')).toHaveLength(ORDERS + 4);
}
