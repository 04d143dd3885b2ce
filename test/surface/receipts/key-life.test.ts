import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { SIGNING_KEY_STATUSES, SIGNING_KEY_TRANSITIONS } from '../../../src/domain/signing-key/signing-key.js';
import {
  type Attester,
  anotherAgent,
  anotherOrganization,
  demoAttester,
  newSignerOf,
  submitted,
} from '../../actors/attester.js';
import { shopper } from '../../actors/shopper.js';
import { newSigner, receiptFor, type Signer } from '../../actors/signer.js';
import { type Answered, startPortal, type TestPortal } from '../../support/portal.js';
import { stillClock } from '../../support/still-clock.js';
import { tableCounts } from '../../support/table-counts.js';

/** Status changes of a signing key, and the receipts accepted after each. */

const DAY = 86_400_000;

describe('every action in every status', () => {
  let portal: TestPortal;
  let attester: Attester;
  let clock: ReturnType<typeof stillClock>;
  beforeAll(async () => {
    clock = stillClock();
    portal = await startPortal({ clock });
    attester = demoAttester(portal);
  });
  afterAll(() => portal.close());

  type Status = (typeof SIGNING_KEY_STATUSES)[number];

  /** Registers a new agent's key and brings it into this status. */
  async function keyIn(status: Status) {
    const agent_id = await anotherAgent(portal, attester.organization_id);
    const { id: signing_key_id, public_key } = await newSignerOf(attester, agent_id);
    clock.advance(1000);
    const next = newSigner().public_key;
    if (status === 'retired') await attester.by.ok('rotate_signing_key', { signing_key_id, public_key: next });
    if (status === 'revoked') await attester.by.ok('revoke_signing_key', { signing_key_id, reason: 'first' });
    clock.advance(1000);
    return { agent_id, signing_key_id, public_key };
  }

  const read = async (signing_key_id: string) => (await attester.by.ok('get_signing_key', { signing_key_id })).data;

  /** Expected error code; null for success. */
  const CELLS: Readonly<Record<string, Readonly<Record<Status, string | null>>>> = {
    rotate: { active: null, retired: 'signing_key_not_active', revoked: 'signing_key_not_active' },
    // Revoking again changes nothing and succeeds.
    revoke: { active: null, retired: null, revoked: null },
  };

  it('tests every action in every status', () => {
    expect(Object.keys(CELLS).sort()).toEqual(Object.keys(SIGNING_KEY_TRANSITIONS).sort());
    for (const cells of Object.values(CELLS)) expect(Object.keys(cells)).toEqual([...SIGNING_KEY_STATUSES]);
  });

  it.each(SIGNING_KEY_STATUSES)('rotates a key that is %s, or rejects the rotation, as in CELLS', async (status) => {
    const { agent_id, signing_key_id } = await keyIn(status);
    const before = await read(signing_key_id);
    const { public_key } = newSigner();
    const args = { signing_key_id, public_key };
    const code = CELLS.rotate?.[status] ?? null;
    if (code) {
      const tables = await tableCounts(portal.database);
      expect(await attester.by.refused('rotate_signing_key', args, code)).toContain(`The key is ${status};`);
      expect(await tableCounts(portal.database)).toEqual(tables);
    } else {
      const { data } = await attester.by.ok('rotate_signing_key', args);
      const now = new Date(clock.now()).toISOString();
      expect(data).toMatchObject({ public_key, agent_id, status: 'active', created_at: now });
      expect(await read(signing_key_id)).toEqual({ ...before, status: 'retired', retired_at: now });
    }
  });

  it.each(SIGNING_KEY_STATUSES)('revokes a key that is %s, without effect if already revoked', async (status) => {
    const { signing_key_id } = await keyIn(status);
    const before = await read(signing_key_id);
    const tables = await tableCounts(portal.database);
    const { data } = await attester.by.ok('revoke_signing_key', { signing_key_id, reason: 'second' });
    const now = new Date(clock.now()).toISOString();
    const revoked = { ...before, status: 'revoked', revoked_at: now, revoked_reason: 'second' };
    expect(data).toEqual(status === 'revoked' ? before : revoked);
    expect(await read(signing_key_id)).toEqual(data);
    if (status === 'revoked') expect(await tableCounts(portal.database)).toEqual(tables);
  });

  it.each<[status: Status, same: string | false, another: boolean]>([
    ['active', false, false],
    ['retired', 'signing_key_retired', false],
    ['revoked', 'signing_key_revoked', true],
  ])('decides whether the same or another key can be registered if one is %s', async (status, same, another) => {
    const { agent_id, public_key } = await keyIn(status);
    if (same) await attester.by.refused('register_signing_key', { public_key, agent_id }, same);
    else expect((await attester.by.ok('register_signing_key', { public_key, agent_id })).created).toBe(same);
    const next = { public_key: newSigner().public_key, agent_id };
    expect((await attester.by.ok('register_signing_key', next)).created).toBe(another);
  });

  it('leaves a key with its agent when another agent or the organization registers it', async () => {
    const { public_key, signing_key_id } = await keyIn('active');
    const other = await anotherAgent(portal, attester.organization_id);
    await attester.by.refused('register_signing_key', { public_key, agent_id: other }, 'agent_key_mismatch');
    await attester.by.refused('register_signing_key', { public_key }, 'agent_key_mismatch');
    const theirs = await newSignerOf(attester, other);
    const rotate = { signing_key_id: theirs.id, public_key };
    await attester.by.refused('rotate_signing_key', rotate, 'agent_key_mismatch');
    expect((await read(signing_key_id)).status).toBe('active');
  });

  it('keeps receipts from before a revocation and their bundles, apart from the status of the key', async () => {
    const agent_id = await anotherAgent(portal, attester.organization_id);
    const signer = await newSignerOf(attester, agent_id);
    const receipt_id = await submitted({ ...attester, agent_id }, signer, clock.now());
    const before = await attester.by.ok('get_receipt', { receipt_id });
    const bundle = await attester.by.ok('get_receipt_bundle', { receipt_id });
    await attester.by.ok('revoke_signing_key', { signing_key_id: signer.id, reason: 'lost' });
    const { created_at } = before.data.signing_key;
    const revoked_at = new Date(clock.now()).toISOString();
    const signing_key = { status: 'revoked', created_at, retired_at: null, revoked_at };
    expect(before.data.signing_key).toEqual({ ...signing_key, status: 'active', revoked_at: null });
    const data = { ...before.data, signing_key };
    expect(await attester.by.ok('get_receipt', { receipt_id })).toEqual({ data });
    expect(await attester.by.ok('get_receipt_bundle', { receipt_id })).toEqual(bundle);
  });
});

