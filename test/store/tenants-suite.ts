import { expect, it } from 'vitest';
import { type Page, type Position, type Put, StoreConflict, type Write } from '../../src/ports.js';
import type { Bench } from './conformance.js';
import {
  agentRow,
  consumerRow,
  DEPLOYMENT,
  keyRow,
  linkCodeRow,
  NOW,
  ORG,
  OTHER_ORG,
  OTHER_SHOP,
  put,
  SHOP,
  write,
} from './sample-rows.js';
import { walkInPages } from './walk.js';

type Stamped = Readonly<{ id: string; created_at: number; organization_id: string }>;

/** A list of one owner's rows, and how a row of it is made. */
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
    list: ({ store }, ...asked) => store.listConsumers(...asked),
  },
  {
    ...{ name: 'agents', ...byOrganization },
    make: (id, organization_id, created_at) => put('agent', agentRow(id, { organization_id, created_at })),
    list: ({ store }, ...asked) => store.listAgents(...asked),
  },
  {
    ...{ name: 'keys', ...byOrganization },
    make: (id, organization_id, created_at) => put('api_key', keyRow(id, { organization_id, created_at })),
    list: ({ store }, ...asked) => store.listKeys(...asked),
  },
  {
    ...{ name: 'deployments of a shop', owner: 'shop_3', otherOwner: 'shop_4' },
    make: (id, shop_id, created_at) => put('deployment', { ...DEPLOYMENT, id, shop_id, created_at }),
    list: ({ store }, ...asked) => store.listShopDeployments(...asked),
  },
];

/** What an organization manages: its lists, and the codes that link. */
export function tenantsSuite(bench: () => Bench): void {
  const seeded = (...writes: readonly Write[]) =>
    write(
      bench().store,
      put('organization', OTHER_ORG),
      ...['shop_3', 'shop_4'].map((id) => put('shop', { ...SHOP, id })),
      ...writes,
    );

  it.each(LISTS)('lists $name oldest first, ties by id, each owner its own', async (one) => {
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

  it.each(LISTS)('lists $name each once while others are made', async ({ owner, make, list }) => {
    await seeded(...['a', 'b', 'c', 'd', 'e'].map((id, index) => make(id, owner, NOW + index)));
    const seen = await walkInPages(
      2,
      (after: Position | undefined) => list(bench(), owner, after, 2),
      (turn) => write(bench().store, make(`early${turn}`, owner, NOW - 1 - turn)),
    );
    expect(seen.map(({ id }) => id)).toEqual(['a', 'b', 'c', 'd', 'e']);
  });

  it('finds a key by its hash', async () => {
    const { store } = bench();
    await write(store, put('api_key', keyRow('key_1')));
    expect((await store.findKeyByHash('hash of key_1'))?.id).toBe('key_1');
    expect(await store.findKeyByHash('hash of key_9')).toBeUndefined();
  });

  it('lists and counts all shops of an organization', async () => {
    await seeded(
      put('shop', { ...SHOP, id: 'shop_0', created_at: NOW + 1 }),
      put('shop', { ...SHOP, id: 'shop_9', organization_id: OTHER_ORG.id }),
    );
    const ids = async (organizationId: string) => (await bench().store.listShops(organizationId)).map(({ id }) => id);
    expect(await ids(ORG.id)).toEqual([SHOP.id, OTHER_SHOP.id, 'shop_3', 'shop_4', 'shop_0']);
    expect(await ids(OTHER_ORG.id)).toEqual(['shop_9']);
    expect(await ids('org_9')).toEqual([]);
    const counted = (organizationId: string) => bench().store.read((rows) => rows.countShops(organizationId));
    expect([await counted(ORG.id), await counted(OTHER_ORG.id), await counted('org_9')]).toEqual([5, 1, 0]);
    const decided = await bench().store.update((rows) => ({ writes: [], result: rows.countShops(ORG.id) }));
    expect(decided).toBe(5);
  });

  it('lists deployments and organizations up to a limit', async () => {
    expect((await bench().store.listDeployments(10)).map(({ id }) => id)).toEqual(['dep_1', 'dep_2']);
    expect(await bench().store.listDeployments(1)).toHaveLength(1);
    expect((await bench().store.listOrganizations(10)).map(({ id }) => id)).toEqual([ORG.id]);
  });

  it('keeps a link code until it is taken away, and only once', async () => {
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
    expect(await store.listExpiredLinkCodes(NOW - 1, 10)).toEqual([]);
    expect(await store.listExpiredLinkCodes(NOW, 10)).toEqual(['early']);
    expect(await store.listExpiredLinkCodes(NOW + 1, 10)).toEqual(['early', 'middle', 'tie']);
    expect(await store.listExpiredLinkCodes(NOW + 2, 3)).toEqual(['early', 'middle', 'tie']);
    await write(store, { type: 'remove', table: 'link_code', key: 'early' });
    expect(await store.listExpiredLinkCodes(NOW + 2, 10)).toEqual(['middle', 'tie', 'late']);
  });
}
