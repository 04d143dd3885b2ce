import { afterAll, beforeAll, expect, test } from 'vitest';
import { volume } from '../support/volume.js';
import { PAYMENT, ready } from './bodies.js';
import { call, type UcpPortal, ucpPortal } from './platform.js';

const VERSION = '2026-08-25';

let shop: UcpPortal;
beforeAll(async () => {
  shop = await ucpPortal(VERSION);
});
afterAll(() => shop.portal.close());

const send = (method: string, path: string, body?: unknown) =>
  call(shop, VERSION, method, path, { key: shop.key, body });

test('updates, payments and cancels at once end in one state, and what was paid is what was answered', async () => {
  for (let round = 0; round < volume(4, 100); round += 1) {
    const { json } = await send('POST', '/checkout-sessions', ready(1));
    const path = `/checkout-sessions/${json.id}`;
    const answers = await Promise.all([
      send('PUT', path, ready(2)),
      send('POST', `${path}/complete`, PAYMENT),
      send('PUT', path, ready(3)),
      send('POST', `${path}/complete`, PAYMENT),
      ...(round % 2 === 0 ? [send('POST', `${path}/cancel`)] : []),
    ]);
    expect(answers.map(({ status }) => status).filter((status) => status !== 200)).toEqual([]);
    const { json: end } = await send('GET', path);
    const completed = answers.filter(({ json: one }) => one.status === 'completed');
    const orders = new Set(completed.map(({ json: one }) => one.order.id));
    expect(orders.size).toBe(end.status === 'completed' ? 1 : 0);
    if (end.status !== 'completed') continue;
    const order = await shop.portal.app.store.read((rows) => rows.get('order', end.order.id));
    expect(order?.totals.at(-1)?.amount).toBe(end.totals.at(-1).amount);
    for (const { json: one } of completed) expect(one.totals).toEqual(end.totals);
  }
});