describe('the grace period', () => {
  it.each<[days: string, env: Readonly<Record<string, string>>, grace: number]>([
    ['seven days', {}, 7 * DAY],
    ['one day', { PORTAL_KEY_GRACE_DAYS: '1' }, DAY],
    ['no days', { PORTAL_KEY_GRACE_DAYS: '0' }, 0],
  ])('accepts receipts of a retired key until the last millisecond of a period of %s', async (_days, env, grace) => {
    const clock = stillClock();
    const portal = await startPortal({ clock, env });
    const attester = demoAttester(portal);
    const signer = await newSignerOf(attester);
    clock.advance(1000);
    const issued = clock.now();
    const submission = () => ({ ...signer.submission(receiptFor(attester, issued)) });
    await attester.by.ok('rotate_signing_key', { signing_key_id: signer.id, public_key: newSigner().public_key });
    clock.advance(grace);
    expect(await attester.by.ok('submit_receipt', submission())).toMatchObject({ status: 'verified' });
    const before = await tableCounts(portal.database);
    clock.advance(1);
    expect(await attester.by.refused('submit_receipt', submission(), 'signing_key_retired')).toContain('too long ago');
    expect(await tableCounts(portal.database)).toEqual(before);
    await portal.close();
  });

  it('accepts the same receipt again during the grace period, and not after', async () => {
    const clock = stillClock();
    const portal = await startPortal({ clock });
    const attester = demoAttester(portal);
    const signer = await newSignerOf(attester);
    const submission = { ...signer.submission(receiptFor(attester, clock.now())) };
    const first = await attester.by.ok('submit_receipt', submission);
    await attester.by.ok('rotate_signing_key', { signing_key_id: signer.id, public_key: newSigner().public_key });
    clock.advance(7 * DAY);
    expect(await attester.by.ok('submit_receipt', submission)).toEqual(first);
    clock.advance(1);
    await attester.by.refused('submit_receipt', submission, 'signing_key_retired');
    await portal.close();
  });
});

