import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { newAgent, newConsumer } from '../../../src/operations/tenancy/provision.js';
import { insertWrite } from '../../../src/ports.js';
import { systemClock, systemIds } from '../../../src/system.js';
import { shopper } from '../../actors/shopper.js';
import { readJson, tally, vectors } from '../../attestation/vectors.js';
import { startPortal, type TestPortal } from '../../support/portal.js';
import { tableCounts } from '../../support/table-counts.js';
import { JSON_TYPE, keyLine } from './case.js';
import { send } from './wire.js';

/** The project's valid and invalid receipt vectors, sent to the route unchanged. */

const KEY = z.object({ pem: z.string(), fingerprintSha256SpkiHex: z.string(), jwkThumbprint: z.string() });
const VALID = z.object({ name: z.string(), canonical: z.string(), sha256: z.string(), body: z.unknown() });
const INVALID = z.object({
  name: z.string(),
  expect: z.string(),
  body: z.unknown().optional(),
  bodyBase64: z.string().optional(),
});
const FILE = z.object({
  keys: z.object({ k1: KEY, k2: KEY }),
  valid: z.array(VALID),
  invalid: z.array(INVALID),
});
type File = z.infer<typeof FILE>;

/** The server time that the vectors assume. */
const NOW = Date.UTC(2026, 10, 20, 10, 1);

/** Starts a portal with the vectors' agents, keys and consumer. */
async function portalOf({ keys }: File): Promise<TestPortal> {
  const portal = await startPortal({ clock: { ...systemClock, now: () => NOW } });
  const { organization_id, organization_key } = portal.demo;
  const naming = { name: 'Vector', description: null };
  const author = { ids: systemIds, now: NOW - 3_600_000, actor: 'test' };
  const agent = newAgent(author, organization_id, naming);
  const consumer = newConsumer(author, organization_id, naming);
  await portal.app.store.update(() => ({
    writes: [
      ...['agent_7Q2M', 'agent_other'].map((id) => insertWrite('agent', { ...agent, id })),
      insertWrite('consumer', { ...consumer, id: 'cons_31' }),
    ],
    result: undefined,
  }));
  const by = shopper(portal, { key: organization_key });
  for (const [agent_id, { pem, fingerprintSha256SpkiHex, jwkThumbprint }] of [
    ['agent_7Q2M', keys.k1],
    ['agent_other', keys.k2],
  ] as const) {
    expect(await by.ok('register_signing_key', { public_key: pem, agent_id })).toMatchObject({
      created: true,
      data: { key_fingerprint: fingerprintSha256SpkiHex, jwk_thumbprint: jwkThumbprint },
    });
  }
  return portal;
}

const submit = ({ url, demo }: TestPortal, body: Uint8Array) =>
  send(url, '/api/receipts', [JSON_TYPE, keyLine(demo.organization_key)], body);

vectors('receipts made here, over HTTP: 9 valid and 28 invalid', () => {
  const file = readJson('made-here/receipt_v0.json', FILE);

  it('sends all vectors', () => {
    expect([file.valid.length, file.invalid.length]).toEqual([9, 28]);
    expect(tally(file.invalid.map(({ expect: code }) => code))).toEqual({
      ...{ invalid_json: 3, invalid_receipt: 11, invalid_signature_encoding: 6 },
      ...{ signature_invalid: 7, unsupported_receipt_version: 1 },
    });
  });

  // All valid vectors are about the same job, which can have only one receipt, so each vector gets a new portal.
  it.each(file.valid)('accepts a valid vector: $name', async ({ body, canonical, sha256 }) => {
    const portal = await portalOf(file);
    const { status, json } = await submit(portal, Buffer.from(JSON.stringify(body)));
    expect([status, json]).toEqual([200, { id: expect.any(String), status: 'verified', bound_to: null }]);
    const by = shopper(portal, { key: portal.demo.organization_key });
    const { data } = await by.ok('get_receipt', { receipt_id: json.id });
    expect([data.receipt_hash, Buffer.from(data.signed_bytes, 'base64').toString()]).toEqual([sha256, canonical]);
    await portal.close();
  });

  describe('an invalid vector', () => {
    let portal: TestPortal;
    let before: unknown;
    beforeAll(async () => {
      portal = await portalOf(file);
      before = await tableCounts(portal.database);
    });
    afterAll(() => portal.close());

    it.each(file.invalid)('is rejected, $name: $expect', async ({ body, bodyBase64, expect: code }) => {
      const bytes = bodyBase64 === undefined ? JSON.stringify(body) : Buffer.from(bodyBase64, 'base64');
      const { status, json } = await submit(portal, Buffer.from(bytes));
      expect([status, json.error]).toEqual([400, code]);
      expect(await tableCounts(portal.database)).toEqual(before);
    });
  });
});
