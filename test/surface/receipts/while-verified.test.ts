import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { demoAttester, registered } from '../../actors/attester.js';
import { type RegistryCaller, registryCaller } from '../../actors/registry-caller.js';
import { newSigner, receiptFor, type Signer } from '../../actors/signer.js';
import { type HeldVerifications, holdVerifications } from '../../support/held-verifications.js';
import { request, startPortal, type TestPortal } from '../../support/portal.js';
import { tableCounts } from '../../support/table-counts.js';
import { anotherKey, fullKey } from '../../support/tenants.js';

/** Other threads verify signatures. A change during the verification counts as if it was made before the call. */

let portal: TestPortal;
let signer: Signer;
let signing_key_id: string;
let apiKey: { readonly id: string; readonly key: string };
let owner: RegistryCaller;
let verifications: HeldVerifications;
beforeEach(async () => {
  portal = await startPortal();
  signer = newSigner();
  signing_key_id = await registered(demoAttester(portal).by, signer);
  apiKey = await anotherKey(portal, 'organization');
  const full = await fullKey(portal, 'organization');
  owner = registryCaller(() => portal.url, full);
  verifications = holdVerifications();
});
afterEach(async () => {
  verifications.restore();
  await portal.close();
});

const submission = () => signer.submission(receiptFor(demoAttester(portal), portal.app.portal.clock.now()));
const post = (path: string, body: object) => request(portal.url, apiKey.key, 'POST', path, { body });

const WAYS = [
  { way: 'one receipt', count: 1, submit: () => post('/api/receipts', submission()) },
  {
    way: 'a batch',
    count: 3,
    submit: () => post('/api/receipts/batch', { receipts: Array.from({ length: 3 }, submission) }),
  },
] as const;

describe.each(WAYS)('$way', ({ count, submit }) => {
  /**
   * Submits the receipts, and runs `meanwhile` during their verification. Returns the response, and whether the tables
   * stayed unchanged after `meanwhile`.
   */
  async function answered(meanwhile: () => Promise<unknown>) {
    const answering = submit();
    await verifications.held(count);
    await meanwhile();
    const before = await tableCounts(portal.database);
    verifications.release();
    const { status, json } = await answering;
    const after = await tableCounts(portal.database);
    return { status, json, isUnchanged: JSON.stringify(after) === JSON.stringify(before) };
  }

  it('accepts the receipt when nothing happens during verification', async () => {
    expect(await answered(async () => {})).toMatchObject({ status: 200, isUnchanged: false });
  });

  it('stores nothing when the API key is revoked during verification', async () => {
    const { status, json, isUnchanged } = await answered(() => owner.ok('revoke_key', { key_id: apiKey.id }));
    expect({ status, error: json.error, isUnchanged }).toEqual({
      status: 401,
      error: 'unauthorized',
      isUnchanged: true,
    });
  });

  it('stores nothing when the signing key is revoked during verification', async () => {
    const { by } = demoAttester(portal);
    const { json, isUnchanged } = await answered(() => by.ok('revoke_signing_key', { signing_key_id, reason: 'lost' }));
    const refusals = count === 1 ? [json.error] : json.data.map(({ error }: { error: string }) => error);
    expect({ refusals, isUnchanged }).toEqual({
      refusals: Array(count).fill('signing_key_revoked'),
      isUnchanged: true,
    });
  });
});

it('responds to other calls during verification', async () => {
  const answering = WAYS[0].submit();
  await verifications.held(1);
  expect((await request(portal.url, apiKey.key, 'GET', '/api/receipts', {})).status).toBe(200);
  verifications.release();
  expect((await answering).status).toBe(200);
});
