import { expect, it } from 'vitest';
import type { Checkout } from '../../src/domain/checkout/checkout.js';
import type { OauthToken } from '../../src/domain/tenant/grant.js';
import { type IdPosition, type Page, type Position, type Put, StoreConflict, type Write } from '../../src/ports.js';
import type { Bench } from './conformance.js';
import {
  accountRow,
  agentRow,
  checkoutRow,
  consumerRow,
  DEPLOYMENT,
  GRANT,
  keyRow,
  linkCodeRow,
  NOW,
  ORG,
  OTHER_DEPLOYMENT,
  OTHER_ORG,
  OTHER_SHOP,
  platformCartRow,
  put,
  SHOP,
  write,
} from './sample-rows.js';
import { walk, walkInPages } from './walk.js';

type Stamped = Readonly<{ id: string; created_at: number; organization_id: string }>;

/** A list of one owner's rows, and a function that creates such a row. */
interface Listed {
  readonly name: string;
  readonly owner: string;
  readonly otherOwner: string;
  readonly make: (id: string, owner: string, created_at: number) => Put;
  readonly list: (bench: Bench, owner: string, after: Position | undefined, limit: number) => Promise<Page<Stamped>>;
}

const byOrganization = { owner: ORG.id, otherOwner: OTHER_ORG.id };
const LISTS: readonly Listed[] = [
  {
    ...{ name: 'consumers', ...byOrganization },
    make: (id, organization_id, created_at) => put('consumer', consumerRow(id, { organization_id, created_at })),
    list: ({ store }, organization_id, ...page) => store.list('consumers', { organization_id }, ...page),
  },
  {
    ...{ name: 'agents', ...byOrganization },
    make: (id, organization_id, created_at) => put('agent', agentRow(id, { organization_id, created_at })),
    list: ({ store }, organization_id, ...page) => store.list('agents', { organization_id }, ...page),
  },
  {
    ...{ name: 'keys', ...byOrganization },
    make: (id, organization_id, created_at) => put('api_key', keyRow(id, { organization_id, created_at })),
    list: ({ store }, organization_id, ...page) => store.list('api_keys', { organization_id }, ...page),
  },
  {
    ...{ name: 'grants', ...byOrganization },
    make: (id, organization_id, created_at) =>
      put('api_key', keyRow(id, { organization_id, created_at, grant: GRANT })),
    list: ({ store }, organization_id, ...page) => store.list('grants', { organization_id }, ...page),
  },
  {
    ...{ name: 'shops', owner: 'org_3', otherOwner: 'org_4' },
    make: (id, organization_id, created_at) => put('shop', { ...SHOP, id, organization_id, created_at }),
    list: ({ store }, organization_id, ...page) => store.list('shops', { organization_id }, ...page),
  },
  {
    ...{ name: 'deployments of a shop', owner: 'shop_3', otherOwner: 'shop_4' },
    make: (id, shop_id, created_at) => put('deployment', { ...DEPLOYMENT, id, shop_id, created_at }),
    list: ({ store }, shop_id, ...page) => store.list('deployments', { shop_id }, ...page),
  },
];

