import { beforeEach, expect, it } from 'vitest';
import type { SigningKey } from '../../src/domain/signing-key/signing-key.js';
import { type Position, type Store, StoreConflict } from '../../src/ports.js';
import { OTHER_ORG, seedAttested, signingKeyRow } from './attested-rows.js';
import type { Bench } from './conformance.js';
import { NOW, ORG, put, write } from './sample-rows.js';
import { walk } from './walk.js';

const conflict = expect.objectContaining({
  cause: expect.objectContaining({ name: 'StoreConflict', reason: 'exists', table: 'signing_key' }),
});
const save = (store: Store, ...rows: readonly SigningKey[]) =>
  write(store, ...rows.map((row) => put('signing_key', row)));

/** Requirements for registering, rotating and revoking keys. `key_1` belongs to the first organization itself. */
export function signingKeysSuite(bench: () => Bench): void {
  beforeEach(() => seedAttested(bench().store));

  const active = (store: Store, agentId: string | null, organizationId = ORG.id) =>
    store.read((rows) => rows.find('activeSigningKey', organizationId, agentId)?.id);
  const byFingerprint = (store: Store, fingerprint: string, organizationId = ORG.id) =>
    store.read((rows) => rows.find('signingKeyByFingerprint', organizationId, fingerprint)?.id);

  it('finds the active key of an organization or of an agent, within its own organization', async () => {
    const { store } = bench();
    await save(store, signingKeyRow('of agent', { agent_id: 'agt_1' }));
    expect(await active(store, null)).toBe('key_1');
    expect(await active(store, 'agt_1')).toBe('of agent');
    expect(await active(store, 'agt_2')).toBeUndefined();
    expect(await active(store, null, OTHER_ORG.id)).toBe('key_3');
    expect(await active(store, 'agt_1', OTHER_ORG.id)).toBeUndefined();
  });

  it('rejects a second active key of an owner and stores nothing of it', async () => {
    const { store } = bench();
    await expect(save(store, signingKeyRow('second'))).rejects.toEqual(conflict);
    await save(store, signingKeyRow('of agent', { agent_id: 'agt_1' }));
    await expect(save(store, signingKeyRow('again', { agent_id: 'agt_1' }))).rejects.toEqual(conflict);
    expect(await store.read((rows) => [...rows.many('signing_key', ['second', 'again']).keys()])).toEqual([]);
    await save(store, signingKeyRow('old', { status: 'retired', retired_at: NOW }));
    await save(store, signingKeyRow('lost', { status: 'revoked', revoked_at: NOW }));
    expect(await active(store, null)).toBe('key_1');
  });

  it('replaces an active key in one decision if the old key is retired first', async () => {
    const { store } = bench();
    const retired: SigningKey = { ...signingKeyRow('key_1'), status: 'retired', retired_at: NOW, version: 1 };
    await expect(save(store, signingKeyRow('next'), retired)).rejects.toEqual(conflict);
    expect(await active(store, null)).toBe('key_1');
    await save(store, retired, signingKeyRow('next'));
    expect(await active(store, null)).toBe('next');
    expect((await store.read((rows) => rows.get('signing_key', 'key_1')))?.status).toBe('retired');
  });

  it('allows only one active key for each owner even when two stores write at once', async () => {
    const stores = [bench().store, await bench().open()];
    const outcomes = await Promise.allSettled(
      stores.flatMap((store, n) => [0, 1, 2].map((m) => save(store, signingKeyRow(`${n}${m}`, { agent_id: 'agt_2' })))),
    );
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const outcome of outcomes)
      if (outcome.status === 'rejected') expect(outcome.reason.cause).toBeInstanceOf(StoreConflict);
    const [first, second] = await Promise.all(stores.map((store) => active(store, 'agt_2')));
    expect(first).toBeDefined();
    expect(second).toBe(first);
  });

  it('finds a key of any status by its fingerprint, within its own organization', async () => {
    const { store } = bench();
    await save(store, signingKeyRow('lost', { status: 'revoked', revoked_at: NOW }));
    expect(await byFingerprint(store, 'fingerprint of lost')).toBe('lost');
    expect(await byFingerprint(store, 'fingerprint of lost', OTHER_ORG.id)).toBeUndefined();
    expect(await byFingerprint(store, 'fingerprint of nobody')).toBeUndefined();
  });

  it('shows each decision the keys as the decisions before it have left them', async () => {
    const { store } = bench();
    const revoked: SigningKey = { ...signingKeyRow('key_1'), status: 'revoked', revoked_at: NOW, version: 1 };
    const found = (name: string) =>
      store.update((rows) => ({
        writes: [],
        result: rows.find('signingKeyByFingerprint', ORG.id, `fingerprint of ${name}`)?.status,
      }));
    const outcomes = await Promise.allSettled([
      found('key_1'),
      found('new'),
      // Rolled back, since a key with its fingerprint exists.
      save(store, revoked, signingKeyRow('twin', { key_fingerprint: 'fingerprint of key_1' })),
      found('key_1'),
      found('new'),
      save(store, revoked, signingKeyRow('new')),
      found('key_1'),
      found('new'),
    ]);
    expect(outcomes.map((one) => (one.status === 'fulfilled' ? one.value : 'rejected'))).toEqual([
      ...['active', undefined, 'rejected', 'active', undefined, undefined, 'revoked', 'active'],
    ]);
  });

  it('allows a fingerprint only once in an organization, but in any number of organizations', async () => {
    const { store } = bench();
    const same = { key_fingerprint: 'fingerprint of key_1' };
    const retired = { status: 'retired', retired_at: NOW } as const;
    await expect(save(store, signingKeyRow('twin', { ...same, ...retired }))).rejects.toEqual(conflict);
    await expect(save(store, signingKeyRow('twin', { ...same, agent_id: 'agt_1' }))).rejects.toEqual(conflict);
    await save(store, signingKeyRow('theirs', { ...same, organization_id: OTHER_ORG.id, agent_id: 'agt_3' }));
    expect(await byFingerprint(store, same.key_fingerprint, OTHER_ORG.id)).toBe('theirs');
    expect(await byFingerprint(store, same.key_fingerprint)).toBe('key_1');
  });

  it('finds a key that another store has registered since it was last searched for', async () => {
    const { store } = bench();
    const other = await bench().open();
    for (const name of ['new', 'newer']) {
      expect(await byFingerprint(store, `fingerprint of ${name}`)).toBeUndefined();
      await save(other, signingKeyRow(name, { agent_id: name === 'new' ? 'agt_1' : 'agt_2' }));
      expect(await byFingerprint(store, `fingerprint of ${name}`)).toBe(name);
    }
  });

  it('shows immediately that another store revoked a key', async () => {
    const { store } = bench();
    const other = await bench().open();
    const status = (from: Store) =>
      from.read((rows) => rows.find('signingKeyByFingerprint', ORG.id, 'fingerprint of key_1')?.status);
    expect([await status(store), await status(other)]).toEqual(['active', 'active']);
    await save(other, { ...signingKeyRow('key_1'), status: 'revoked', revoked_at: NOW, version: 1 });
    expect(await status(store)).toBe('revoked');
    expect(await active(store, null)).toBeUndefined();
    expect((await store.read((rows) => rows.get('signing_key', 'key_1')))?.status).toBe('revoked');
  });

  it('rejects a replacement of a version that another store has already replaced', async () => {
    const { store } = bench();
    const other = await bench().open();
    const changed = (change: Partial<SigningKey>): SigningKey => ({ ...signingKeyRow('key_1'), version: 1, ...change });
    await save(other, changed({ status: 'revoked', revoked_at: NOW }));
    const late = save(store, changed({ status: 'retired', retired_at: NOW }));
    await expect(late).rejects.toMatchObject({ cause: { reason: 'version', table: 'signing_key', key: 'key_1' } });
  });

  it("lists an organization's keys oldest first, each once while others are added", async () => {
    const { store } = bench();
    const at = (id: string, created_at: number) =>
      signingKeyRow(id, { created_at, status: 'retired', retired_at: NOW });
    await save(store, at('c', NOW + 2), at('b', NOW + 1), at('a', NOW + 1));
    const page = (limit: number) => (after: Position | undefined) =>
      store.list('signing_keys', { organization_id: ORG.id }, after, limit);
    for (const limit of [1, 2, 3, 4, 100])
      expect((await walk(page(limit))).map(({ id }) => id)).toEqual(['key_1', 'a', 'b', 'c']);
    const seen = await walk(page(2), async (turn) => save(store, at(`z${turn}`, NOW + 10 + turn)));
    expect(seen.map(({ id }) => id)).toEqual(['key_1', 'a', 'b', 'c', 'z0', 'z1'].slice(0, seen.length));
    expect(seen.length).toBeGreaterThanOrEqual(5);
    expect(
      (await store.list('signing_keys', { organization_id: OTHER_ORG.id }, undefined, 10)).entries.map(({ id }) => id),
    ).toEqual(['key_3']);
  });

  it('lists only active keys oldest first, and only retired keys newest first', async () => {
    const { store } = bench();
    const retired = (id: string, created_at: number) =>
      signingKeyRow(id, { created_at, status: 'retired', retired_at: NOW });
    const revoked = signingKeyRow('r', { created_at: NOW + 1, status: 'revoked', revoked_at: NOW });
    await save(store, retired('c', NOW + 2), revoked, retired('b', NOW + 1), retired('a', NOW + 1));
    await save(store, signingKeyRow('later', { agent_id: 'agt_1', created_at: NOW + 3 }));
    const [own, other] = [{ organization_id: ORG.id }, { organization_id: OTHER_ORG.id }];
    const activeOf = async (owner: typeof own) =>
      (await store.list('active_signing_keys', owner, undefined, 10)).entries.map(({ id }) => id);
    expect(await activeOf(own)).toEqual(['key_1', 'later']);
    const page = (limit: number) => (before: Position | undefined) =>
      store.list('retired_signing_keys', own, before, limit);
    for (const limit of [1, 2, 3, 100]) expect((await walk(page(limit))).map(({ id }) => id)).toEqual(['c', 'b', 'a']);
    expect(await activeOf(other)).toEqual(['key_3']);
    expect((await store.list('retired_signing_keys', other, undefined, 10)).entries).toEqual([]);
  });
}
