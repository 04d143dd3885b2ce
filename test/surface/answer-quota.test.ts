import { rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { replacingWrites } from '../../src/calls/answer-bytes.js';
import { ANSWER_LIFETIME } from '../../src/calls/idempotency.js';
import { sweep } from '../../src/maintenance/sweep.js';
import { insertWrite } from '../../src/ports.js';
import { CARD, readyCart, type Shopper, shopper } from '../actors/shopper.js';
import { startPortal, type TestPortal } from '../support/portal.js';
import { stillClock } from '../support/still-clock.js';
import { changeStored, readStored } from '../support/stored.js';
import { readByteCounters, readRecordIds, sumResponseBytes } from '../support/stored-responses.js';
import { openSurface } from '../support/surfaces.js';
import { temporaryFolder } from '../support/temporary-folder.js';
import { anotherKey } from '../support/tenants.js';

/** The smallest quota, in bytes. */
const QUOTA = 2 ** 20;
const MUG = { line_items: [{ item: { id: 'enamel-mug' }, quantity: 1 }] };
const key = (value: string) => ({ 'idempotency-key': value });

let database: string;
let clock: ReturnType<typeof stillClock>;
let portal: TestPortal;
const start = (rateLimit: '0' | '1' = '1') =>
  startPortal({ database, clock, rateLimit, env: { PORTAL_ANSWER_QUOTA: '1' } });
beforeEach(async () => {
  database = join(temporaryFolder(), 'portal.db');
  clock = stillClock();
  portal = await start();
});
afterEach(async () => {
  await portal.close();
  rmSync(dirname(database), { recursive: true });
});

const buyer = (name: string) => shopper(portal, { buyer: name });
const cartOf = async (by: Shopper): Promise<string> => (await by.ok('get_cart', {})).data.id;

/** Returns the id of the demo's deployment key, whose quota the calls of buyers use. */
async function callerId({ app }: TestPortal = portal): Promise<string> {
  const keys = await app.store.list('api_keys', { organization_id: portal.demo.organization_id }, undefined, 10);
  return keys.entries.find(({ kind, name }) => kind === 'deployment' && name === 'demo')?.id ?? '';
}

/** Stores a record of `bytes` bytes, counted like the record of a call. */
async function fill(bytes: number, created_at = clock.now()): Promise<void> {
  const counted = { caller_id: await callerId(), bytes };
  const row = { id: `filling ${created_at}`, fingerprint: 'f', outcome: {}, ...counted, created_at, version: 0 };
  await portal.app.store.update(() => ({
    writes: [insertWrite('idempotency', row), ...replacingWrites(undefined, counted)],
    result: undefined,
  }));
}

describe("the size of an API key's stored responses", () => {
  it('counts stored responses to the byte: small, packed, interim, and from every surface', async () => {
    const by = buyer('ada');
    const cart = await readyCart(by);
    const done = { checkout_id: cart.id, expected_total: cart.total, payment: { instruments: [CARD] } };
    const { order } = (await by.ok('complete_checkout', done, key('paid'))).data;
    // The response is stored when the refund is requested, and again when its outcome is known.
    const adapter = await anotherKey(portal, 'deployment', { scopes: ['commerce', 'fulfillment'] });
    await shopper(portal, { key: adapter.key }).ok('cancel_order', { order_id: order.id }, key('over'));
    for (const name of ['a', 'b']) {
      const checkout_id = await cartOf(buyer(name));
      await buyer(name).ok('add_line_items', { checkout_id, ...MUG }, key(name));
      await buyer(name).ok('add_line_items', { checkout_id, ...MUG }, key(`${name}2`));
      await buyer(name).ok('add_line_items', { checkout_id, ...MUG }, key(`${name}2`));
    }
    const surface = await openSurface('mcp 2.x http', {
      url: portal.url,
      database,
      key: portal.demo.deployment_key,
      buyer: 'b',
    });
    const { body } = await surface.call('get_cart', {});
    await surface.call('add_line_items', { checkout_id: body.data.id, ...MUG, idempotency_key: 'm' });
    await surface.close();
    const counted = await readByteCounters(database);
    expect(counted).toEqual(await sumResponseBytes(database));
    expect(Object.keys(counted).sort()).toEqual([await callerId(), adapter.id].sort());
    expect(counted[await callerId()]).toBeGreaterThan(6 * 500);
  });

  it('counts each stored response once when two portals share a file and both sweep', async () => {
    const other = await start();
    const carts = await Promise.all(
      ['a', 'b', 'c', 'd'].map(async (name) => ({ name, id: await cartOf(buyer(name)) })),
    );
    const add = (at: TestPortal, name: string, checkout_id: string, repeat: string) =>
      shopper(at, { buyer: name, key: portal.demo.deployment_key }).ok(
        'add_line_items',
        { checkout_id, ...MUG },
        key(repeat),
      );
    await Promise.all(
      carts.flatMap(({ name, id }) => [
        ...['1', '2', '3'].map((repeat) => add(portal, name, id, repeat)),
        ...['1', '2', '4'].map((repeat) => add(other, name, id, repeat)),
      ]),
    );
    expect(await readByteCounters(database)).toEqual(await sumResponseBytes(database));
    clock.advance(ANSWER_LIFETIME - 1);
    await add(portal, 'a', await cartOf(buyer('a')), 'later');
    clock.advance(1);
    await Promise.all([sweep(portal.app.portal), sweep(other.app.portal)]);
    await other.close();
    expect(await readByteCounters(database)).toEqual(await sumResponseBytes(database));
    expect(Object.keys(await readByteCounters(database))).toHaveLength(1);
    clock.advance(ANSWER_LIFETIME);
    await sweep(portal.app.portal);
    expect([await readByteCounters(database), await sumResponseBytes(database)]).toEqual([{}, {}]);
  });

  it('counts the new response when an expired idempotency key is used again before the sweep, which then keeps it', async () => {
    const create = async () => {
      const sent = { key: portal.demo.organization_key, headers: key('k'), body: { name: 'C' } };
      return (await portal.request('POST', '/api/consumers', sent)).json.data.id;
    };
    const [first, repeated] = [await create(), await create()];
    clock.advance(ANSWER_LIFETIME);
    const second = await create();
    expect([repeated === first, second === first]).toEqual([true, false]);
    expect(await readByteCounters(database)).toEqual(await sumResponseBytes(database));
    // Simulates a sweep that has just searched for old responses.
    const ids = await readRecordIds(database);
    const store = Object.assign(Object.create(portal.app.store), { listOldAnswers: async () => ids });
    await sweep({ ...portal.app.portal, store });
    expect(await readRecordIds(database)).toEqual(ids);
    expect([ids.length, await create()]).toEqual([1, second]);
    expect(await readByteCounters(database)).toEqual(await sumResponseBytes(database));
  });
});

describe('a full quota for stored responses', () => {
  it('returns 429 for a new idempotency key, replays repeats, and accepts calls without such a key', async () => {
    const by = buyer('ada');
    const checkout_id = await cartOf(by);
    const first = await by.send('add_line_items', { checkout_id, ...MUG }, key('k'));
    await fill(QUOTA - Number(Object.values(await readByteCounters(database))[0]) - 1);
    await by.ok('add_line_items', { checkout_id, ...MUG }, key('the last one'));
    const refused = await by.send('add_line_items', { checkout_id, ...MUG }, key('new'));
    expect([refused.status, refused.json.error]).toEqual([429, 'rate_limited']);
    expect(refused.json.detail).toContain('fill its quota of 1 MiB; call without an idempotency key');
    expect(refused.headers.get('retry-after')).toBe('60');
    expect((await by.send('add_line_items', { checkout_id, ...MUG }, key('k'))).text).toBe(first.text);
    const { data } = await by.ok('add_line_items', { checkout_id, ...MUG });
    expect(data.line_items).toMatchObject([{ quantity: 3 }]);
    // Another API key has its own quota.
    await portal
      .request('POST', '/api/consumers', {
        key: portal.demo.organization_key,
        headers: key('other'),
        body: { name: 'C' },
      })
      .then(({ status }) => expect(status).toBe(200));
  });

  it('returns 429 before a payment begins', async () => {
    const by = buyer('ada');
    const { id, total } = await readyCart(by);
    await fill(QUOTA);
    const args = { checkout_id: id, expected_total: total, payment: { instruments: [CARD] } };
    expect((await by.send('complete_checkout', args, key('pay'))).status).toBe(429);
    expect((await by.ok('get_checkout', { checkout_id: id })).data.status).toBe('ready_for_complete');
    expect((await by.ok('complete_checkout', args)).data.status).toBe('completed');
  });

  it('lasts after a restart, until the sweep removes expired responses', async () => {
    await fill(QUOTA);
    await portal.close();
    portal = await start();
    const by = buyer('ada');
    const mug = { checkout_id: await cartOf(by), ...MUG };
    expect((await by.send('add_line_items', mug, key('k'))).status).toBe(429);
    clock.advance(ANSWER_LIFETIME);
    await sweep(portal.app.portal);
    const checkout_id = await cartOf(by);
    await by.ok('add_line_items', { checkout_id, ...MUG }, key('k'));
    expect(await readByteCounters(database)).toEqual(await sumResponseBytes(database));
  });

  it('has no effect when limits are off', async () => {
    await portal.close();
    portal = await start('0');
    await fill(QUOTA);
    const by = buyer('ada');
    await by.ok('add_line_items', { checkout_id: await cartOf(by), ...MUG }, key('k'));
  });
});

describe('a record written before bytes were counted', () => {
  it('is replayed, counts toward no quota, and is removed by the sweep', async () => {
    const by = buyer('ada');
    const checkout_id = await cartOf(by);
    const first = await by.send('add_line_items', { checkout_id, ...MUG }, key('k'));
    await asBefore(JSON.parse(first.text));
    expect(await readByteCounters(database)).toEqual({});
    await portal.close();
    portal = await start();
    const again = await buyer('ada').send('add_line_items', { checkout_id, ...MUG }, key('k'));
    expect([again.text, again.headers.get('idempotent-replayed')]).toEqual([first.text, 'true']);
    clock.advance(ANSWER_LIFETIME);
    await sweep(portal.app.portal);
    expect([await readByteCounters(database), await sumResponseBytes(database)]).toEqual([{}, {}]);
  });
});

/** Converts the only record to the form of an earlier version: an unpacked response without a byte count. */
async function asBefore(body: unknown): Promise<void> {
  const [row] = await readStored(database, 'SELECT body FROM idempotency');
  const { caller_id: _caller, bytes: _bytes, ...kept } = JSON.parse(String(row?.body));
  const earlier = JSON.stringify({ ...kept, outcome: { answer: { body, version: 2 } } });
  await changeStored(database, 'UPDATE idempotency SET body = $1', earlier);
  await changeStored(database, `DELETE FROM counter WHERE name = 'answer_bytes'`);
}