describe('rotation with receipts in flight', () => {
  it('accepts each receipt, or rejects it for the expected reason', async () => {
    const portal = await startPortal();
    const attester = demoAttester(portal);
    const old = await newSignerOf(attester);
    const next = newSigner();
    const sent: { readonly by: 'old' | 'next'; readonly issued: number; readonly answer: Answered }[] = [];
    let begin = () => {};
    const begun = new Promise<void>((resolve) => {
      begin = resolve;
    });
    const worker = async (by: 'old' | 'next', signer: Signer, count: number) => {
      for (let n = 0; n < count; n += 1) {
        const issued = Date.now();
        const answer = await attester.by.send('submit_receipt', { ...signer.submission(receiptFor(attester, issued)) });
        sent.push({ by, issued, answer });
        if (sent.length === 60) begin();
      }
    };
    const rotation = async () => {
      await begun;
      const args = { signing_key_id: old.id, public_key: next.public_key };
      await attester.by.ok('rotate_signing_key', args);
      return Date.now();
    };
    const workers = [0, 1, 2, 3].flatMap(() => [worker('old', old, 40), worker('next', next, 40)]);
    const [rotated] = await Promise.all([rotation(), ...workers]);
    const { data } = await attester.by.ok('get_signing_key', { signing_key_id: old.id });
    const retired = Date.parse(data.retired_at);
    for (const { by, issued, answer } of sent) {
      if (by === 'next') expect([200, 'signing_key_unknown']).toContain(codeOf(answer));
      // Receipts issued before the rotation are accepted even if they arrive later; those issued after it are not.
      else if (issued <= retired) expect(codeOf(answer)).toBe(200);
      else if (issued > rotated) expect(codeOf(answer)).toBe('signing_key_retired');
      else expect([200, 'signing_key_retired']).toContain(codeOf(answer));
    }
    const accepted = (by: 'old' | 'next') => sent.filter((one) => one.by === by && one.answer.status === 200).length;
    for (const by of ['old', 'next'] as const) {
      expect(accepted(by)).toBeGreaterThan(0);
      expect(accepted(by)).toBeLessThan(160);
    }
    const head = await portal.app.store.read((rows) => rows.logHead(attester.organization_id));
    // There are five leaves without receipts: the agent, the consumer, the key, and two for the key's rotation.
    expect(head.size).toBe(5 + accepted('old') + accepted('next'));
    await portal.close();
  });

  const codeOf = ({ status, json }: Answered) => (status === 200 ? 200 : json.error);
});

