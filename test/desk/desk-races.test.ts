import { afterAll, beforeAll, expect, test } from 'vitest';
import { required } from '../../src/domain/values/required.js';
import { placeOrder, readyCart, shopper } from '../actors/shopper.js';
import { Visitor } from '../actors/visitor.js';
import type { MailScene } from '../mail/mail-scene.js';
import { addStaff, codePath, enterAddress, mailFor, OWNER, openDeskScene, signIn } from './scene.js';

/** Tests what people do at the same moment. */

let scene: MailScene;
beforeAll(async () => {
  scene = await openDeskScene();
});
afterAll(() => scene.portal.close());

const MANY = 8;
const together = <T>(run: (index: number) => Promise<T>) => Promise.all(Array.from({ length: MANY }, (_, i) => run(i)));

async function known(name: string): Promise<string> {
  const email = `${name}@merchant.example.test`;
  await addStaff(scene, email, 'orders');
  return email;
}

test('of several people who change an order that all have seen, one succeeds', async () => {
  const buyer = shopper(scene.portal);
  const order = await placeOrder(buyer, await readyCart(buyer));
  const visitor = await signIn(scene, OWNER);
  const path = `/desk/${scene.portal.demo.shop_id}/orders/${order}`;
  const page = await visitor.get(path);
  const pages = await together((index) =>
    visitor.submit(page, `../../..${path}/note`, { note: `Note ${index}`, request: `request ${index}` }),
  );
  const statuses = pages.map(({ status }) => status).sort();
  expect(statuses).toEqual([200, ...Array(MANY - 1).fill(409)]);
  const history = await scene.portal.app.store.list('audit_events', { type: 'order', id: order }, undefined, 50);
  expect(history.entries.filter(({ action }) => action === 'order.note_set')).toHaveLength(1);
});

test('a code that is sent several times at once begins one session', async () => {
  const email = await known('twice');
  const visitor = new Visitor(scene.portal);
  const page = await enterAddress(visitor, email);
  const { code } = await mailFor(scene, page);
  const form = await visitor.get(page.path);
  const token = required(/name="form_token" value="([^"]+)"/.exec(form.text)?.[1], 'token');
  const fields = { code, form_token: token };
  const answers = await together(() => visitor.send('POST', `${page.path}/code`, fields));
  expect(answers.map(({ status }) => status).sort()).toEqual([303, ...Array(MANY - 1).fill(404)]);
});

test('wrong codes that are sent at once count each', async () => {
  const email = await known('guesser');
  const visitor = new Visitor(scene.portal);
  const page = await enterAddress(visitor, email);
  const { code } = await mailFor(scene, page);
  await together((index) => visitor.submit(page, codePath(page), { code: `x${index}` }));
  expect((await visitor.submit(page, codePath(page), { code })).status).toBe(404);
});

test('attempts that begin at once stay within the limit of the address', async () => {
  const email = await known('flooder');
  const pages = await together(() => enterAddress(new Visitor(scene.portal), email));
  expect(pages.map(({ status }) => status).sort()).toEqual([...Array(5).fill(200), ...Array(3).fill(429)]);
});