/** Requirements for the lists, keys, link codes and carts of organizations. */
export function tenantsSuite(bench: () => Bench): void {
  const seeded = (...writes: readonly Write[]) =>
    write(
      bench().store,
      ...[OTHER_ORG.id, 'org_3', 'org_4'].map((id) => put('organization', { ...OTHER_ORG, id })),
      ...['shop_3', 'shop_4'].map((id) => put('shop', { ...SHOP, id })),
      ...writes,
    );

  it.each(LISTS)('lists $name of each owner oldest first, ties by id', async (one) => {
    const { owner, otherOwner, make, list } = one;
    const rows = [make('b', owner, NOW + 1), make('c', owner, NOW), make('a', owner, NOW + 1)];
    await seeded(...rows, make('theirs', otherOwner, NOW));
    const ids = async (whose: string, limit: number) =>
      (await walkInPages(limit, (after: Position | undefined) => list(bench(), whose, after, limit))).map(
        ({ id }) => id,
      );
    for (const limit of [1, 2, 3, 100]) expect(await ids(owner, limit)).toEqual(['c', 'a', 'b']);
    expect(await ids(otherOwner, 1)).toEqual(['theirs']);
    expect(await ids('nobody', 1)).toEqual([]);
    const { entries } = await list(bench(), owner, undefined, 1);
    expect(entries).toEqual([{ ...rows[1]?.row, version: 1 }]);
  });

  it.each(LISTS)('lists $name each once while others are created', async ({ owner, make, list }) => {
    await seeded(...['a', 'b', 'c', 'd', 'e'].map((id, index) => make(id, owner, NOW + index)));
    const seen = await walkInPages(
      2,
      (after: Position | undefined) => list(bench(), owner, after, 2),
      (turn) => write(bench().store, make(`early${turn}`, owner, NOW - 1 - turn)),
    );
    expect(seen.map(({ id }) => id)).toEqual(['a', 'b', 'c', 'd', 'e']);
  });

  it('finds a key and its deployment by the hash of the key', async () => {
    const { store } = bench();
    const [bound, unbound] = [keyRow('key_1'), keyRow('key_2', { deployment_id: null })];
    await write(store, put('api_key', bound), put('api_key', unbound));
    const stored = { version: 1 };
    expect(await store.findKeyByHash('hash of key_1')).toEqual({
      key: { ...bound, ...stored },
      deployment: { ...DEPLOYMENT, ...stored },
    });
    expect(await store.findKeyByHash('hash of key_2')).toEqual({ key: { ...unbound, ...stored }, deployment: null });
    expect(await store.findKeyByHash('hash of key_9')).toBeUndefined();
  });

  it('finds a key and its deployment by an access token, but not by a refresh token', async () => {
    const { store } = bench();
    const key = keyRow('key_1');
    const token = (id: string, kind: OauthToken['kind']) =>
      put('oauth_token', {
        ...{ id, kind, organization_id: ORG.id, grant_id: 'key_1', expires_at: NOW + 7 },
        ...{ created_at: NOW, version: 0 },
      });
    await write(store, put('api_key', key), token('access', 'access'), token('refresh', 'refresh'));
    expect(await store.findKeyByToken('access')).toEqual({
      key: { ...key, version: 1 },
      deployment: { ...DEPLOYMENT, version: 1 },
      expires_at: NOW + 7,
    });
    expect(await store.findKeyByToken('refresh')).toBeUndefined();
    await write(store, { type: 'remove', table: 'oauth_token', key: 'access' });
    expect(await store.findKeyByToken('access')).toBeUndefined();
  });

  it('counts the shops of an organization', async () => {
    await seeded(put('shop', { ...SHOP, id: 'shop_9', organization_id: OTHER_ORG.id }));
    const counted = (organizationId: string) => bench().store.read((rows) => rows.find('countShops', organizationId));
    expect([await counted(ORG.id), await counted(OTHER_ORG.id), await counted('org_9')]).toEqual([4, 1, 0]);
    const decided = await bench().store.update((rows) => ({ writes: [], result: rows.find('countShops', ORG.id) }));
    expect(decided).toBe(4);
  });

  it.each([1, 2, 3])('lists the organizations and deployments of all tenants by id, %i at a time', async (limit) => {
    const { store } = bench();
    await write(store, put('organization', OTHER_ORG), put('deployment', { ...DEPLOYMENT, id: 'dep_0' }));
    const organizations = (after: IdPosition | undefined) => store.list('organizations', {}, after, limit);
    const deployments = (after: IdPosition | undefined) => store.list('all_deployments', {}, after, limit);
    expect((await walkInPages(limit, organizations)).map(({ id }) => id)).toEqual([ORG.id, OTHER_ORG.id]);
    expect((await walkInPages(limit, deployments)).map(({ id }) => id)).toEqual(['dep_0', 'dep_1', 'dep_2']);
  });

  it.each([1, 2, 3])("lists the shops' payment accounts of all tenants by key, %i at a time", async (limit) => {
    const { store } = bench();
    await write(store, ...['b', 'a'].map((handler_id) => put('payment_account', accountRow(handler_id))));
    const accounts = (after: IdPosition | undefined) => store.list('payment_accounts', {}, after, limit);
    expect((await walkInPages(limit, accounts)).map(({ handler_id }) => handler_id)).toEqual(['a', 'b']);
  });

  it('stores a link code once, until it is removed', async () => {
    const { store } = bench();
    const find = (id: string) => store.read((rows) => rows.get('link_code', id));
    await write(store, put('link_code', linkCodeRow('one')));
    expect(await find('one')).toEqual({ ...linkCodeRow('one'), version: 1 });
    await expect(write(store, put('link_code', linkCodeRow('one')))).rejects.toMatchObject({
      cause: expect.any(StoreConflict),
    });
    const takes = Array.from({ length: 5 }, () =>
      store.update((rows) => {
        const found = rows.get('link_code', 'one');
        return { writes: [{ type: 'remove', table: 'link_code', key: 'one' }], result: found !== undefined };
      }),
    );
    expect((await Promise.all(takes)).filter((found) => found)).toHaveLength(1);
    expect(await find('one')).toBeUndefined();
  });

  it('lists link codes from the instant of their expiry on, oldest first', async () => {
    const { store } = bench();
    const ends: readonly (readonly [string, number])[] = [
      ['middle', 1],
      ['late', 2],
      ['early', 0],
      ['tie', 1],
    ];
    await write(store, ...ends.map(([id, after]) => put('link_code', linkCodeRow(id, NOW + after))));
    expect(await store.due('expired_link_codes', NOW - 1, 10)).toEqual([]);
    expect(await store.due('expired_link_codes', NOW, 10)).toEqual(['early']);
    expect(await store.due('expired_link_codes', NOW + 1, 10)).toEqual(['early', 'middle', 'tie']);
    expect(await store.due('expired_link_codes', NOW + 2, 3)).toEqual(['early', 'middle', 'tie']);
    await write(store, { type: 'remove', table: 'link_code', key: 'early' });
    expect(await store.due('expired_link_codes', NOW + 2, 10)).toEqual(['middle', 'tie', 'late']);
  });

  it('lists the checkouts of all shops of an organization, or only those with one of some texts', async () => {
    const { store } = bench();
    const theirs = { ...SHOP, id: 'shop_3', organization_id: OTHER_ORG.id };
    const email = 'Ada"s@Example.com';
    await write(
      store,
      put('organization', OTHER_ORG),
      put('shop', theirs),
      put('deployment', { ...DEPLOYMENT, id: 'dep_3', shop_id: theirs.id, organization_id: OTHER_ORG.id }),
      ...[
        checkoutRow('chk_1', { buyer: { email } }),
        checkoutRow('chk_2', { buyer: { email }, shop_id: theirs.id, deployment_id: 'dep_3' }),
        checkoutRow('chk_3'),
        checkoutRow('chk_4', { buyer_id: email, shop_id: OTHER_SHOP.id, deployment_id: OTHER_DEPLOYMENT.id }),
      ].map((row) => put('checkout', row)),
    );
    const listed = async (organization_id: string, ...texts: readonly string[]) =>
      (
        await walk<Checkout, IdPosition>((after) =>
          store.list('checkouts', { organization_id, texts: texts.length > 0 ? texts : undefined }, after, 1),
        )
      ).map(({ id }) => id);
    expect(await listed(ORG.id)).toEqual(['chk_1', 'chk_3', 'chk_4']);
    expect(await listed(ORG.id, 'ada"s@example.com')).toEqual(['chk_1', 'chk_4']);
    expect(await listed(ORG.id, 'nobody@example.com', 'chk_3', 'ada"s@example.com')).toEqual([
      'chk_1',
      'chk_3',
      'chk_4',
    ]);
    expect(await listed(OTHER_ORG.id, 'ada"s@example.com')).toEqual(['chk_2']);
    expect(await listed(ORG.id, 'nobody@example.com')).toEqual([]);
  });

  it("lists a shop's platform carts, also by expiry", async () => {
    const { store } = bench();
    const rows = [
      platformCartRow('late', { expires_at: NOW + 2 }),
      platformCartRow('early', { expires_at: NOW, created_at: NOW + 1 }),
      platformCartRow('theirs', { shop_id: OTHER_SHOP.id, expires_at: NOW + 1 }),
    ];
    await write(store, ...rows.map((row) => put('platform_cart', row)));
    const carts = (after: Position | undefined) => store.list('platform_carts', { shop_id: SHOP.id }, after, 1);
    expect((await walk(carts)).map(({ id }) => id)).toEqual(['late', 'early']);
    expect(await store.due('expired_platform_carts', NOW + 1, 10)).toEqual(['early', 'theirs']);
    await write(store, { type: 'remove', table: 'platform_cart', key: 'early' });
    expect(await store.due('expired_platform_carts', NOW + 2, 10)).toEqual(['theirs', 'late']);
  });
}
