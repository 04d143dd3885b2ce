import { isDeepStrictEqual } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ACTIONS } from '../../src/pages/desk/actions.js';
import { orderOnAccount, placeOrder, readyCart, shippedCart, shopper } from '../actors/shopper.js';
import type { Visited, Visitor } from '../actors/visitor.js';
import type { MailScene } from '../mail/mail-scene.js';
import { changeSettings } from '../support/tenants.js';
import { crawlDesk, formsOf, kindOf, type PageForm } from './page-forms.js';
import { addStaff, OWNER, openDeskScene, signIn } from './scene.js';

/** Sends every form of the desk so that it is rejected. A new form is sent by itself. */

let scene: MailScene;
let owner: Visitor;
let pages: readonly Visited[];
beforeAll(async () => {
  scene = await openDeskScene();
  owner = await signIn(scene, OWNER);
  await addStaff(scene, 'grace@merchant.example.test', 'orders');
  const desk = `/desk/${scene.portal.demo.shop_id}`;
  const orders: Visited[] = [];
  for (const order of await variousOrders()) orders.push(await owner.get(`${desk}/orders/${order}`));
  pages = [...orders, ...(await crawlDesk(owner, desk))];
});
afterAll(() => scene.portal.close());

/** Places orders that together allow every action. */
async function variousOrders(): Promise<string[]> {
  const { portal } = scene;
  const buyer = shopper(portal);
  const toShip = await placeOrder(buyer, await shippedCart(buyer));
  const onAccount = await orderOnAccount(buyer, await readyCart(buyer));
  const requested = await placeOrder(buyer, await readyCart(buyer));
  const { status } = await portal.request('POST', `/api/commerce/orders/${requested}/requests`, {
    body: { type: 'cancel', reason: 'Found another' },
  });
  expect(status).toBe(200);
  await changeSettings(portal, { payment_capture: 'on_shipment' });
  const uncaptured = await placeOrder(buyer, await readyCart(buyer));
  await changeSettings(portal, { payment_capture: 'at_once' });
  const shipped = await placeOrder(buyer, await readyCart(buyer));
  const page = await owner.get(`/desk/${portal.demo.shop_id}/orders/${shipped}`);
  const ship = formsOf(page).find(({ path }) => path.endsWith('/ship'));
  if (!ship) throw new Error('the order cannot be shipped');
  await owner.post(ship.path, { ...ship.fields, 'units.tee': '0', tracking_number: '1Z999' });
  return [toShip, onAccount, requested, uncaptured, shipped];
}

/** Bulk shipping reports each order; the preview of settings is beside their form. */
const SHOWN_OTHERWISE = /\/(ship-orders|preview\/\w+)$/;

/** Returns one form of each kind that an operation can reject, and in which people enter something. */
function rejectableForms(): PageForm[] {
  const forms = pages.flatMap((page) => formsOf(page)).filter(({ fields, typed }) => 'request' in fields && typed[0]);
  const byKind = new Map(forms.map((form) => [kindOf(form.path), form]));
  return [...byKind.values()].filter(({ path }) => !SHOWN_OTHERWISE.test(path));
}

/** Fills each field with something else than the page shows. */
function entriesOf({ page, fields, typed, boxes, choices }: PageForm): Record<string, string> {
  const { text } = pages.find(({ path }) => path === page) ?? { text: '' };
  const secrets = typed.filter((name) => text.includes(`name="${name}" type="password"`));
  const entries: Record<string, string> = { ...fields };
  for (const [index, name] of typed.entries()) entries[name] = secrets.includes(name) ? '' : `kept "${index}"`;
  for (const [name, values] of Object.entries(choices)) entries[name] = values.at(-1) ?? '';
  for (const name of boxes) {
    if (name in fields) delete entries[name];
    else entries[name] = '1';
  }
  return entries;
}

test('finds the forms of every action on orders, and of the other parts', () => {
  const kinds = rejectableForms().map(({ path }) => kindOf(path).replaceAll(/^\/desk\/:id|\?$/g, ''));
  const withoutEntries = ['release', 'link'];
  for (const action of Object.keys(ACTIONS))
    if (!withoutEntries.includes(action)) expect(kinds).toContain(`/orders/:id/${action}`);
  for (const path of ['/settings/general', '/items/new', '/items/:id/details', '/items/:id/stock', '/drafts/new'])
    expect(kinds).toContain(path);
  for (const path of ['/access/add_staff', '/access/create_key', '/access/add_webhook', '/discount/save'])
    expect(kinds).toContain(path);
});

test('keeps the entries of every form that is rejected', async () => {
  const lost: string[] = [];
  for (const form of rejectableForms()) {
    const entries = entriesOf(form);
    // No operation accepts a key of this length.
    const answer = await owner.post(form.path, { ...entries, request: 'x'.repeat(256) });
    expect({ path: form.path, status: answer.status }).toEqual({ path: form.path, status: 400 });
    const { form_token: _token, request: _request, ...kept } = entries;
    const shown = formsOf({ ...answer, path: form.page })
      .filter(({ path }) => path === form.path)
      .map(({ fields: { form_token, request, ...fields } }) => fields);
    const isShown = (fields: Readonly<Record<string, string>>) => isDeepStrictEqual({ ...fields }, { ...kept });
    if (!shown.some(isShown)) lost.push(`${form.path}: ${JSON.stringify({ kept, shown })}`);
  }
  expect(lost).toEqual([]);
});
