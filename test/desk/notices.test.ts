import { afterAll, beforeAll, expect, test } from 'vitest';
import { required } from '../../src/domain/values/required.js';
import { placeOrder, readyCart } from '../actors/shopper.js';
import { type Visited, Visitor } from '../actors/visitor.js';
import type { MailScene } from '../mail/mail-scene.js';
import { run } from '../support/program.js';
import { addStaff, openDeskScene, sentMails, signIn } from './scene.js';

/** Tests the page on which staff choose their own notices. */

const EMAIL = 'grace@merchant.example.test';

let scene: MailScene;
let visitor: Visitor;
let path: string;
beforeAll(async () => {
  scene = await openDeskScene();
  path = `/desk/${scene.portal.demo.shop_id}/notices`;
  await addStaff(scene, EMAIL, 'orders');
  visitor = await signIn(scene, EMAIL);
});
afterAll(() => scene.portal.close());

/** Returns the boxes of the page, and those among them that are checked. */
function boxes({ text }: Pick<Visited, 'text'>) {
  const all = [...text.matchAll(/name="notice\.(\w+)" value="1"( checked)?>/g)];
  return {
    all: all.map(([, kind]) => required(kind, 'kind')),
    checked: all.filter(([, , checked]) => checked).map(([, kind]) => required(kind, 'kind')),
  };
}

const newOrders = () => sentMails(scene.folder).filter(({ to, text }) => to === EMAIL && text.includes('New order'));

test('starts with the defaults of the role, stores the choice, and returns to the defaults', async () => {
  const before = await visitor.get(path);
  const { all, checked } = boxes(before);
  expect(all).toContain('low_stock');
  const onRequest = ['low_stock', 'log_stopped', 'log_resumed'];
  expect(checked).toEqual(all.filter((kind) => !onRequest.includes(kind)));
  const saved = await visitor.submit(before, 'notices', { 'notice.low_stock': '1', 'notice.dead_delivery': '1' });
  expect(saved).toMatchObject({ status: 200, path: `${path}?saved` });
  expect(saved.text).toContain('role="status">Saved.');
  expect(boxes(saved).checked).toEqual(['low_stock']);
  expect(boxes(await visitor.submit(saved, 'notices', { defaults: '1' })).checked).toEqual(checked);
});

test('sends the chosen notices by mail', async () => {
  await visitor.submit(await visitor.get(path), 'notices', {});
  await placeOrder(scene.merchant, await readyCart(scene.merchant));
  await visitor.submit(await visitor.get(path), 'notices', { 'notice.new_order': '1' });
  await placeOrder(scene.merchant, await readyCart(scene.merchant));
  await expect.poll(() => newOrders().length).toBe(1);
});

test('confirms the address of a member who comes to the desk, again after each time they were added', async () => {
  const email = 'back@merchant.example.test';
  const { app, demo } = scene.portal;
  const isConfirmed = async () => {
    const { entries } = await app.store.list('staff', { organization_id: demo.organization_id }, undefined, 9);
    return (
      required(
        entries.find((one) => one.email === email),
        'staff',
      ).confirmed_at !== undefined
    );
  };
  await addStaff(scene, email, 'orders');
  expect(await isConfirmed()).toBe(false);
  const back = await signIn(scene, email);
  expect(await isConfirmed()).toBe(true);
  expect((await run(['staff', 'remove', email], scene.portal.commandEnv)).code).toBe(0);
  await addStaff(scene, email, 'orders');
  expect(await isConfirmed()).toBe(false);
  expect((await back.get(path)).path).toMatch(/^\/sign-in/);
  expect(await isConfirmed()).toBe(false);
  await signIn(scene, email);
  expect(await isConfirmed()).toBe(true);
});

test('changes nothing for a form of another page, or after the role has ended', async () => {
  const page = await visitor.get(path);
  const rejected = await visitor.post(path, { 'notice.low_stock': '1' });
  expect(rejected.status).toBe(403);
  expect(boxes(await visitor.get(path)).checked).toEqual(boxes(page).checked);
  const email = 'leaver@merchant.example.test';
  await addStaff(scene, email, 'books');
  const leaver = await signIn(scene, email);
  const own = await leaver.get(path);
  await run(['staff', 'remove', email], scene.portal.commandEnv);
  expect((await leaver.submit(own, 'notices', {})).status).toBe(404);
});

test('has its texts in five languages, and a link on the other pages', async () => {
  expect((await visitor.get(`/desk/${scene.portal.demo.shop_id}`)).text).toContain('/notices">My notices</a>');
  const titles = {
    de: 'Meine Benachrichtigungen',
    fr: 'Mes notifications',
    es: 'Mis avisos',
    it: 'I miei avvisi',
  };
  for (const [language, title] of Object.entries(titles)) {
    const other = new Visitor(scene.portal, language);
    other.cookies.set('__Host-session', visitor.cookies.get('__Host-session') ?? '');
    const { text } = await other.get(path);
    expect(text).toContain(`<html lang="${language}">`);
    expect(text).toContain(`<h1>${title}</h1>`);
  }
});
