import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Attester, anotherOrganization, demoAttester, newSignerOf, submitted } from '../../actors/attester.js';
import { type RegistryCaller, registryCaller } from '../../actors/registry-caller.js';
import type { Signer } from '../../actors/signer.js';
import { acceptsCose, acceptsTlogProof, type KnownLog } from '../../attestation/spec-verifiers.js';
import { type Answered, startPortal, type TestPortal } from '../../support/portal.js';
import { stillClock } from '../../support/still-clock.js';
import { anotherKey } from '../../support/tenants.js';

/** `get_receipt_proof`, checked by verifiers that share no code with the portal. */

let portal: TestPortal;
let attester: Attester;
let signer: Signer;
let by: RegistryCaller;
/** Ids of the five receipts in the log, in log order. */
const ids: string[] = [];
beforeAll(async () => {
  portal = await startPortal({ clock: stillClock() });
  attester = demoAttester(portal);
  by = registryCaller(() => portal.url, portal.demo.organization_key);
  signer = await newSignerOf(attester);
  for (let count = 0; count < 5; count += 1) ids.push(await submitted(attester, signer, portal.app.portal.clock.now()));
});
afterAll(() => portal.close());

async function proofOf(id: string): Promise<Answered['json']> {
  return by.ok('get_receipt_proof', { receipt_id: id });
}

/** Reads the log's name and key from a verifier key (`name+id+key`), in which a type byte precedes the key bytes. */
function logOf(vkey: string): KnownLog {
  const [, origin = '', base64 = ''] = /^([^+]+)\+[^+]+\+(.+)$/.exec(vkey) ?? [];
  const key = Buffer.from(base64, 'base64').subarray(1);
  const jwk = `{"crv":"Ed25519","kty":"OKP","x":"${key.toString('base64url')}"}`;
  return { origin, key, kid: createHash('sha256').update(jwk).digest('base64url') };
}

const fetched = (id: string, accept: string) =>
  fetch(`${portal.url}/api/receipts/${id}/proof`, { headers: { 'x-api-key': portal.demo.organization_key, accept } });

describe('get_receipt_proof', () => {
  it('returns a tlog-proof and a COSE receipt that verify against the log, for each receipt', async () => {
    const { public_key } = await by.ok('get_log_checkpoint', {});
    for (const id of ids) {
      const proof = await proofOf(id);
      expect([proof.receipt_id, proof.public_key]).toEqual([id, public_key]);
      const log = logOf(public_key);
      expect([id, acceptsTlogProof(Buffer.from(proof.tlog_proof), log)]).toEqual([id, true]);
      expect([id, acceptsCose(Buffer.from(proof.cose, 'base64'), log)]).toEqual([id, true]);
    }
  });

  it('proves the entry of the receipt: its id, hash and time of acceptance', async () => {
    for (const id of ids) {
      const { entry, tlog_proof } = await proofOf(id);
      const { receipt_hash, received_at, log_index } = await by.ok('get_receipt', { receipt_id: id });
      expect(JSON.parse(Buffer.from(entry, 'base64').toString())).toMatchObject({ id, receipt_hash });
      expect(new Date(JSON.parse(Buffer.from(entry, 'base64').toString()).received_at)).toEqual(new Date(received_at));
      expect(tlog_proof).toContain(`\nextra ${entry}\nindex ${log_index}\n`);
    }
  });

  it('returns the tlog-proof as text and the COSE receipt as bytes, when Accept names them', async () => {
    const [id = ''] = ids;
    const { tlog_proof, cose } = await proofOf(id);
    const text = await fetched(id, 'text/plain');
    expect([text.status, text.headers.get('content-type')]).toEqual([200, 'text/plain; charset=utf-8']);
    expect(await text.text()).toBe(tlog_proof);
    const bytes = await fetched(id, 'application/cose');
    expect([bytes.status, bytes.headers.get('content-type')]).toEqual([
      200,
      'application/cose; cose-type="cose-sign1"',
    ]);
    expect(Buffer.from(await bytes.arrayBuffer()).toString('base64')).toBe(cose);
  });

  it('returns JSON when Accept names no proof format', async () => {
    const [id = ''] = ids;
    for (const accept of ['*/*', 'application/json', 'text/html']) {
      const answered = await fetched(id, accept);
      expect([accept, answered.headers.get('content-type')]).toEqual([accept, 'application/json; charset=utf-8']);
      expect(await answered.json()).toMatchObject({ data: { receipt_id: id } });
    }
  });

  it('covers a receipt that was accepted after the latest checkpoint', async () => {
    const before = (await by.ok('get_log_checkpoint', {})).tree_size;
    const id = await submitted(attester, signer, portal.app.portal.clock.now());
    const { tlog_proof, public_key } = await proofOf(id);
    expect(acceptsTlogProof(Buffer.from(tlog_proof), logOf(public_key))).toBe(true);
    expect((await by.ok('get_log_checkpoint', {})).tree_size).toBeGreaterThan(before);
  });

  it("rejects another organization's receipt like an absent one", async () => {
    const { key } = await anotherKey(portal, 'organization', {}, (await anotherOrganization(portal)).organization_id);
    const other = registryCaller(() => portal.url, key);
    const absent = await other.send('get_receipt_proof', { receipt_id: '01930000-0000-7000-8000-000000000099' });
    expect([absent.status, absent.json.error]).toEqual([404, 'receipt_not_found']);
    const [id = ''] = ids;
    expect((await other.send('get_receipt_proof', { receipt_id: id })).text).toBe(absent.text);
  });

  it('rejects a key without the scope receipts:read', async () => {
    const [id = ''] = ids;
    const { status, json } = await portal.request('GET', `/api/receipts/${id}/proof`);
    expect([status, json.error]).toEqual([403, 'forbidden']);
  });
});
