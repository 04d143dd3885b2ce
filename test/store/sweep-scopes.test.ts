import { join } from 'node:path';
import DatabaseConstructor from 'better-sqlite3';
import { expect, it } from 'vitest';
import { sweep } from '../../src/maintenance/sweep.js';
import type { Decision, Rows } from '../../src/ports.js';
import { systemIds } from '../../src/system.js';
import { WrappedStore } from '../support/wrapped-store.js';
import {
  checkoutRow,
  keyRow,
  linkCodeRow,
  NOW,
  OTHER_ORG,
  OTHER_SHOP,
  platformCartRow,
  put,
  recordRow,
  SHOP,
  write,
} from './sample-rows.js';
import { storeOfEach } from './store-of-each.js';

const place = storeOfEach();

/** Records the scopes of decisions that write. */
class ScopeStore extends WrappedStore {
  readonly scopes: (string | undefined)[] = [];

  override update<R>(decide: (rows: Rows) => Decision<R>, scope?: string): Promise<R> {
    this.scopes.push(scope);
    return this.inner.update(decide, scope);
  }
}

const later = NOW + 48 * 60 * 60 * 1000;
const clock = { now: () => later, sleep: async () => {} };

it('skips and reports a row that cannot be read, and changes the others', async () => {
  await write(
    place.store,
    ...['good', 'unreadable'].map((key) =>
      put('idempotency', { ...recordRow(key, 1), organization_id: 'org_1', caller_id: 'link:1', bytes: 0 }),
    ),
    put('link_code', { ...linkCodeRow('code'), organization_id: 'org_1' }),
  );
  const file = new DatabaseConstructor(join(place.folder, 'portal.db'));
  file.exec(`UPDATE idempotency SET body = 'null' WHERE key = 'unreadable'`);
  file.close();
  const skipped: string[] = [];
  const portal = { store: place.store, clock, ids: systemIds, retention: 0 };
  await sweep(
    portal,
    () => false,
    (key) => skipped.push(key),
  );
  expect(skipped).toEqual(['unreadable']);
  const left = await place.store.read((rows) => [
    ...rows.many('idempotency', ['good']).keys(),
    ...rows.many('link_code', ['code']).keys(),
  ]);
  expect(left).toEqual([]);
});

it('changes the expired rows of each organization in its scope', async () => {
  const theirShop = { ...OTHER_SHOP, id: 'shop_3', organization_id: OTHER_ORG.id };
  await write(
    place.store,
    ...[put('organization', OTHER_ORG), put('shop', theirShop)],
    ...[SHOP.id, theirShop.id].flatMap((shop_id) => [
      put('checkout', checkoutRow(`open ${shop_id}`, { shop_id, expires_at: NOW })),
      put('checkout', checkoutRow(`old ${shop_id}`, { shop_id, state: 'canceled' })),
      put('platform_cart', platformCartRow(`cart ${shop_id}`, { shop_id, expires_at: NOW })),
    ]),
    put('api_key', keyRow('their_key', { organization_id: OTHER_ORG.id })),
    put('idempotency', { ...recordRow('our answer', 1), organization_id: 'org_1', caller_id: 'link:1', bytes: 0 }),
    put('idempotency', { ...recordRow('their answer', 1), caller_id: 'their_key', bytes: 0 }),
    ...['org_1', 'org_2'].map((organization_id) =>
      put('link_code', { ...linkCodeRow(organization_id), organization_id }),
    ),
  );
  const store = new ScopeStore(place.store);
  await sweep({ store, clock, ids: systemIds, retention: 0 });
  expect([...store.scopes].sort()).toEqual([...Array(5).fill('org_1'), ...Array(5).fill('org_2')]);
  const left = await place.store.read((rows) => [
    ...rows.many('idempotency', ['our answer', 'their answer']).keys(),
    ...rows.many('link_code', ['org_1', 'org_2']).keys(),
    ...rows.many('platform_cart', [`cart ${SHOP.id}`, `cart ${theirShop.id}`]).keys(),
  ]);
  expect(left).toEqual([]);
});

it('removes events of payment providers after 30 days, each in the scope of its payments', async () => {
  const event = (id: string, change: object = {}) =>
    put('payment_event', { id, created_at: NOW, version: 0, ...change });
  await write(
    place.store,
    event('ours', { organization_id: 'org_1' }),
    event('of several'),
    event('new', { created_at: NOW + 1 }),
  );
  const store = new ScopeStore(place.store);
  const later = NOW + 30 * 24 * 60 * 60 * 1000;
  await sweep({ store, clock: { now: () => later, sleep: async () => {} }, ids: systemIds, retention: 0 });
  expect(store.scopes).toEqual([undefined, 'org_1']);
  const left = await place.store.read((rows) => [...rows.many('payment_event', ['ours', 'of several', 'new']).keys()]);
  expect(left).toEqual(['new']);
});

it('removes expired OAuth clients and tokens, and codes a day after their end', async () => {
  const stamps = { created_at: NOW, version: 0 };
  const client = (id: string, expires_at: number | null) =>
    put('oauth_client', {
      ...{ id, kind: 'registered', name: '', redirect_uris: [], secret_hash: null, expires_at },
      ...stamps,
    });
  const owner = { organization_id: SHOP.organization_id, grant_id: 'grt_1' };
  const code = (id: string, expires_at: number) =>
    put('oauth_code', {
      ...{ id, ...owner, client_id: 'c', redirect_uri: 'https://a.example', code_challenge: 'c', expires_at },
      ...stamps,
    });
  const token = (id: string, expires_at: number) =>
    put('oauth_token', { id, kind: 'refresh', ...owner, expires_at, ...stamps });
  const day = 24 * 60 * 60 * 1000;
  await write(
    place.store,
    put('api_key', keyRow('grt_1')),
    ...[client('old', later), client('used', later + 1), client('predefined', null)],
    ...[code('old', later - day), code('remembered', later - day + 1)],
    ...[token('old', later), token('live', later + 1)],
  );
  await sweep({ store: place.store, clock, ids: systemIds, retention: 0 });
  const left = await place.store.read((rows) => ({
    clients: [...rows.many('oauth_client', ['old', 'used', 'predefined']).keys()].sort(),
    codes: [...rows.many('oauth_code', ['old', 'remembered']).keys()],
    tokens: [...rows.many('oauth_token', ['old', 'live']).keys()],
  }));
  expect(left).toEqual({ clients: ['predefined', 'used'], codes: ['remembered'], tokens: ['live'] });
});
