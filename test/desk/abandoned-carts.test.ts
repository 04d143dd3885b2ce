import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Checkout } from '../../src/domain/checkout/checkout.js';
import { isInRole, ROLE_NAMES, type Role } from '../../src/domain/tenant/roles.js';
import type { Visitor } from '../actors/visitor.js';
import type { MailScene } from '../mail/mail-scene.js';
import { addAbandonedCart } from '../support/tenants.js';
import { openDeskScene, signInEachRole } from './scene.js';

/** Tests the page of the carts that buyers left. */

const DAY = 24 * 60 * 60 * 1000;

let scene: MailScene;
let desk: string;
/** Returns the signed-in person of a role. */
let inRole: (role: Role) => Visitor;
beforeAll(async () => {
  scene = await openDeskScene();
  desk = `/desk/${scene.portal.demo.shop_id}`;
  inRole = await signInEachRole(scene);
});
afterAll(() => scene.portal.close());

const leave = (change: Partial<Checkout> = {}): Promise<string> =>
  addAbandonedCart(scene.portal, scene.portal.demo.deployment_id, 'enamel-mug', change);

const at = (age: number) => {
  const left = scene.clock.now() - age;
  return { created_at: left, updated_at: left };
};

describe.each(ROLE_NAMES)('the role %s', (role) => {
  test('finds and reads the abandoned carts if it may read orders', async () => {
    const visitor = inRole(role);
    const may = isInRole(role, 'orders:read');
    expect((await visitor.get(desk)).text.includes(`${desk.split('/').at(-1)}/abandoned-carts"`)).toBe(may);
    expect((await visitor.get(`${desk}/abandoned-carts`)).status).toBe(may ? 200 : 403);
  });
});

test('shows buyer, lines, value, payment, consent and link of a cart, as text', async () => {
  const platform = { profile: 'https://platform.example/profile', proven: true, consent: { marketing: true } };
  const buyer = { email: 'eve@example.com', full_name: 'Eve <b>Park</b>' };
  const id = await leave({ ...at(2 * DAY), buyer, platform, failed_payment: 'expired' });
  const { text, headers } = await inRole('read-only').get(`${desk}/abandoned-carts`);
  for (const shown of [
    'Eve &lt;b&gt;Park&lt;/b&gt;',
    'eve@example.com',
    '2 × Enamel camp mug $32.00',
    '$32.00 in the cart of this page',
    'The last payment was not completed in time.',
    'The buyer agreed to news and offers.',
    `/checkout/${id}.`,
  ])
    expect(text).toContain(shown);
  // The page has links of buyers, whose length compression would show.
  expect(headers.get('content-encoding')).toBeNull();
});

test('filters by the last change, and leads to the next page with the same filter', async () => {
  const visitor = inRole('orders');
  const old = await leave(at(20 * DAY));
  const recent = await Promise.all(Array.from({ length: 26 }, () => leave(at(3 * DAY))));
  const page = async (query: string) => (await visitor.get(`${desk}/abandoned-carts${query}`)).text;
  const carts = (text: string) => [...text.matchAll(/class="card" id="(\w[\w-]+)"/g)].map(([, id]) => id);
  expect(carts(await page('?days=1'))).toEqual([]);
  const first = await page('?days=7');
  const next = /href="[^"]*(\?[^"]*)" rel="next"/.exec(first)?.[1]?.replaceAll('&amp;', '&') ?? '';
  expect(new URLSearchParams(next).get('days')).toBe('7');
  const second = await page(next);
  const all = [...carts(first), ...carts(second)];
  for (const id of recent) expect(all).toContain(id);
  expect(all).not.toContain(old);
  expect(second).not.toContain('rel="next"');
  expect(first).toMatch(/aria-current="true">In the last 7 days</);
  const { status } = await visitor.get(`${desk}/abandoned-carts${next.replace('days=7', 'days=30')}`);
  expect(status).toBe(400);
});
