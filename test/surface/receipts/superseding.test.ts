import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { jcs, type Signer, sha256 } from '../../actors/signer.js';
import { oneOfTenTaken } from './one-of-ten.js';
import type { Stage } from './stage.js';
import { StageSurfaces, SURFACES } from './stage-surfaces.js';

/** docs/receipts-format.md, Superseding: valid and invalid successors of a receipt. */

type Receipt = Readonly<Record<string, unknown>>;

let surfaces: StageSurfaces;
let stage: Stage;
beforeAll(async () => {
  surfaces = await StageSurfaces.open();
  stage = surfaces.stage;
});
afterAll(() => surfaces.close());

const hashOf = (receipt: Receipt) => sha256(jcs(receipt));
/** Returns a receipt of agent A for the same job that supersedes the given receipt. */
const following = (receipt: Receipt, change: object = {}): Receipt =>
  stage.receipt({ job_id: receipt.job_id, metadata: { supersedes: hashOf(receipt) }, ...change });

describe.each(SURFACES)('over %s', (name) => {
  const call = (operation: string, args: object) => surfaces.call(name, operation, args);
  const submit = (receipt: Receipt, signer: Signer = stage.a.signer) =>
    call('submit_receipt', signer.submission(receipt));
  const accepted = async (receipt: Receipt): Promise<string> => {
    const { body, detail } = await submit(receipt);
    expect([body?.status, detail]).toEqual(['verified', undefined]);
    return body.id;
  };
  /** Expects a rejection that changes nothing. */
  const refused = async (receipt: Receipt, detail: string | RegExp, error = 'receipt_conflict', signer?: Signer) => {
    const before = await stage.tables();
    const answer = await submit(receipt, signer);
    expect(answer).toEqual({ error, detail: expect.stringMatching(detail) });
    expect(await stage.tables()).toEqual(before);
  };

  it('accepts a chain of successors while each one is partial, and shows readers the successor', async () => {
    const first = stage.receipt({ resolution: 'partial', metadata: { done: 1 } });
    const second = following(first, { resolution: 'partial' });
    const third = following(second, { resolution: 'success' });
    const ids = [await accepted(first), await accepted(second), await accepted(third)];
    const read = await Promise.all(
      ids.map(async (receipt_id) => (await call('get_receipt', { receipt_id })).body.data),
    );
    expect(read.map(({ superseded_by }) => superseded_by)).toEqual([{ id: ids[1] }, { id: ids[2] }, null]);
    expect(read.map(({ receipt }) => receipt)).toEqual([first, second, third]);
    const { body } = await call('list_receipts', { job_id: first.job_id });
    expect(body.data).toEqual(read.toReversed());
    // Repeats return the same receipt.
    for (const [index, receipt] of [first, second, third].entries()) expect(await accepted(receipt)).toBe(ids[index]);
  });

  it('explains supersedes if it is missing after a partial receipt, but not after a final one', async () => {
    const partial = stage.receipt({ resolution: 'partial' });
    const id = await accepted(partial);
    const again = stage.receipt({ job_id: partial.job_id });
    await refused(again, new RegExp(`^receipt\\.job_id: the receipt ${id} .* it is partial: .*metadata\\.supersedes$`));
    const final = stage.receipt();
    await accepted(final);
    await refused(stage.receipt({ job_id: final.job_id, metadata: {} }), /^receipt\.job_id: .* for this job$/);
  });

  it.each(['success', 'failure', 'canceled', 'partially'])(
    'rejects a successor of a receipt whose resolution is %s',
    async (resolution) => {
      const first = stage.receipt({ resolution });
      const id = await accepted(first);
      const detail = `^receipt\\.metadata\\.supersedes: the receipt ${id} is final: its resolution is ${resolution}$`;
      await refused(following(first), new RegExp(detail));
    },
  );

  it('accepts only one successor of a receipt', async () => {
    const first = stage.receipt({ resolution: 'partial' });
    const firstId = await accepted(first);
    const secondId = await accepted(following(first, { resolution: 'partial' }));
    const detail = `^receipt\\.metadata\\.supersedes: the receipt ${firstId} was already superseded by the receipt ${secondId}$`;
    await refused(following(first, { resolution: 'failure' }), new RegExp(detail));
    await refused(stage.receipt({ job_id: first.job_id, metadata: {} }), /^receipt\.job_id: /);
  });

  it('accepts one of ten simultaneous successors, and names it in the errors of the others', async () => {
    const first = stage.receipt({ resolution: 'partial' });
    await accepted(first);
    await oneOfTenTaken(stage, (n) => submit(following(first, { resolution: `outcome_${n}` })));
  });

  it('rejects a predecessor of another job, agent or organization like an absent one', async () => {
    const first = stage.receipt({ resolution: 'partial' });
    await accepted(first);
    const theirs = { ...first, agent_id: stage.other.agent_id, consumer_id: stage.other.consumer_id };
    await stage.other.by.ok('submit_receipt', { ...stage.foreign.submission(theirs) });
    const none = /^receipt\.metadata\.supersedes: no receipt of this agent and job has this hash$/;
    await refused(following(first, { job_id: 'another' }), none);
    await refused(following(first, { agent_id: stage.b.agent_id }), none, 'receipt_conflict', stage.b.signer);
    await refused(following(theirs), none);
    await refused(following({ ...first, resolution: 'success' }), none);
  });

  it.each<[what: string, supersedes: unknown]>([
    ['upper case', 'A'.repeat(64)],
    ['63 digits', 'a'.repeat(63)],
    ['a line break at the end', `${'a'.repeat(64)}\n`],
    ['a prefix', `sha256:${'a'.repeat(64)}`],
    ['null', null],
    ['a list', ['a'.repeat(64)]],
    ['an object', {}],
    ['an empty text', ''],
  ])('rejects supersedes that is not a hash: %s', async (_what, supersedes) => {
    await refused(
      stage.receipt({ metadata: { supersedes } }),
      /^receipt\.metadata\.supersedes: must be /,
      'invalid_receipt',
    );
  });

  it('reveals nothing of the named receipt to senders of a wrong signature', async () => {
    const first = stage.receipt({ resolution: 'partial' });
    await accepted(first);
    await refused(following(first), /^signature: |^receipt\.agent_id: /, 'agent_key_mismatch', stage.b.signer);
    const { signature } = stage.b.signer.submission(following(first));
    const answer = await call('submit_receipt', { ...stage.signed(), signature });
    expect(answer.error).toBe('signature_invalid');
  });

  it('reads supersedes only from the signed metadata, not from the metadata beside the receipt', async () => {
    const first = stage.receipt({ resolution: 'partial' });
    await accepted(first);
    const metadata = { supersedes: hashOf(first) };
    const answer = await call('submit_receipt', { ...stage.signed({ job_id: first.job_id }), metadata });
    expect(answer.error).toBe('receipt_conflict');
  });
});

it("leaves a superseded receipt's bundle unchanged except for the log's growth", async () => {
  const first = stage.receipt({ resolution: 'partial' });
  const { id } = await stage.own.by.ok('submit_receipt', { ...stage.a.signer.submission(first) });
  const { data: before } = await stage.own.by.ok('get_receipt_bundle', { receipt_id: id });
  await stage.own.by.ok('submit_receipt', { ...stage.a.signer.submission(following(first)) });
  const { data: after } = await stage.own.by.ok('get_receipt_bundle', { receipt_id: id });
  expect({ ...after, log: null }).toEqual({ ...before, log: null });
});
