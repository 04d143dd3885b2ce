import { dirname } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readCanonicalReceipt } from '../../../src/attestation/receipt.js';
import { v8Collection } from '../../../src/cli/catalog/collector.js';
import { signedColumns } from '../../../src/domain/receipt/signed-columns.js';
import { demoAttester, newSignerOf } from '../../actors/attester.js';
import { shopper } from '../../actors/shopper.js';
import { jcs, newSigner, receiptFor, type Signer, type Submission, sha256 } from '../../actors/signer.js';
import { startPortal, type TestPortal } from '../../support/portal.js';
import { INITIALIZE, type StdioLines, startStdio } from '../../support/stdio-lines.js';
import { stillClock } from '../../support/still-clock.js';
import { tableCounts } from '../../support/table-counts.js';
import { anotherKey } from '../../support/tenants.js';
import { volume } from '../../support/volume.js';
import { oneOfTenTaken } from './one-of-ten.js';
import type { Stage } from './stage.js';
import { StageSurfaces, SURFACES } from './stage-surfaces.js';

/** Rules of receipts that concern several calls. test/e2e/receipt-points.test.ts has the rules if a process dies. */

let surfaces: StageSurfaces;
let stage: Stage;
beforeAll(async () => {
  surfaces = await StageSurfaces.open();
  stage = surfaces.stage;
});
afterAll(() => surfaces.close());

describe.each(SURFACES)('over %s', (name) => {
  const submit = (submission: Submission, more: object = {}) =>
    surfaces.call(name, 'submit_receipt', { ...submission, ...more });

  it('stores one receipt and one leaf when a request is sent twice', async () => {
    const submission = stage.signed();
    const [receipts = 0, leaves = 0] = await stage.sizes();
    const first = await submit(submission);
    expect(first.body).toEqual({ id: expect.any(String), status: 'verified', bound_to: null });
    expect(await submit(submission)).toEqual(first);
    const written = await stage.tables();
    // With other unsigned metadata it is still the same receipt, which keeps the metadata of the first submission.
    expect(await submit(submission, { metadata: { channel: 'again' } })).toEqual(first);
    expect(await stage.tables()).toEqual(written);
    expect(await stage.sizes()).toEqual([receipts + 1, leaves + 1]);
  });

  it('stores one receipt and one leaf for 20 simultaneous submissions', async () => {
    const [receipts = 0, leaves = 0] = await stage.sizes();
    const submission = stage.signed();
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) => submit(submission, n % 2 === 0 ? {} : { metadata: { n } })),
    );
    expect(new Set(answers.map(({ body }) => body?.id)).size).toBe(1);
    expect(answers.every(({ body }) => body?.status === 'verified')).toBe(true);
    expect(await stage.sizes()).toEqual([receipts + 1, leaves + 1]);
  });

  it('stores one receipt for the same bytes under a second key', async () => {
    const receipt = stage.receipt();
    const first = await submit(stage.a.signer.submission(receipt));
    expect(await submit(stage.organization.submission(receipt))).toEqual(first);
  });

  it.each<[what: string, change: object]>([
    ['another outcome', { resolution: 'failure' }],
    ['another context', { context_hash: 'another' }],
    ['metadata {}', { metadata: {} }],
  ])('rejects the same job of an agent with %s as a conflict that names the first', async (_what, change) => {
    const job_id = `job ${stage.receipt().job_id}`;
    const first = await submit(stage.signed({ job_id }));
    const before = await stage.tables();
    const conflict = await submit(stage.signed({ job_id, ...change }));
    expect(conflict).toEqual({ error: 'receipt_conflict', detail: expect.stringContaining(first.body.id) });
    const byAnotherKey = await submit(stage.signed({ job_id, ...change }, stage.organization));
    expect(byAnotherKey).toEqual(conflict);
    expect(await stage.tables()).toEqual(before);
  });

  it('accepts one of 10 simultaneous outcomes of a job, and names it in the errors of the others', async () => {
    const job_id = `job ${stage.receipt().job_id}`;
    await oneOfTenTaken(stage, (n) => submit(stage.signed({ job_id, resolution: `outcome_${n}` })));
  });

  it('stores another receipt for the same job of another agent or organization', async () => {
    const change = { job_id: `job ${stage.receipt().job_id}` };
    const first = await submit(stage.signed(change));
    const other = await submit(stage.signed({ ...change, agent_id: stage.b.agent_id }, stage.b.signer));
    expect(other.body.id).not.toBe(first.body.id);
    const theirs = await stage.other.by.ok('submit_receipt', {
      ...stage.foreign.submission(receiptFor(stage.other, stage.now, change)),
    });
    expect([first.body.id, other.body.id]).not.toContain(theirs.id);
  });
});

