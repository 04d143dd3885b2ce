import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { staffCaller } from '../../src/calls/staff-caller.js';
import { required } from '../../src/domain/values/required.js';
import { shopOrderOperation } from '../../src/pages/desk/desk-operations.js';
import { findSession } from '../../src/sign-in/sessions.js';
import { PORTLAND, placeOrder, readyCart, shippedCart, shopper } from '../actors/shopper.js';
import { tokenIn, Visitor } from '../actors/visitor.js';
import type { MailScene } from '../mail/mail-scene.js';
import { run } from '../support/program.js';
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

test('shows the second of two people what the first one changed, and changes nothing', async () => {
  const buyer = shopper(scene.portal);
  const order = await placeOrder(buyer, await readyCart(buyer));
  const [first, second] = [await signIn(scene, await known('first')), await signIn(scene, await known('second'))];
  const path = `/desk/${scene.portal.demo.shop_id}/orders/${order}`;
  const [one, other] = [await first.get(path), await second.get(path)];
  expect((await first.submit(one, `../../..${path}/hold`, { reason: 'Address unclear' })).status).toBe(200);
  const answer = await second.submit(other, `../../..${path}/note`, { note: 'Mine' });
  expect(answer.status).toBe(409);
  expect(answer.text).toMatch(/The latest change is by first@merchant\.example\.test: Put on hold/);
  const row = await scene.portal.app.store.read((rows) => rows.get('order', order));
  expect(row).toMatchObject({ status: 'on_hold' });
  expect(row?.note).toBeUndefined();
});

describe('of a changed order and a new address', () => {
  const moved = { ...PORTLAND, street_address: '12 New Street' };
  const address = Object.fromEntries(Object.entries(moved).map(([name, text]) => [`destination.${name}`, text]));

  /** An order that two people have seen, and what each of them sends. */
  async function seenByTwo() {
    const buyer = shopper(scene.portal);
    const order = await placeOrder(buyer, await shippedCart(buyer));
    const name = crypto.randomUUID();
    const people = [await known(`edits-${name}`), await known(`moves-${name}`)] as const;
    const [one, other] = [await signIn(scene, people[0]), await signIn(scene, people[1])];
    const path = `/desk/${scene.portal.demo.shop_id}/orders/${order}`;
    const [first, second] = [await one.get(path), await other.get(path)];
    return {
      people,
      edit: () => one.submit(first, `../../..${path}/edit`, { 'edit.mug': '1', request: `edit ${name}` }),
      move: () => other.submit(second, `../../..${path}/address`, { ...address, request: `move ${name}` }),
      read: async () => required(await scene.portal.app.store.read((rows) => rows.get('order', order)), 'order'),
    };
  }

  async function stateOf({ read }: Awaited<ReturnType<typeof seenByTwo>>) {
    const { adjustments, fulfillment } = await read();
    const street = fulfillment.expectations[0]?.destination?.street_address;
    return { canceled: adjustments.length, street };
  }
  const EDITED = { canceled: 1, street: PORTLAND.street_address };
  const MOVED = { canceled: 0, street: moved.street_address };

  test.each(['edit', 'move'] as const)('the second sees the first (%s), and overwrites nothing', async (first) => {
    const seen = await seenByTwo();
    const second = first === 'edit' ? 'move' : 'edit';
    expect((await seen[first]()).status).toBe(200);
    const { status, text } = await seen[second]();
    const [who, action] = first === 'edit' ? [seen.people[0], '[\\w ]+'] : [seen.people[1], 'Address changed'];
    expect(status).toBe(409);
    expect(text).toMatch(new RegExp(`The latest change is by ${who.replaceAll('.', '\\.')}: ${action}`));
    expect(await stateOf(seen)).toEqual(first === 'edit' ? EDITED : MOVED);
  });

  test('at the same time, one is stored as a whole and the other is not', async () => {
    for (let round = 0; round < 3; round += 1) {
      const seen = await seenByTwo();
      const [edited, changed] = await Promise.all([seen.edit(), seen.move()]);
      expect([edited.status, changed.status].sort()).toEqual([200, 409]);
      expect(await stateOf(seen)).toEqual(edited.status === 200 ? EDITED : MOVED);
    }
  });
});

test('a role that is removed between the check of a call and its write changes nothing', async () => {
  const email = await known('leaving');
  const visitor = await signIn(scene, email);
  const { app, demo, commandEnv } = scene.portal;
  const buyer = shopper(scene.portal);
  const order = await placeOrder(buyer, await readyCart(buyer));
  const token = required(visitor.cookies.get('__Host-session'), 'cookie');
  const found = await app.store.read((rows) => findSession(rows, token, scene.clock.now()));
  const { session, roles } = required(found, 'session');
  const caller = staffCaller(session, required(roles[0], 'role'));
  const call = {
    authenticate: async () => caller,
    readInput: async () => {
      await run(['staff', 'remove', email], commandEnv);
      return { shop_id: demo.shop_id, order_id: order };
    },
  };
  await expect(app.invoke(shopOrderOperation('hold_shop_order'), call)).rejects.toMatchObject({ code: 'unauthorized' });
  expect((await app.store.read((rows) => rows.get('order', order)))?.status).toBe('processing');
});

test('a code that is sent several times at once begins one session', async () => {
  const email = await known('twice');
  const visitor = new Visitor(scene.portal);
  const page = await enterAddress(visitor, email);
  const { code } = await mailFor(scene, page);
  const form = await visitor.get(page.path);
  const token = tokenIn(form);
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
