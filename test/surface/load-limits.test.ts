import { afterEach, describe, expect, it } from 'vitest';
import type { Call } from '../../src/calls/call.js';
import type { Operation } from '../../src/calls/define.js';
import { getItem } from '../../src/operations/catalog/get-item.js';
import { addLineItems } from '../../src/operations/checkout/add-line-items.js';
import { cancelCheckout } from '../../src/operations/checkout/cancel-checkout.js';
import { getCart } from '../../src/operations/checkout/get-cart.js';
import { OPERATIONS } from '../../src/operations/index.js';
import { cartOf } from '../actors/purchase.js';
import { shopper } from '../actors/shopper.js';
import { seriesValue } from '../metrics/metric-text.js';
import { startPortal, type TestPortal } from '../support/portal.js';
import { rawConnections } from '../support/raw-connections.js';
import { requestText } from '../support/raw-http.js';
import { stillClock } from '../support/still-clock.js';
import { anotherKey } from '../support/tenants.js';

let portal: TestPortal;
afterEach(() => portal.close());
const open = rawConnections(() => portal.url);

async function rejects(reason: string): Promise<number> {
  const { text } = await portal.request('GET', '/metrics', { key: null });
  return seriesValue(text, `portal_rejects_total{reason="${reason}"}`);
}

const MUG = { line_items: [{ item: { id: 'enamel-mug' }, quantity: 1 }] };

describe('the queue of writes', () => {
  it('rejects writes, but not reads, with Retry-After as long as writes would wait too long', async () => {
    portal = await startPortal({ env: { PORTAL_WRITE_WAIT_SECONDS: '2' } });
    const by = shopper(portal, { buyer: 'b' });
    const checkout_id = await cartOf(by);
    const queue = { jobs: 900, wait: 2_001 };
    Object.defineProperty(portal.app.store.commitStats, 'queue', { get: () => queue });
    const refused = await by.send('add_line_items', { checkout_id, ...MUG });
    expect([refused.status, refused.headers.get('retry-after'), refused.json]).toEqual([
      503,
      '3',
      { error: 'unavailable', detail: 'More writes are waiting than the database accepts at the moment; try again.' },
    ]);
    await by.ok('get_checkout', { checkout_id });
    expect(await rejects('write_queue')).toBe(1);
    queue.wait = 2_000;
    await by.ok('add_line_items', { checkout_id, ...MUG });
  });

  it('checks the queue for every operation that can write, before reading its input', async () => {
    portal = await startPortal({ env: { PORTAL_WRITE_WAIT_SECONDS: '2' } });
    const { app, demo } = portal;
    Object.defineProperty(app.store.commitStats, 'queue', { value: { jobs: 900, wait: 2_001 } });
    const caller = await app.authenticate({ key: demo.deployment_key, buyerId: undefined, address: undefined });
    const outcome = (operation: Operation) =>
      app
        .invoke(operation, {
          authenticate: async () => ({ ...caller, scopes: new Set([operation.scope]) }),
          readInput: () => Promise.reject(new Error('the input was read')),
        })
        .catch((error: Error) => error.message);
    for (const operation of OPERATIONS) {
      const expected = operation.effect === 'read' ? 'the input was read' : 'More writes are waiting';
      expect(await outcome(operation), operation.name).toContain(expected);
    }
  });
});

describe('requests of one organization', () => {
  it('are limited across its keys, and costly ones count several times', async () => {
    portal = await startPortal({
      rateLimit: '1',
      env: { PORTAL_ORGANIZATION_RATE: '1' },
      clock: stillClock(),
    });
    const keys = [portal.demo.deployment_key, (await anotherKey(portal, 'deployment')).key];
    const statuses: number[] = [];
    for (const key of [...keys, ...keys])
      statuses.push((await portal.request('GET', '/api/commerce/items', { key })).status);
    expect(statuses).toContain(429);
    const [key] = keys;
    const { status, headers, json } = await portal.request('GET', '/api/commerce/items', { key: key ?? '' });
    expect([status, json.error]).toEqual([429, 'rate_limited']);
    expect(json.detail).toContain('keys of this organization');
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await rejects('organization_rate')).toBeGreaterThan(0);
  });
});

describe('a call whose client has disconnected', () => {
  const gone = (input: unknown): Call => ({
    authenticate: () =>
      portal.app.authenticate({ key: portal.demo.deployment_key, buyerId: undefined, address: undefined }),
    readInput: async () => input,
    isGone: () => true,
  });

  it('is aborted if it reads, and finished if it writes', async () => {
    portal = await startPortal();
    await expect(portal.app.invoke(getItem, gone({ item_id: 'enamel-mug' }))).rejects.toMatchObject({
      code: 'unavailable',
    });
    const present = { ...gone({}), isGone: () => false };
    const { answer } = await portal.app.invoke(getCart, present);
    const { data } = JSON.parse(JSON.stringify(answer.body));
    await portal.app.invoke(addLineItems, gone({ checkout_id: data.id, ...MUG }));
    expect((await shopper(portal).ok('get_cart', {})).data.line_items).toHaveLength(1);
    // Deletes are writes too.
    await portal.app.invoke(cancelCheckout, gone({ checkout_id: data.id }));
    expect((await shopper(portal).ok('get_checkout', { checkout_id: data.id })).data.status).toBe('canceled');
  });
});

describe('the memory for request bodies', () => {
  it('rejects a body with 503 if it is larger than the memory left', async () => {
    portal = await startPortal({ env: { PORTAL_MAX_BODY_MIB: '8' } });
    const { organization_key, shop_id } = portal.demo;
    const headers = {
      'x-api-key': organization_key,
      'content-length': String(5 * 2 ** 20),
      'content-type': 'application/json',
    };
    const begun = requestText(`/api/shops/${shop_id}/items/import`, headers, 'POST');
    const [first, second] = [await open(), await open()];
    first.send(begun);
    // No other request of the test is in flight.
    await expect.poll(() => portal.metrics.text()).toContain('portal_requests_in_progress 1');
    second.send(begun);
    expect(await second.answers(1)).toContain('503 Service Unavailable');
    expect(await rejects('bodies')).toBe(1);
  });
});
