import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readyCart, shopper } from '../actors/shopper.js';
import { startPortal, type TestPortal } from '../support/portal.js';
import { stillClock } from '../support/still-clock.js';
import { tableCounts } from '../support/table-counts.js';
import { anotherKey } from '../support/tenants.js';

const CURRENT = '/api/commerce/checkouts/current';

let portal: TestPortal;
beforeAll(async () => {
  portal = await startPortal();
});
afterAll(() => portal.close());

const head = (path: string, buyer: string) =>
  portal.request('HEAD', path, { headers: { 'x-buyer-id': buyer, 'idempotency-key': 'the same' } });

describe('HEAD', () => {
  it('returns the same headers as GET, and creates no cart', async () => {
    const before = await tableCounts(portal.database);
    const told = await head(CURRENT, 'head-1');
    expect([told.status, told.text]).toEqual([200, '']);
    expect(await tableCounts(portal.database)).toEqual(before);
    const made = await portal.request('GET', CURRENT, { headers: { 'x-buyer-id': 'head-1' } });
    for (const name of ['content-type', 'cache-control', 'etag'])
      expect([name, told.headers.get(name)]).toEqual([name, made.headers.get(name)]);
    expect(await tableCounts(portal.database)).toEqual(before);
    expect((await head(CURRENT, 'head-1')).headers.get('etag')).toBe(made.headers.get('etag'));
  });

  it('does not resolve an open payment, unlike GET', async () => {
    const by = shopper(portal, { buyer: 'head-2' });
    const { id: checkout_id, total } = await readyCart(by);
    const credential = { type: 'token', token: 'tok_pending' };
    const payment = { instruments: [{ id: 'i', handler_id: 'sandbox_card', type: 'card', credential }] };
    await by.ok('complete_checkout', { checkout_id, expected_total: total, payment });
    const asked: string[] = [];
    const [, card] = portal.app.handlers;
    if (!card) throw new Error('no card handler');
    const { status } = card;
    Object.assign(card, {
      status: (...[attempt, notes]: Parameters<typeof status>) => {
        asked.push(attempt.id);
        return status(attempt, notes);
      },
    });
    const before = await tableCounts(portal.database);
    expect((await head(`/api/commerce/checkouts/${checkout_id}`, 'head-2')).status).toBe(200);
    expect([asked, await tableCounts(portal.database)]).toEqual([[], before]);
    const { data } = await by.ok('get_checkout', { checkout_id });
    expect(asked).toHaveLength(1);
    const page = await portal.request('HEAD', new URL(data.continue_url).pathname, { key: null });
    expect([page.status, asked.length, await tableCounts(portal.database)]).toEqual([200, 1, before]);
    await portal.request('GET', new URL(data.continue_url).pathname, { key: null });
    expect(asked).toHaveLength(2);
  });

  it("does not record the key's last use, unlike GET", async () => {
    const clock = stillClock();
    const own = await startPortal({ clock });
    const { key, id } = await anotherKey(own, 'deployment');
    const uses = () => own.app.store.read((rows) => rows.get('api_key', id)?.last_used_at);
    const ask = (method: string) => own.request(method, CURRENT, { key });
    expect((await ask('HEAD')).status).toBe(200);
    expect(await uses()).toBeNull();
    expect((await ask('GET')).status).toBe(200);
    await expect.poll(uses).toBe(clock.now());
    await own.close();
  });

  it('returns the same status as GET for an absent object', async () => {
    const path = '/api/commerce/checkouts/chk_none';
    const { status } = await portal.request('GET', path);
    expect([(await head(path, 'head-3')).status, status]).toEqual([404, 404]);
  });
});
