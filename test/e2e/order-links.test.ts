import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { placeOrder, readyCart, type Shopper, shopper } from '../actors/shopper.js';
import { startPortal, type TestPortal } from '../support/portal.js';
import { run } from '../support/program.js';
import { stillClock } from '../support/still-clock.js';
import { changeSettings } from '../support/tenants.js';

const DAY = 24 * 60 * 60 * 1000;

let clock: ReturnType<typeof stillClock>;
let portal: TestPortal;
/** A second portal on the same file. */
let other: TestPortal;
let by: Shopper;
let order: { readonly id: string; readonly display_id: string; readonly checkout_id: string };
beforeAll(async () => {
  clock = stillClock();
  portal = await startPortal({ clock });
  other = await startPortal({ clock, database: portal.database });
  by = shopper(portal);
});
afterAll(async () => {
  await other.close();
  await portal.close();
});

beforeEach(async () => {
  const order_id = await placeOrder(by, await readyCart(by));
  order = (await by.ok('get_order', { order_id })).data;
});

/** Runs a command while two portals serve the file. Returns its output. */
async function portalCommand(...args: readonly string[]): Promise<string> {
  const { code, stdout, stderr } = await run(args, { PORTAL_DB: portal.database, PORTAL_PUBLIC_URL: portal.url });
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  return stdout.trim();
}

/** Opens a link on both portals. Returns the statuses. */
async function opened(link: string): Promise<readonly number[]> {
  const path = new URL(link).pathname;
  const answers = await Promise.all([portal, other].map(({ url }) => fetch(`${url}${path}`)));
  const texts = await Promise.all(answers.map((answer) => answer.text()));
  for (const [index, { status }] of answers.entries())
    expect(texts[index]?.includes(`Order ${order.display_id}`)).toBe(status === 200);
  return answers.map(({ status }) => status);
}

const OPEN = [200, 200];
const GONE = [404, 404];

/** Collects the link from every response that contains one. */
async function linksInAnswers(): Promise<readonly string[]> {
  const { data: one } = await by.ok('get_order', { order_id: order.id });
  const { data: checkout } = await by.ok('get_checkout', { checkout_id: order.checkout_id });
  const { data: listed } = await by.ok('list_orders', {});
  return [one.permalink_url, checkout.order.permalink_url, listed[0].permalink_url];
}

/** Expects the same link in every response. Returns it. */
async function theLink(): Promise<string> {
  const [link = '', ...others] = await linksInAnswers();
  expect(new Set([link, ...others])).toEqual(new Set([link]));
  return link;
}

describe('the link of one order', () => {
  test('is printed by portal orders link, and stays the same', async () => {
    const link = await theLink();
    expect(await portalCommand('orders', 'link', order.display_id)).toBe(link);
    expect(await portalCommand('orders', 'link', order.id)).toBe(link);
    expect(await opened(link)).toEqual(OPEN);
  });

  test('can be replaced: the old one stops working everywhere, and every response has the new one', async () => {
    const first = await theLink();
    expect(await opened(first)).toEqual(OPEN);
    const second = await portalCommand('orders', 'link', order.id, '--renew');
    expect(await opened(first)).toEqual(GONE);
    expect(await opened(second)).toEqual(OPEN);
    expect(await theLink()).toBe(second);
    const third = await portalCommand('orders', 'link', order.id, '--renew');
    expect(await Promise.all([first, second, third].map(opened))).toEqual([GONE, GONE, OPEN]);
  });

  test('can be ended: links in responses do not work either, until a new one is created', async () => {
    const first = await theLink();
    expect(await portalCommand('orders', 'link', order.id, '--end')).toBe(
      `the link of order ${order.display_id} has ended`,
    );
    expect(await opened(first)).toEqual(GONE);
    expect(await opened(await theLink())).toEqual(GONE);
    const asked = await run(['orders', 'link', order.id], { PORTAL_DB: portal.database });
    expect(asked).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining('--renew makes another one') });
    const second = await portalCommand('orders', 'link', order.id, '--renew');
    expect(await Promise.all([first, second].map(opened))).toEqual([GONE, OPEN]);
  });

  test("is changed with an entry in the order's history that names the changed member", async () => {
    await portalCommand('orders', 'link', order.id, '--renew');
    await portalCommand('orders', 'link', order.id, '--end');
    const history = await portal.app.store.list('audit_events', { type: 'order', id: order.id }, undefined, 10);
    expect(history.entries.slice(-2).map(({ action, changed }) => ({ action, changed }))).toEqual([
      { action: 'order.link_renewed', changed: ['permalink_url'] },
      { action: 'order.link_ended', changed: ['permalink_url'] },
    ]);
  });

  test('cannot be ended and renewed in one call', async () => {
    const { code, stderr } = await run(['orders', 'link', order.id, '--end', '--renew'], {
      PORTAL_DB: portal.database,
    });
    expect({ code, stderr }).toEqual({
      code: 2,
      stderr: expect.stringContaining("cannot be used with option '--end'"),
    });
    expect(await opened(await theLink())).toEqual(OPEN);
  });

  test('opens neither another order nor a checkout', async () => {
    const link = await theLink();
    const token = link.slice(link.lastIndexOf('/') + 1);
    const another = await placeOrder(by, await readyCart(by));
    const { pathname } = new URL(link);
    expect(await opened(`${portal.url}${pathname.replace(order.id, another)}`)).toEqual(GONE);
    expect(await opened(`${portal.url}/checkout/${token}`)).toEqual(GONE);
    expect(await opened(`${link.slice(0, link.lastIndexOf('.0.'))}.zzzzzzzz.${token.split('.')[2]}`)).toEqual(GONE);
  });
});

describe('the links of a shop', () => {
  test('are replaced for all orders except those whose link has ended', async () => {
    const ended = order;
    await portalCommand('orders', 'link', ended.id, '--end');
    const order_id = await placeOrder(by, await readyCart(by));
    order = (await by.ok('get_order', { order_id })).data;
    const first = await theLink();
    await portalCommand('shop', 'renew-links');
    expect(await opened(first)).toEqual(GONE);
    const second = await theLink();
    expect(second).not.toBe(first);
    expect(await opened(second)).toEqual(OPEN);
    const { data } = await by.ok('get_order', { order_id: ended.id });
    expect(await opened(data.permalink_url)).toEqual(GONE);
    const third = await portalCommand('orders', 'link', order.id, '--renew');
    expect(await Promise.all([second, third].map(opened))).toEqual([GONE, OPEN]);
  });

  test('are replaced without changing the link of an open cart', async () => {
    const { data } = await by.ok('get_cart', {});
    await portalCommand('shop', 'renew-links');
    expect((await fetch(data.continue_url)).status).toBe(200);
  });

  test('expire at the configured time after the last change of the order', async () => {
    const link = await theLink();
    clock.advance(400 * DAY);
    expect(await opened(link)).toEqual(OPEN);
    await changeSettings(portal, { order_link_days: 30 });
    expect(await opened(link)).toEqual(GONE);
    await by.ok('hold_order', { order_id: order.id });
    expect(await opened(link)).toEqual(OPEN);
    clock.advance(30 * DAY - 1);
    expect(await opened(link)).toEqual(OPEN);
    clock.advance(1);
    expect(await opened(link)).toEqual(GONE);
  });
});
