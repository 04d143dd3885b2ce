import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { demoAttester, newSignerOf } from '../../actors/attester.js';
import { jcs, newSigner, receiptFor, sha256 } from '../../actors/signer.js';
import { startPortal } from '../../support/portal.js';
import { stillClock } from '../../support/still-clock.js';
import { tableCounts } from '../../support/table-counts.js';
import { JSON_TYPE, keyLine } from './case.js';
import { KEY_ROWS } from './key-rows.js';
import { MEMBER_ROWS } from './member-rows.js';
import { SIGNATURE_ROWS } from './signature-rows.js';
import { Stage } from './stage.js';
import { send } from './wire.js';

/** `submit_receipts` decides on each receipt separately, in order, like `submit_receipt`. */

let stage: Stage;
beforeAll(async () => {
  stage = await Stage.open();
});
afterAll(() => stage.portal.close());

const batch = (receipts: readonly unknown[]) => stage.own.by.ok('submit_receipts', { receipts });
const hashOf = (receipt: unknown) => sha256(jcs(receipt));

describe('each error of a single receipt', () => {
  const rows = [...MEMBER_ROWS, ...SIGNATURE_ROWS, ...KEY_ROWS].filter(
    (one) => !one.headers && one.outcome !== 'verified',
  );

  it.each(rows.map((one) => [`row ${one.row}: ${one.what}`, one] as const))(
    'is returned for its entry of a batch, or rejects the batch: %s',
    async (_title, one) => {
      const body = one.body(stage);
      const text =
        typeof body === 'string' || body instanceof Uint8Array ? Buffer.from(body).toString() : JSON.stringify(body);
      const right = stage.signed();
      const [receipts = 0, leaves = 0] = await stage.sizes();
      const headers = [JSON_TYPE, keyLine(stage.keys.right)];
      const sent = `{"receipts":[${text},${JSON.stringify(right)}]}`;
      const { status, json } = await send(stage.portal.url, '/api/receipts/batch', headers, Buffer.from(sent));
      if (one.outcome === 'verified') throw new Error('only refusals are here');
      const [, error, detail = /./] = one.outcome;
      // A syntax error, or a number that parsing would change, rejects the whole batch.
      if (status !== 200) {
        expect([status, json.error]).toEqual(one.outcome.slice(0, 2));
        expect(json.detail.replace(/^receipts\[0\]\./, '')).toMatch(detail);
        expect(await stage.sizes()).toEqual([receipts, leaves]);
        return;
      }
      expect(json.data).toEqual([
        { error, detail: expect.stringMatching(detail) },
        { id: expect.any(String), status: 'verified', bound_to: null },
      ]);
      expect(await stage.sizes()).toEqual([receipts + 1, leaves + 1]);
    },
  );
});

it('returns results in the order of the receipts, logs the receipts in this order, and repeats the results', async () => {
  const submissions = Array.from({ length: 100 }, () => stage.signed());
  const [, before = 0] = await stage.sizes();
  const { data } = await batch(submissions);
  const read = await Promise.all(
    data.map(async ({ id }: { id: string }) => (await stage.own.by.ok('get_receipt', { receipt_id: id })).data),
  );
  expect(read.map(({ log_index }) => log_index)).toEqual(submissions.map((_one, index) => before + index));
  expect(read.map(({ receipt }) => receipt)).toEqual(submissions.map(({ receipt }) => receipt));
  const written = await stage.tables();
  expect(await batch(submissions)).toEqual({ data });
  expect(await stage.tables()).toEqual(written);
});

it('decides on receipts in order: one without its predecessor, a repeat, a conflict and a successor', async () => {
  const first = stage.receipt({ resolution: 'partial' });
  const job_id = first.job_id;
  const second = stage.receipt({ job_id, metadata: { supersedes: hashOf(first) } });
  const early = stage.receipt({ metadata: { supersedes: hashOf(stage.receipt()) } });
  const signed = (receipt: Readonly<Record<string, unknown>>) => stage.a.signer.submission(receipt);
  const [receipts = 0, leaves = 0] = await stage.sizes();
  const { data } = await batch([early, first, first, stage.receipt({ job_id }), second, second].map(signed));
  const [, one, again, , two, twoAgain] = data;
  const conflict = (detail: string) => ({ error: 'receipt_conflict', detail: expect.stringContaining(detail) });
  expect(data).toEqual([
    ...[
      conflict('no receipt of this agent and job'),
      { id: one.id, status: 'verified', bound_to: null },
      one,
      conflict(one.id),
    ],
    ...[{ id: two.id, status: 'verified', bound_to: null }, two],
  ]);
  expect([again, twoAgain]).toEqual([one, two]);
  const { data: superseded } = await stage.own.by.ok('get_receipt', { receipt_id: one.id });
  expect(superseded.superseded_by).toEqual({ id: two.id });
  const third = stage.receipt({ job_id, metadata: { supersedes: hashOf(first), late: true } });
  expect(await batch([signed(third)])).toEqual({ data: [conflict(`superseded by the receipt ${two.id}`)] });
  expect(await stage.sizes()).toEqual([receipts + 2, leaves + 2]);
});