describe('two portals on one database', () => {
  let first: TestPortal;
  let second: TestPortal;
  beforeAll(async () => {
    first = await startPortal();
    second = await startPortal({ database: first.database });
  });
  afterAll(async () => {
    await second.close();
    await first.close();
  });

  const byOf = (portal: TestPortal) => shopper(portal, { key: portal.demo.organization_key });

  it('both stop accepting a revoked key immediately, regardless of issued_at', async () => {
    const attester = demoAttester(first);
    for (let round = 0; round < 10; round += 1) {
      const agent_id = await anotherAgent(first, attester.organization_id);
      const signer = await newSignerOf(attester, agent_id);
      const submission = () => ({ ...signer.submission(receiptFor({ ...attester, agent_id }, Date.now() - 60_000)) });
      for (const portal of [first, second]) await byOf(portal).ok('submit_receipt', submission());
      const [by, others] = round % 2 === 0 ? [first, second] : [second, first];
      await byOf(by).ok('revoke_signing_key', { signing_key_id: signer.id, reason: 'lost' });
      for (const portal of [others, by])
        await byOf(portal).refused('submit_receipt', submission(), 'signing_key_revoked');
    }
  });

  it('reject a receipt whose key is revoked through the other between verification and write', async () => {
    const attester = demoAttester(first);
    const agent_id = await anotherAgent(first, attester.organization_id);
    const signer = await newSignerOf(attester, agent_id);
    const { store } = first.app;
    const update = store.update.bind(store);
    vi.spyOn(store, 'update').mockImplementationOnce(async (decide) => {
      await byOf(second).ok('revoke_signing_key', { signing_key_id: signer.id, reason: 'lost' });
      return update(decide);
    });
    const submission = { ...signer.submission(receiptFor({ ...attester, agent_id }, Date.now())) };
    const before = await store.read((rows) => rows.logHead(attester.organization_id).size);
    await attester.by.refused('submit_receipt', submission, 'signing_key_revoked');
    // One leaf for the revocation, and none for receipts.
    expect(await store.read((rows) => rows.logHead(attester.organization_id).size)).toBe(before + 1);
    vi.restoreAllMocks();
  });

  it('create exactly one key for many concurrent first registrations', async () => {
    const attester = demoAttester(first);
    for (let round = 0; round < 5; round += 1) {
      const agent_id = await anotherAgent(first, attester.organization_id);
      const answers = await Promise.all(
        Array.from({ length: 8 }, (_, n) =>
          byOf(n % 2 === 0 ? first : second).ok('register_signing_key', {
            ...{ public_key: newSigner().public_key, agent_id },
          }),
        ),
      );
      expect(answers.filter(({ created }) => created)).toHaveLength(1);
      expect(new Set(answers.map(({ data }) => data.key_fingerprint)).size).toBe(1);
    }
  });

  it('rotate a key exactly once for many concurrent rotations', async () => {
    const attester = demoAttester(first);
    const agent_id = await anotherAgent(first, attester.organization_id);
    const { id: signing_key_id } = await newSignerOf(attester, agent_id);
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, n) =>
        byOf(n % 2 === 0 ? first : second).send('rotate_signing_key', {
          ...{ signing_key_id, public_key: newSigner().public_key },
        }),
      ),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    for (const { status, json } of answers.filter((one) => one.status !== 200)) {
      expect([status, json.error]).toEqual([409, 'signing_key_not_active']);
    }
  });
});

describe('the same key in two organizations', () => {
  it('is stored as two keys with separate receipts, statuses and key sets', async () => {
    const portal = await startPortal({ clock: stillClock() });
    const one = demoAttester(portal);
    const two = await anotherOrganization(portal);
    const signer = newSigner();
    const { public_key } = signer;
    const [first, second] = await Promise.all(
      [one, two].map(async ({ by }) => (await by.ok('register_signing_key', { public_key })).data),
    );
    const now = portal.app.portal.clock.now();
    const receipt = await submitted(one, signer, now);
    await submitted(two, signer, now);
    await one.by.refused('submit_receipt', { ...signer.submission(receiptFor(two, now)) }, 'agent_unknown');
    await two.by.refused('get_receipt', { receipt_id: receipt }, 'receipt_not_found');
    await two.by.refused(
      'revoke_signing_key',
      { signing_key_id: first.id, reason: 'not mine' },
      'signing_key_not_found',
    );
    await one.by.ok('revoke_signing_key', { signing_key_id: first.id, reason: 'lost' });
    await one.by.refused('submit_receipt', { ...signer.submission(receiptFor(one, now)) }, 'signing_key_revoked');
    await submitted(two, signer, now);
    expect((await two.by.ok('get_signing_key', { signing_key_id: second.id })).data).toEqual(second);
    const keysOf = async ({ organization_id }: Attester) =>
      (await portal.request('GET', `/orgs/${organization_id}/jwks.json`, { key: null })).json.keys;
    expect([await keysOf(one), (await keysOf(two)).map(({ kid }: { kid: string }) => kid)]).toEqual([
      [],
      [second.jwk_thumbprint],
    ]);
    await portal.close();
  });
});
