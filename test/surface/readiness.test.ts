import DatabaseConstructor, { type Database } from 'better-sqlite3';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { shopper } from '../actors/shopper.js';
import { startPortal, type TestPortal } from '../support/portal.js';

let portal: TestPortal;
afterEach(async () => {
  vi.restoreAllMocks();
  await portal.close();
});

/** Starts a portal. Returns the connection of its store. */
async function started(): Promise<Database> {
  const connections = new Set<Database>();
  const { prepare } = DatabaseConstructor.prototype;
  vi.spyOn(DatabaseConstructor.prototype, 'prepare').mockImplementation(function (this: Database, text: string) {
    connections.add(this);
    return prepare.call(this, text);
  });
  portal = await startPortal();
  // The connection to the template of the database has been closed by now.
  const connection = [...connections].find(({ open }) => open);
  if (!connection) throw new Error('the store prepared nothing');
  return connection;
}

const ready = () => portal.request('GET', '/readyz', { key: null });
/** Makes the first write to a buyer's cart. */
const cart = async (buyer: string) => {
  const by = shopper(portal, { buyer });
  const { data } = await by.ok('get_cart', {});
  return by.send('set_buyer', { checkout_id: data.id, buyer: { email: 'ada@example.com' } });
};

describe('/readyz', () => {
  it('returns 503 while writes fail, which is logged in few lines, but reads and /healthz still work', async () => {
    const connection = await started();
    expect((await ready()).status).toBe(200);
    connection.pragma('query_only = ON');
    const refused = await Promise.all(Array.from({ length: 200 }, (_, n) => cart(`full-${n}`)));
    expect(new Set(refused.map(({ status }) => status))).toEqual(new Set([503]));
    const { status, json, headers } = await ready();
    expect([status, json.error, headers.get('retry-after')]).toEqual([503, 'unavailable', '1']);
    expect((await portal.request('GET', '/api/commerce/items')).status).toBe(200);
    expect((await portal.request('GET', '/healthz', { key: null })).status).toBe(200);
    const faults = portal.logged.filter((line) => line.includes('readonly database'));
    expect(faults.length).toBeLessThan(50);
    connection.pragma('query_only = OFF');
    expect((await cart('well')).status).toBe(200);
    expect((await ready()).status).toBe(200);
  });
});