it('returns the id of a receipt with an invisible character in its job that an earlier version accepted', async () => {
  const { own, a, portal } = stage;
  const { receipt, bytes } = readCanonicalReceipt(stage.receipt({ job_id: 'a\u200bb' }));
  const submission = a.signer.submission({ ...receipt });
  await portal.app.store.update((rows) => {
    const key = rows.find('activeSigningKey', own.organization_id, a.agent_id);
    if (!key) throw new Error('there is no key');
    const { id: signing_key_id, key_fingerprint, organization_id } = key;
    const signed = { ...signedColumns(receipt, bytes), signed_bytes: bytes, signature: new Uint8Array(64) };
    const row = { id: 'earlier', organization_id, signing_key_id, key_fingerprint, ...signed };
    const accepted = { ...row, received_at: stage.now, metadata: null, order_id: null, delegation: null };
    return { writes: [{ type: 'receipt', receipt: accepted }], result: undefined };
  });
  for (const name of SURFACES)
    expect((await surfaces.call(name, 'submit_receipt', { ...submission })).body).toMatchObject({ id: 'earlier' });
});

describe('a maximum age of issued_at', () => {
  const DAY = 86_400_000;
  let portal: TestPortal;
  let clock: ReturnType<typeof stillClock>;
  let signer: Signer;
  beforeAll(async () => {
    clock = stillClock();
    portal = await startPortal({ clock, env: { PORTAL_RECEIPT_MAX_AGE_DAYS: '2' } });
    signer = await newSignerOf(demoAttester(portal));
    clock.advance(5 * DAY);
  });
  afterAll(() => portal.close());

  it.each<[what: string, age: number, code: string | undefined]>([
    ['at exactly the maximum', 2 * DAY, undefined],
    ['a millisecond older', 2 * DAY + 1, 'issued_at_too_old'],
    ['as old as the agent', 5 * DAY, 'issued_at_too_old'],
    ['now', 0, undefined],
  ])('accepts a receipt up to the maximum, and rejects an older one: %s', async (_what, age, code) => {
    const attester = demoAttester(portal);
    const submission = signer.submission(receiptFor(attester, clock.now() - age));
    const before = await tableCounts(portal.database);
    if (code) {
      const detail = await attester.by.refused('submit_receipt', { ...submission }, code);
      expect(detail).toMatch(/^receipt\.issued_at: .*older/);
      expect(await tableCounts(portal.database)).toEqual(before);
    } else expect(await attester.by.ok('submit_receipt', { ...submission })).toMatchObject({ status: 'verified' });
  });
});

