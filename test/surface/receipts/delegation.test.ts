import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type Delegation,
  type DelegationScope,
  generateKeyPair,
  type KeyPair,
  type SignedDelegation,
  signDelegation,
  verifyBundle,
} from '../../../src/receipts.js';
import { Consumer } from '../../actors/consumer.js';
import { jcs, sha256 } from '../../actors/signer.js';
import { type AttackedDatabase, attackedDatabase, changeRow, faultOf } from '../../e2e/order-tampering/database.js';
import { startPortal, type TestPortal } from '../../support/portal.js';
import { releasePostgresOf } from '../../support/postgres-of-path.js';
import { stillClock } from '../../support/still-clock.js';
import { temporaryFolder } from '../../support/temporary-folder.js';

/** Receipts that come with a chain of delegations. */

const DAY = 24 * 3_600_000;

const folder = temporaryFolder();
const clock = stillClock();
const [root, between] = [generateKeyPair(), generateKeyPair()];
let portal: TestPortal;
let database: AttackedDatabase;
let consumer: Consumer;
beforeAll(async () => {
  portal = await startPortal({ database: join(folder, 'portal.db'), clock });
  database = attackedDatabase(portal.database);
  consumer = await Consumer.open(portal, root, clock);
});
afterAll(async () => {
  await (await database.audit()).close();
  await portal.close();
  await releasePostgresOf(portal.database);
  rmSync(folder, { recursive: true });
});

type Change = Partial<Omit<Delegation, 'version' | 'issuer'>>;

const second = (at: number) => `${new Date(at).toISOString().slice(0, 19)}Z`;

/** Signs a link to the key that signs receipts, for a day around now. */
function linkOf(scope: DelegationScope, change: Change = {}, issuer: KeyPair = root): SignedDelegation {
  const times = { not_before: second(clock.now() - DAY), expires_at: second(clock.now() + DAY) };
  return signDelegation({ scope, subject: consumer.signerFingerprint, ...times, ...change }, issuer);
}

const submit = (submission: object, delegation?: readonly unknown[]) =>
  consumer.owner.send('submit_receipt', { ...submission, ...(delegation && { delegation }) });

async function expectRefused(code: string, detail: RegExp, delegation: readonly unknown[], submission?: object) {
  const { status, json } = await submit(submission ?? (await consumer.signReceipt()), delegation);
  expect([status, json.error, json.detail]).toEqual([
    code === 'receipt_conflict' ? 409 : 400,
    code,
    expect.stringMatching(detail),
  ]);
}

const audit = () => faultOf(database, portal.demo.organization_id);

describe('a receipt with a chain', () => {
  it('is accepted, shown with its chain, and proven with the key that began it', async () => {
    const chain = [linkOf({}, { subject: between.publicKey.fingerprint }), linkOf({ job_prefix: 'job-' }, {}, between)];
    const { status, json } = await submit(await consumer.signReceipt(), chain);
    expect([status, json.status]).toEqual([200, 'verified']);
    const shown = await consumer.owner.ok('get_receipt', { receipt_id: json.id });
    expect(shown.delegation).toEqual(chain);
    const [listed] = (await consumer.owner.ok('list_receipts', { limit: 1 })) ?? [];
    expect(listed).toEqual(shown);
    const bundle = await consumer.owner.ok('get_receipt_bundle', { receipt_id: json.id, version: 'v1' });
    expect(verifyBundle(bundle).delegation).toMatchObject({
      root: { owner: 'consumer', owner_id: consumer.attester.consumer_id },
      links: chain.map(({ statement }) => statement),
    });
    const v0 = await consumer.owner.ok('get_receipt_bundle', { receipt_id: json.id });
    expect([v0.bundle, verifyBundle(v0).delegation_hash]).toEqual(['v0.1', sha256(jcs(chain))]);
    const { entry } = await consumer.owner.ok('get_receipt_proof', { receipt_id: json.id });
    expect(JSON.parse(Buffer.from(entry, 'base64').toString()).delegation_hash).toBe(sha256(jcs(chain)));
    expect(await audit()).toBeNull();
  });

  it('can have a chain that the key of an agent begins', async () => {
    const pair = generateKeyPair();
    const { agent_id } = consumer.attester;
    await consumer.owner.ok('register_signing_key', { agent_id, public_key: pair.publicKey.pem });
    const { json } = await submit(await consumer.signReceipt(), [linkOf({}, {}, pair)]);
    const bundle = await consumer.owner.ok('get_receipt_bundle', { receipt_id: json.id, version: 'v1' });
    expect(verifyBundle(bundle).delegation?.root).toMatchObject({ owner: 'agent', owner_id: agent_id });
  });

  it('is bound to the order and shop that its scope names', async () => {
    const order_id = await consumer.buy();
    const scope = { order_id, shop_id: portal.demo.shop_id };
    const { json } = await submit(await consumer.signReceipt(order_id), [linkOf(scope)]);
    expect(json.bound_to).toMatchObject({ order_id });
    const bundle = await consumer.owner.ok('get_receipt_bundle', { receipt_id: json.id, version: 'v1' });
    expect(verifyBundle(bundle).delegation?.links[0]?.scope).toEqual(scope);
    await expectRefused('outside_delegation', /^delegation\[0\]\.statement\.scope\.order_id: it does not/, [
      linkOf(scope),
    ]);
    const elsewhere = [linkOf({ shop_id: 'other' })];
    const submission = await consumer.signReceipt(await consumer.buy());
    await expectRefused('outside_delegation', /scope\.shop_id: it does not allow/, elsewhere, submission);
  });

  it('gives the same id again, and conflicts with another chain or none', async () => {
    const [submission, chain] = [await consumer.signReceipt(), [linkOf({})]];
    const { json } = await submit(submission, chain);
    expect((await submit(submission, chain)).json).toEqual(json);
    const detail = new RegExp(`^delegation: the receipt was accepted with another one, as ${json.id}`);
    await expectRefused('receipt_conflict', detail, [linkOf({ job_prefix: 'job' })], submission);
    expect((await submit(submission)).json.error).toBe('receipt_conflict');
    const bare = await consumer.signReceipt();
    const { json: first } = await submit(bare);
    await expectRefused('receipt_conflict', new RegExp(`accepted without one, as ${first.id}`), chain, bare);
  });

  it('is accepted in a batch by itself', async () => {
    const [one, other] = [await consumer.signReceipt(), await consumer.signReceipt()];
    const receipts = [
      { ...one, delegation: [linkOf({})] },
      { ...other, delegation: [linkOf({ job_prefix: 'x' })] },
      { ...one, delegation: [linkOf({ job_prefix: 'job' })] },
    ];
    const { json } = await consumer.owner.send('submit_receipts', { receipts });
    expect(json.data).toMatchObject([
      { status: 'verified' },
      { error: 'outside_delegation' },
      { error: 'receipt_conflict' },
    ]);
  });
});

