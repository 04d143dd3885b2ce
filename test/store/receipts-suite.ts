import { createHash } from 'node:crypto';
import { beforeEach, expect, it } from 'vitest';
import type { AcceptedReceipt, CheckedReceipt } from '../../src/domain/receipt/receipt.js';
import { type ReceiptFilter, type ReceiptPosition, type Store, StoreConflict } from '../../src/ports.js';
import {
  accept,
  hashOfLeaf,
  leafOf,
  OTHER_ORG,
  otherReceiptRow,
  receiptRow,
  seedAttested,
  seededEntries,
  signingKeyRow,
} from './attested-rows.js';
import type { Bench } from './conformance.js';
import { moveStock, NOW, ORG, orderRows, put, recordRow, write } from './sample-rows.js';
import { walkInPages } from './walk.js';

/** Log index of the first receipt, after the entries of agents and keys. */
const FIRST = seededEntries(ORG.id);

const conflict = expect.objectContaining({
  cause: expect.objectContaining({ name: 'StoreConflict', reason: 'exists', table: 'receipt' }),
});

/** Requirements for submitting and reading receipts. */
export function receiptsSuite(bench: () => Bench): void {
  beforeEach(() => seedAttested(bench().store));

  const add = (...rows: readonly CheckedReceipt[]) => write(bench().store, ...rows.map(accept));
  const read = (id: string, store: Store = bench().store) => store.read((rows) => rows.find('receipt', id));
  /** Number of receipts in the logs of both organizations. */
  const sizes = () =>
    bench().store.read((rows) => [ORG.id, OTHER_ORG.id].map((id) => rows.logHead(id).size - seededEntries(id)));

  it('returns exactly the stored bytes, and the position in the log', async () => {
    const bytes = Buffer.from([0, 0xff, 0x0a, 0xc3, 0x28, 0x22]);
    const row = receiptRow('r', { signed_bytes: bytes, metadata: '{"a":"é"}', job_id: 'a "job" \u2028' });
    await add(row);
    const stored = await read('r');
    expect(stored).toEqual({ ...row, log_index: FIRST, mac: expect.any(Uint8Array) });
    expect([Buffer.from(stored?.signed_bytes ?? []), Buffer.from(stored?.signature ?? [])]).toEqual([
      bytes,
      Buffer.from(row.signature),
    ]);
    expect(await read('s')).toBeUndefined();
  });

  it('keeps a chain of delegations as it was stored, and has its hash in the leaf', async () => {
    const delegation = '[{"statement":{"job":"é\u2028"}}]';
    const [bare, row] = [receiptRow('q'), receiptRow('r', { delegation })];
    await add(bare, row);
    expect([(await read('q'))?.delegation, (await read('r'))?.delegation]).toEqual([null, delegation]);
    const leaves = await bench().store.read((rows) => rows.logLeaves(ORG.id, FIRST, FIRST + 2));
    expect(leaves.map(({ data }) => hashOfLeaf(data))).toEqual([leafOf(bare), leafOf(row)]);
    const hashed = leaves.map(({ data }) => JSON.parse(Buffer.from(data).toString()).delegation_hash);
    expect(hashed).toEqual([undefined, createHash('sha256').update(delegation).digest('hex')]);
  });

  it('finds a receipt by its hash and by its job, in its own organization only', async () => {
    const { store } = bench();
    const row = receiptRow('r');
    await add(row);
    const found = (organization: string, agent: string) =>
      store.read((rows) => [
        rows.find('receiptByHash', organization, row.receipt_hash)?.id,
        rows.find('receiptOfJob', organization, agent, row.job_id)?.id,
      ]);
    expect(await found(ORG.id, 'agt_1')).toEqual(['r', 'r']);
    expect(await found(ORG.id, 'agt_2')).toEqual(['r', undefined]);
    expect(await found(OTHER_ORG.id, 'agt_1')).toEqual([undefined, undefined]);
  });

  it.each<[what: string, change: Partial<CheckedReceipt>]>([
    ['id', { id: 'r', job_id: 'another', receipt_hash: 'another' }],
    ['job of one agent', { job_id: 'job of r' }],
    ['job of one agent, with another resolution', { job_id: 'job of r', resolution: 'failure' }],
  ])('rejects a second receipt of the same %s, and appends nothing to the log', async (_what, change) => {
    await add(receiptRow('r'));
    await expect(add(receiptRow('s', change))).rejects.toEqual(conflict);
    expect(await sizes()).toEqual([1, 0]);
    await add(receiptRow('t'));
    expect([await read('r'), await read('t')]).toMatchObject([{ log_index: FIRST }, { log_index: FIRST + 1 }]);
    expect(change.id ?? (await read('s'))).toBe(change.id);
  });

  it('stores only one successor of each receipt; a lookup by job finds the first receipt', async () => {
    const { store } = bench();
    const job_id = 'the job';
    const first = receiptRow('first', { job_id, resolution: 'partial' });
    const second = receiptRow('second', { job_id, resolution: 'partial', supersedes: first.receipt_hash });
    const third = receiptRow('third', { job_id, supersedes: second.receipt_hash });
    for (const row of [first, second, third]) await add(row);
    for (const supersedes of [first, second].map(({ receipt_hash }) => receipt_hash))
      await expect(add(receiptRow('again', { job_id, supersedes }))).rejects.toEqual(conflict);
    await expect(add(receiptRow('again', { job_id }))).rejects.toEqual(conflict);
    expect(await sizes()).toEqual([3, 0]);
    const after = (agent: string, { receipt_hash }: CheckedReceipt, organization = ORG.id) =>
      store.read((rows) => rows.find('receiptSuperseding', organization, agent, job_id, receipt_hash)?.id);
    expect([await after('agt_1', first), await after('agt_1', second), await after('agt_1', third)]).toEqual([
      ...['second', 'third', undefined],
    ]);
    expect([await after('agt_2', first), await after('agt_1', first, OTHER_ORG.id)]).toEqual([undefined, undefined]);
    expect(await store.read((rows) => rows.find('receiptOfJob', ORG.id, 'agt_1', job_id))).toMatchObject({
      ...{ id: 'first', supersedes: null },
    });
    expect(await read('second')).toMatchObject({ supersedes: first.receipt_hash, resolution: 'partial' });
  });

  it('supersedes a receipt once when two stores decide at once', async () => {
    const stores = [bench().store, await bench().open()];
    const job_id = 'the job';
    const first = receiptRow('first', { job_id, resolution: 'partial' });
    await add(first);
    const follow = (store: Store, id: string) =>
      store.update((rows) => {
        const known = rows.find('receiptSuperseding', ORG.id, 'agt_1', job_id, first.receipt_hash);
        if (known) return { writes: [], result: known.id };
        return { writes: [accept(receiptRow(id, { job_id, supersedes: first.receipt_hash }))], result: id };
      });
    const ids = await Promise.all(stores.flatMap((store, n) => [0, 1, 2, 3].map((m) => follow(store, `${n}${m}`))));
    expect(new Set(ids).size).toBe(1);
    expect(await sizes()).toEqual([2, 0]);
  });

  it('stores receipts of one job by two agents, and receipts with one hash by two organizations', async () => {
    const row = receiptRow('r');
    const { job_id, receipt_hash } = row;
    await add(row, receiptRow('s', { agent_id: 'agt_2', job_id }), otherReceiptRow('t', { job_id, receipt_hash }));
    expect(await sizes()).toEqual([2, 1]);
    expect(await read('t')).toMatchObject({ log_index: seededEntries(OTHER_ORG.id), receipt_hash });
  });

  it('appends the rest of a batch without the receipt of a failed decision', async () => {
    const { store } = bench();
    const failing = write(store, accept(receiptRow('r')), moveStock('none', 1));
    const beside = add(receiptRow('s'));
    const dangling = add(receiptRow('t', { agent_id: 'agt_absent' }));
    const [failed, , dangled] = await Promise.allSettled([failing, beside, dangling]);
    expect(failed).toMatchObject({ status: 'rejected', reason: { cause: expect.any(StoreConflict) } });
    expect(dangled).toMatchObject({ status: 'rejected' });
    expect(await sizes()).toEqual([1, 0]);
    expect([await read('r'), await read('s'), await read('t')]).toMatchObject([
      undefined,
      { log_index: FIRST },
      undefined,
    ]);
  });

  it('accepts one outcome of a job when two stores decide at once', async () => {
    const stores = [bench().store, await bench().open()];
    const settle = (store: Store, id: string) =>
      store.update((rows) => {
        const first = rows.find('receiptOfJob', ORG.id, 'agt_1', 'the job');
        if (first) return { writes: [], result: first.id };
        return { writes: [accept(receiptRow(id, { job_id: 'the job' }))], result: id };
      });
    const ids = await Promise.all(stores.flatMap((store, n) => [0, 1, 2, 3].map((m) => settle(store, `${n}${m}`))));
    expect(new Set(ids).size).toBe(1);
    expect(await sizes()).toEqual([1, 0]);
  });

  it('keeps a receipt unchanged: no write of the port changes or removes one', async () => {
    const row = receiptRow('r');
    await add(row);
    await write(bench().store, put('idempotency', recordRow('a', 1)));
    await expect(add({ ...row, metadata: '{}' })).rejects.toEqual(conflict);
    expect(await read('r', await bench().open())).toEqual({ ...row, log_index: FIRST, mac: expect.any(Uint8Array) });
  });

  it("finds a context's order, in its own organization only", async () => {
    const { store } = bench();
    const totals = [{ type: 'total', amount: 500 }] as const;
    await write(store, ...orderRows('1', { totals }), ...orderRows('2', { totals }));
    const context = (id: string) =>
      `{"checkout_id":"chk_${id}","created_at":"${new Date(NOW).toISOString()}","currency":"USD","line_items":[],"order_id":"${id}","total":500,"v":1}`;
    const hash = (id: string) => `sha256:${createHash('sha256').update(context(id)).digest('hex')}`;
    const found = (organization: string, id: string) =>
      store.read((rows) => rows.find('orderByContext', organization, hash(id))?.id);
    expect([await found(ORG.id, '1'), await found(ORG.id, '2'), await found(ORG.id, '3')]).toEqual([
      '1',
      '2',
      undefined,
    ]);
    expect(await found(OTHER_ORG.id, '1')).toBeUndefined();
  });

  /** Receipts, received in this order and by default issued in the opposite order. */
  const PARTS: readonly Partial<CheckedReceipt>[] = [
    { agent_id: 'agt_1', consumer_id: 'con_1', job_id: 'a' },
    { agent_id: 'agt_1', consumer_id: 'con_2', job_id: 'b', context_hash: 'x' },
    { agent_id: 'agt_2', consumer_id: 'con_1', job_id: 'a', resolution: 'failure' },
    { agent_id: 'agt_2', consumer_id: 'con_2', job_id: 'c', context_hash: 'x', resolution: 'failure' },
    { agent_id: 'agt_1', consumer_id: 'con_1', job_id: 'c', signing_key_id: 'key_2' },
    { agent_id: 'agt_2', consumer_id: 'con_2', job_id: 'b', signing_key_id: 'key_2', context_hash: 'x' },
    { agent_id: 'agt_2', consumer_id: 'con_1', job_id: 'd', issued_at: NOW },
    // Received and issued at the same instants as the previous one, so the later one in the log is newer.
    { agent_id: 'agt_2', consumer_id: 'con_1', job_id: 'e', received_at: NOW + 6, issued_at: NOW },
    { agent_id: 'agt_1', consumer_id: 'con_1', job_id: 'f', received_at: NOW + 6 },
  ];
  const FILTERS: readonly Partial<ReceiptFilter>[] = [
    {},
    { agent_id: 'agt_1' },
    { consumer_id: 'con_2' },
    { job_id: 'a' },
    { agent_id: 'agt_2', consumer_id: 'con_2' },
    { agent_id: 'agt_2', job_id: 'a' },
    { consumer_id: 'con_1', job_id: 'c' },
    { agent_id: 'agt_1', consumer_id: 'con_1', job_id: 'c' },
    { agent_id: 'agt_1', consumer_id: 'con_2', job_id: 'c' },
    { agent_id: 'agt_3' },
    { context_hash: 'x' },
    { resolution: 'failure' },
    { signing_key_id: 'key_2' },
    { context_hash: 'x', resolution: 'failure', agent_id: 'agt_2' },
    { signing_key_id: 'key_2', resolution: 'success', consumer_id: 'con_2' },
    { received_from: NOW + 2 },
    { received_before: NOW + 2 },
    { received_from: NOW, received_before: NOW + 1 },
    { received_from: NOW + 3, received_before: NOW + 3 },
    { received_from: NOW + 1, received_before: NOW + 6, agent_id: 'agt_2' },
    { issued_from: NOW - 4 },
    { issued_before: NOW - 4 },
    { issued_from: NOW - 5, issued_before: NOW, consumer_id: 'con_1' },
    { issued_from: NOW - 5, received_from: NOW + 1, received_before: NOW + 5 },
  ];

  it.each(FILTERS)('lists by %j, newest first, each once, in pages of any size', async (filter) => {
    await write(bench().store, put('signing_key', signingKeyRow('key_2', { agent_id: 'agt_2' })));
    const rows = PARTS.map((part, n) => receiptRow(`r${n}`, { received_at: NOW + n, issued_at: NOW - n, ...part }));
    for (const row of rows) await add(row);
    await add(otherReceiptRow('theirs', { job_id: 'a' }));
    const {
      received_from = 0,
      received_before = Infinity,
      issued_from = 0,
      issued_before = Infinity,
      ...equal
    } = filter;
    const found = rows.filter(
      (row) =>
        Object.entries(equal).every(([name, value]) => Reflect.get(row, name) === value) &&
        row.received_at >= received_from &&
        row.received_at < received_before &&
        row.issued_at >= issued_from &&
        row.issued_at < issued_before,
    );
    const by = 'issued_from' in filter || 'issued_before' in filter ? 'issued_at' : 'received_at';
    // Receipts of the same instant are in log order, which the stable sort preserves.
    const expected = found.toReversed().toSorted((one, two) => two[by] - one[by]);
    for (const limit of [1, 2, 3, 100]) expect(await idsOf(filter, limit)).toEqual(expected.map(({ id }) => id));
  });

  it('stores no receipt with an earlier time than the one before it, in the same transaction or later', async () => {
    await add(receiptRow('r0', { received_at: NOW + 5 }), receiptRow('r1', { received_at: NOW }));
    await add(receiptRow('r2', { received_at: NOW + 4 }));
    await add(otherReceiptRow('theirs', { received_at: NOW }));
    await add(receiptRow('r3', { received_at: NOW + 6 }));
    const times = await bench().store.read((rows) =>
      ['r0', 'r1', 'r2', 'theirs', 'r3'].map((id) => (rows.find('receipt', id)?.received_at ?? 0) - NOW),
    );
    expect(times).toEqual([5, 5, 5, 0, 6]);
  });

  it('returns each receipt once while others are added', async () => {
    await add(...[0, 1, 2, 3, 4].map((n) => receiptRow(`r${n}`)));
    const seen = await idsOf({}, 2, async (turn) => add(receiptRow(`later${turn}`)));
    expect(seen).toEqual(['r4', 'r3', 'r2', 'r1', 'r0']);
    expect((await idsOf({}, 2)).slice(0, 2)).toEqual(['later1', 'later0']);
  });

  async function idsOf(filter: Partial<ReceiptFilter>, limit: number, between?: (turn: number) => Promise<void>) {
    const all = { organization_id: ORG.id, ...filter };
    const page = (after: ReceiptPosition | undefined) => bench().store.list('receipts', all, after, limit);
    return (await walkInPages(limit, page, between)).map(({ id }: AcceptedReceipt) => id);
  }
}