it('reveals nothing of other organizations', async () => {
  const receipt = receiptFor(stage.other, stage.now, { resolution: 'partial' });
  await stage.other.by.ok('submit_receipt', { ...stage.foreign.submission(receipt) });
  const { data } = await batch([
    stage.foreign.submission(receipt),
    stage.organization.submission({ ...receipt, agent_id: stage.other.agent_id }),
    stage.signed({ metadata: { supersedes: hashOf(receipt) } }),
  ]);
  expect(data.map(({ error }: { error: string }) => error)).toEqual([
    ...['signing_key_unknown', 'agent_unknown', 'receipt_conflict'],
  ]);
});

it('replays a batch with an idempotency key if all receipts were accepted, and otherwise runs it again', async () => {
  const signer = newSigner();
  const { id: agent_id } = (await stage.own.by.ok('create_agent', { name: 'Late' })).data;
  const late = signer.submission(stage.receipt({ agent_id }));
  const send = (receipts: readonly unknown[], key: string) =>
    stage.own.by.send('submit_receipts', { receipts }, { 'idempotency-key': key });
  const submissions = [stage.signed(), late];
  const refused = await send(submissions, 'key of a batch');
  expect(refused.json.data).toMatchObject([{ status: 'verified' }, { error: 'signing_key_unknown' }]);
  await stage.own.by.ok('register_signing_key', { public_key: signer.public_key, agent_id });
  const accepted = await send(submissions, 'key of a batch');
  expect(accepted.json.data).toMatchObject([refused.json.data[0], { status: 'verified' }]);
  expect(accepted.headers.get('idempotent-replayed')).toBeNull();
  const repeated = await send(submissions, 'key of a batch');
  expect([repeated.json, repeated.headers.get('idempotent-replayed')]).toEqual([accepted.json, 'true']);
  const other = await send([stage.signed()], 'key of a batch');
  expect([other.status, other.json.error]).toEqual([409, 'idempotency_conflict']);
});

it('writes nothing for an API key that is revoked or lacks the scope', async () => {
  const before = await stage.tables();
  const headers = [JSON_TYPE, keyLine(stage.keys.revoked)];
  const body = Buffer.from(JSON.stringify({ receipts: [stage.signed()] }));
  expect(await send(stage.portal.url, '/api/receipts/batch', headers, body)).toMatchObject({ status: 401 });
  const unscoped = [JSON_TYPE, keyLine(stage.keys.unscoped)];
  expect(await send(stage.portal.url, '/api/receipts/batch', unscoped, body)).toMatchObject({ status: 403 });
  expect(await stage.tables()).toEqual(before);
});

it('counts each wrong signature, verifies no receipt beyond the limit, and then rejects whole calls', async () => {
  const clock = stillClock();
  const portal = await startPortal({ clock, rateLimit: '1' });
  const attester = demoAttester(portal);
  const signer = await newSignerOf(attester);
  const right = () => signer.submission(receiptFor(attester, clock.now()));
  const wrong = () => ({ ...right(), signature: newSigner().signText('x') });
  const receipts = [right(), ...Array.from({ length: 70 }, wrong), right()];
  const { data } = await attester.by.ok('submit_receipts', { receipts });
  const errors = data.map(({ error }: { error?: string }) => error);
  expect(errors).toEqual([...[undefined, ...Array(60).fill('signature_invalid')], ...Array(11).fill('rate_limited')]);
  const before = await tableCounts(portal.database);
  for (const [name, args] of [
    ['submit_receipts', { receipts: [right()] }],
    ['submit_receipt', right()],
  ] as const)
    await attester.by.refused(name, { ...args }, 'rate_limited');
  expect(await tableCounts(portal.database)).toEqual(before);
  clock.advance(1000);
  expect((await attester.by.ok('submit_receipts', { receipts: [right()] })).data).toMatchObject([
    { status: 'verified' },
  ]);
  await portal.close();
});