describe('a chain is refused', () => {
  it.each<[string, string, RegExp, () => readonly unknown[]]>([
    ['that is empty', 'invalid_delegation', /^delegation: must be a list of 1 to 8 links/, () => []],
    [
      'with a wrong signature',
      'invalid_delegation',
      /^delegation\[0\]\.signature: it is not a valid signature/,
      () => [{ ...linkOf({}), signature: linkOf({ job_prefix: 'other' }).signature }],
    ],
    [
      'that widens',
      'invalid_delegation',
      /^delegation\[1\]\.statement\.scope\.job_prefix: allows more than the link before/,
      () => [linkOf({ job_prefix: 'job-' }, { subject: between.publicKey.fingerprint }), linkOf({}, {}, between)],
    ],
    [
      'for another key',
      'invalid_delegation',
      /^delegation\[0\]\.statement\.subject: it must be the fingerprint of the key that signs/,
      () => [linkOf({}, { subject: between.publicKey.fingerprint })],
    ],
    [
      'that ended before the receipt was issued',
      'outside_delegation',
      /expires_at: it is not after issued_at/,
      () => [linkOf({}, { expires_at: second(clock.now()) })],
    ],
    [
      'for another job',
      'outside_delegation',
      /scope\.job_prefix: it does not/,
      () => [linkOf({ job_prefix: 'other' })],
    ],
    [
      'that leads back to its first key',
      'invalid_delegation',
      /^delegation\[1\]\.statement\.subject: must not be the key of this link or one before it/,
      () => [
        linkOf({}, { subject: between.publicKey.fingerprint }),
        linkOf({}, { subject: root.publicKey.fingerprint }, between),
      ],
    ],
    ['that nobody here begins', 'signing_key_unknown', /^delegation\[0\]\.public_key/, () => [linkOf({}, {}, between)]],
    [
      'with a private key',
      'private_key_submitted',
      /^delegation\[0\]\.public_key: holds a private key/,
      () => [{ ...linkOf({}), public_key: '-----BEGIN PRIVATE KEY-----\n' }],
    ],
  ])('%s', async (_what, code, detail, chain) => {
    await expectRefused(code, detail, chain());
  });

  it('that a revoked key begins, even if its row was made active again', async () => {
    const lost = generateKeyPair();
    const key_id = await consumer.register(lost);
    await submit(await consumer.signReceipt(), [linkOf({}, {}, lost)]);
    const { consumer_id } = consumer.attester;
    const before = await consumer.owner.ok('list_consumer_keys', { consumer_id });
    await consumer.owner.ok('revoke_consumer_key', { consumer_id, key_id });
    await expectRefused('signing_key_revoked', /^delegation\[0\]\.public_key: it was revoked/, [linkOf({}, {}, lost)]);
    expect(before.find(({ id }: { id: string }) => id === key_id).status).toBe('active');
    const undo = await changeRow(database, 'consumer', consumer_id, ({ body }) => {
      for (const key of body.keys) Object.assign(key, { status: 'active', revoked_at: null });
    });
    await expectRefused('signing_key_revoked', /^delegation\[0\]\.public_key/, [linkOf({}, {}, lost)]);
    await undo();
  });

  it('whose last link ended longer ago than a retired key may have', async () => {
    const submission = await consumer.signReceipt();
    const chain = [linkOf({}, { expires_at: second(clock.now() + 1_000) })];
    clock.advance(40 * DAY);
    await expectRefused('outside_delegation', /expires_at: it was too long ago/, chain, submission);
  });
});