describe('many bad signatures', () => {
  it('get 429 beyond 60 a minute by any signer, without limiting another API key', async () => {
    const clock = stillClock();
    const portal = await startPortal({ clock, rateLimit: '1' });
    const attester = demoAttester(portal);
    const signer = await newSignerOf(attester);
    const before = await tableCounts(portal.database);
    const bad = () => ({
      ...signer.submission(receiptFor(attester, clock.now())),
      signature: newSigner().signText('x'),
    });
    const outcomes: string[] = [];
    for (let n = 0; n < 10; n += 1) {
      // In these 3 seconds the key's rate limit refills, and the limit of wrong signatures permits three more.
      clock.advance(3000);
      const answers = await Promise.all(Array.from({ length: 100 }, () => attester.by.send('submit_receipt', bad())));
      for (const { status, headers, json } of answers) {
        outcomes.push(`${status} ${json.error}`);
        if (status !== 429) continue;
        expect(json.detail).toBe('Too many wrong signatures; wait 1 s.');
        expect(headers.get('retry-after')).toBe('1');
      }
    }
    const count = (outcome: string) => outcomes.filter((one) => one === outcome).length;
    expect([count('400 signature_invalid'), count('429 rate_limited')]).toEqual([60 + 9 * 3, 1000 - 60 - 9 * 3]);
    expect(await tableCounts(portal.database)).toEqual(before);
    const right = () => ({ ...signer.submission(receiptFor(attester, clock.now())) });
    expect((await attester.by.send('submit_receipt', right())).status).toBe(429);
    const { key } = await anotherKey(portal, 'organization');
    expect((await shopper(portal, { key }).send('submit_receipt', right())).status).toBe(200);
    clock.advance(1000);
    expect((await attester.by.send('submit_receipt', right())).status).toBe(200);
    await portal.close();
  });

  it("count even for unknown keys, and the error names the receipt's hash", async () => {
    const clock = stillClock();
    const portal = await startPortal({ clock, rateLimit: '1' });
    const attester = demoAttester(portal);
    const signer = await newSignerOf(attester);
    const receipt = receiptFor(attester, clock.now());
    const hash = sha256(jcs(receipt));
    const wrong = { ...signer.submission(receipt), signature: newSigner().signText('x') };
    expect(await attester.by.refused('submit_receipt', wrong, 'signature_invalid')).toContain(`SHA-256 is ${hash}`);
    const unknown = { ...wrong, public_key: newSigner().public_key };
    for (let n = 1; n < 60; n += 1) await attester.by.refused('submit_receipt', unknown, 'signing_key_unknown');
    for (const body of [unknown, wrong]) await attester.by.refused('submit_receipt', body, 'rate_limited');
    await portal.close();
  });

  it('are not retained in memory, even without limits', async () => {
    const portal = await startPortal({ clock: stillClock() });
    const attester = demoAttester(portal);
    const signer = await newSignerOf(attester);
    const metadata = Object.fromEntries(Array.from({ length: 30 }, (_, n) => [`m${n}`, 'x'.repeat(1000)]));
    const now = portal.app.portal.clock.now();
    const storm = async (count: number) => {
      for (let n = 0; n < count; n += 1) {
        const submission = signer.submission(receiptFor(attester, now, { metadata }));
        const { status, json } = await attester.by.send('submit_receipt', {
          ...{ ...submission, signature: signer.signText(`${n}`) },
        });
        expect([status, json.error]).toEqual([400, 'signature_invalid']);
        // Drops the log lines, so that only the portal's memory is measured.
        Object(portal.logged).length = 0;
      }
    };
    await storm(volume(50, 300));
    const before = heapAfterCollection();
    await storm(volume(250, 1000));
    // The bodies were 30 kB each, far more than the heap may grow.
    expect(heapAfterCollection() - before).toBeLessThan(6 * 1024 * 1024);
    await portal.close();
  });
});

function heapAfterCollection(): number {
  const collect = v8Collection();
  for (let n = 0; n < 4; n += 1) collect();
  return process.memoryUsage().heapUsed;
}

describe('receipts over stdio, where no HTTP layer has checked the text before', () => {
  let stdio: StdioLines;
  beforeAll(async () => {
    const { commandEnv, database } = stage.portal;
    stdio = startStdio(dirname(database), { ...commandEnv, PORTAL_API_KEY: stage.keys.right }, []);
    stdio.send(INITIALIZE);
    stdio.send({ method: 'notifications/initialized' });
  });
  afterAll(async () => {
    const { code, stderr } = await stdio.end();
    expect([code, stderr]).toEqual([0, '']);
  });

  it.each<[what: string, row: number, metadata: string, code: string]>([
    ['half a surrogate pair in metadata', 18, '{"x":"\\ud800"}', 'invalid_json'],
    ['half a surrogate pair in the name of a member', 19, '{"\\udc00":1}', 'invalid_json'],
    ['a reversed surrogate pair', 20, '{"x":"\\ude00\\ud83d"}', 'invalid_json'],
    ['metadata nested 40 deep', 21, `{"x":${'['.repeat(40)}${']'.repeat(40)}}`, 'invalid_receipt'],
    ['20,000 nested [', 22, `{"x":${'['.repeat(20_000)}${']'.repeat(20_000)}}`, 'invalid_json'],
    ['1e400', 24, '{"x":1e400}', 'invalid_request'],
  ])('rejects %s and stores nothing (id %d)', async (_what, row, metadata, code) => {
    const before = await stage.tables();
    const text = JSON.stringify(stage.signed({ metadata: 'LITERAL' })).replace('"LITERAL"', () => metadata);
    const call = `{"jsonrpc":"2.0","id":${row},"method":"tools/call","params":{"name":"submit_receipt","arguments":${text}}}`;
    // Written as text, because `send` would serialize the message differently.
    stdio.child.stdin.write(`${call}\n`);
    const { result } = await stdio.answer(row);
    expect(JSON.parse(result.content[0].text)).toMatchObject({ error: code });
    expect(await stage.tables()).toEqual(before);
  });
});
