import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isInRole, ROLE_NAMES, type Role } from '../../src/domain/tenant/roles.js';
import { placeOrder, readyCart, type Shopper, shopper } from '../actors/shopper.js';
import { tokenIn, type Visited, type Visitor } from '../actors/visitor.js';
import type { MailScene } from '../mail/mail-scene.js';
import { openDeskScene, signInEachRole } from './scene.js';

/** Tests the answers to buyers' requests, and the settings, at the desk. */

const MINUTE = 60_000;

let scene: MailScene;
let buyer: Shopper;
let desk: string;
/** Returns the signed-in person of a role. */
let inRole: (role: Role) => Visitor;
beforeAll(async () => {
  scene = await openDeskScene();
  buyer = shopper(scene.portal);
  desk = `/desk/${scene.portal.demo.shop_id}`;
  inRole = await signInEachRole(scene);
});
afterAll(() => scene.portal.close());

const rowOf = (order: string) => scene.portal.app.store.read((rows) => rows.get('order', order));
const shop = () => scene.portal.app.store.read((rows) => rows.get('shop', scene.portal.demo.shop_id));

async function requestedOrder(): Promise<string> {
  const order = await placeOrder(buyer, await readyCart(buyer));
  const { status } = await scene.portal.request('POST', `/api/commerce/orders/${order}/requests`, {
    body: { type: 'cancel', reason: 'Found <b>another</b>' },
  });
  expect(status).toBe(200);
  return order;
}

async function answer(visitor: Visitor, order: string, fields: Record<string, string>): Promise<Visited> {
  const row = await rowOf(order);
  const [request] = row?.requests ?? [];
  return visitor.post(`${desk}/orders/${order}/answer`, {
    ...{ form_token: tokenIn(await visitor.get('/desk')), version: String(row?.version) },
    ...{ request_id: request?.id ?? '', request: order, ...fields },
  });
}

describe.each(ROLE_NAMES)('the role %s', (role) => {
  test('sees and answers requests, and changes settings, as its scopes say', async () => {
    const visitor = inRole(role);
    const order = await requestedOrder();
    const { text } = await visitor.get(desk);
    expect(text.includes('Requests of buyers')).toBe(isInRole(role, 'orders:read'));
    const mayAnswer = isInRole(role, 'orders:money');
    expect((await answer(visitor, order, { decision: 'accept' })).status).toBe(mayAnswer ? 200 : 403);
    expect((await rowOf(order))?.status).toBe(mayAnswer ? 'canceled' : 'processing');
    const mayConfigure = isInRole(role, 'shops');
    const before = await shop();
    expect((await visitor.get(`${desk}/settings/general`)).status).toBe(mayConfigure ? 200 : 403);
    if (mayConfigure) return;
    const fields = {
      form_token: tokenIn(await visitor.get('/desk')),
      version: String(before?.version),
      currency: 'EUR',
    };
    expect((await visitor.post(`${desk}/settings/general`, fields)).status).toBe(403);
    expect(await shop()).toEqual(before);
  });
});

test("shows the buyer's words as text, and refuses only with an answer", async () => {
  const order = await requestedOrder();
  const visitor = inRole('orders');
  const page = await visitor.get(`${desk}/orders/${order}`);
  expect(page.text).toMatch(/<strong>Cancel<\/strong> the whole order/);
  expect(page.text).toContain('Found &lt;b&gt;another&lt;/b&gt;');
  const silent = await answer(visitor, order, { decision: 'refuse', request: 'silent' });
  expect([silent.status, silent.text.includes('is required to refuse')]).toEqual([400, true]);
  await answer(visitor, order, { decision: 'refuse', reason: 'Already packed' });
  expect((await rowOf(order))?.requests).toMatchObject([{ status: 'refused', answer: 'Already packed' }]);
  expect((await visitor.get(`${desk}/orders/${order}`)).text).toContain('Request refused');
});

/** Returns the fields of a settings page as a browser sends them. */
function fieldsOf({ text }: Visited): Record<string, string> {
  const form = text.slice(text.indexOf('class="narrow"')).split('</form>', 1)[0] ?? '';
  const fields: Record<string, string> = {};
  for (const [, attributes = ''] of form.matchAll(/<input ([^>]*)>/g)) {
    const [name = '', value = ''] = ['name', 'value'].map(
      (one) => new RegExp(`${one}="([^"]*)"`).exec(attributes)?.[1],
    );
    if (!attributes.includes('checkbox') || attributes.includes(' checked')) fields[name] = value;
  }
  for (const [, name = '', value = ''] of form.matchAll(/<textarea [^>]*name="([^"]*)"[^>]*>([^<]*)<\/textarea>/g))
    fields[name] = value.replaceAll('&quot;', '"').replaceAll('&#39;', "'").replaceAll('&amp;', '&');
  for (const [, name = '', options = ''] of form.matchAll(/<select [^>]*name="([^"]*)"[^>]*>(.*?)<\/select>/gs))
    fields[name] = /value="([^"]*)" selected/.exec(options)?.[1] ?? '';
  return fields;
}

test.each(['general', 'look', 'taxes', 'delivery', 'payments', 'mail', 'more'])(
  'saves the settings of the section %s as its form shows them',
  async (section) => {
    const owner = inRole('owner');
    const before = (await shop())?.settings;
    const saved = await owner.post(
      `${desk}/settings/${section}`,
      fieldsOf(await owner.get(`${desk}/settings/${section}`)),
    );
    expect(saved).toMatchObject({ status: 200, path: `${desk}/settings/${section}` });
    expect((await shop())?.settings).toMatchObject({ ...before });
  },
);

test('saves a section of the settings, shows a stale form the present ones, and explains what is not valid', async () => {
  const owner = inRole('owner');
  const path = `${desk}/settings/mail`;
  const stale = fieldsOf(await owner.get(path));
  await owner.post(path, { ...stale, 'mail.low_stock': '4', 'mail.reply_to': 'shop@merchant.example.test' });
  expect((await shop())?.settings.mail).toMatchObject({ low_stock: 4, reply_to: 'shop@merchant.example.test' });
  const second = await owner.post(path, { ...stale, 'mail.low_stock': '9', request: 'of another window' });
  expect([second.status, second.text.includes('Somebody else changed the settings')]).toEqual([409, true]);
  const wrong = await owner.post(path, { ...fieldsOf(await owner.get(path)), 'mail.reply_to': 'nobody' });
  expect([wrong.status, wrong.text.includes('mail.reply_to')]).toEqual([400, true]);
  expect((await owner.post(path, { ...stale, form_token: '' })).status).toBe(403);
  expect((await shop())?.settings.mail).toMatchObject({ low_stock: 4 });
  expect((await owner.get(`${desk}/settings/none`)).status).toBe(404);
});

test('asks for a recent sign-in before a request is answered', async () => {
  const order = await requestedOrder();
  scene.clock.advance(15 * MINUTE);
  const visitor = inRole('owner');
  expect((await visitor.get(`${desk}/orders/${order}`)).text).not.toContain(`${order}/answer"`);
  expect((await answer(visitor, order, { decision: 'accept' })).path).toMatch(/^\/sign-in\?confirm=1/);
  expect((await rowOf(order))?.status).toBe('processing');
});
