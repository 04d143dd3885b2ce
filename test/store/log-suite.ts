import { createPublicKey, verify } from 'node:crypto';
import { beforeEach, expect, it } from 'vitest';
import { completedSubtrees, rootAt } from '../../src/attestation/merkle.js';
import { readVkey } from '../../src/attestation/note.js';
import type { AcceptedReceipt } from '../../src/domain/receipt/receipt.js';
import type { Rows, Store } from '../../src/ports.js';
import {
  accept,
  hashOfLeaf,
  leafOf,
  OTHER_ORG,
  otherReceiptRow,
  receiptRow,
  seedAttested,
  seededEntries,
  treeHash,
} from './attested-rows.js';
import type { Bench } from './conformance.js';
import { ORG, orderRows, write } from './sample-rows.js';

/** Requirements for proofs: the log contains a leaf for each receipt, and every complete subtree of the leaves. */
export function logSuite(bench: () => Bench): void {
  beforeEach(() => seedAttested(bench().store));

  const add = (store: Store, ...ids: readonly string[]) => write(store, ...ids.map((id) => accept(receiptRow(id))));

  async function all(store: Store, organization_id = ORG.id): Promise<readonly AcceptedReceipt[]> {
    const { entries } = await store.list('receipts', { organization_id }, undefined, 1000);
    return entries.toSorted((one, two) => one.log_index - two.log_index);
  }

  /**
   * Checks that `receiptCount` receipts follow the seeded entries without gaps, and that the nodes are exactly the
   * complete subtrees of the leaves.
   */
  async function expectWhole(store: Store, receiptCount: number, organizationId = ORG.id): Promise<void> {
    const entries = seededEntries(organizationId);
    const count = entries + receiptCount;
    const receipts = await all(store, organizationId);
    expect(receipts.map(({ log_index }) => log_index - entries)).toEqual(
      Array.from({ length: receiptCount }, (_, index) => index),
    );
    await store.read((rows) => {
      const stored = rows.logLeaves(organizationId, 0, count + 1);
      expect(stored.map(({ log_index }) => log_index)).toEqual(Array.from({ length: count }, (_, index) => index));
      const leaves = stored.map(({ data }) => hashOfLeaf(data));
      expect(leaves.slice(entries)).toEqual(receipts.map(leafOf));
      const head = rows.logHead(organizationId);
      expect([head.size, Buffer.from(head.root)]).toEqual([count, treeHash(leaves)]);
      const nodes = leaves.flatMap((_leaf, index) => completedSubtrees(index));
      const hashAt = rows.logHashes(organizationId, nodes);
      for (const { level, position } of nodes) {
        const below = leaves.slice(position * 2 ** level, (position + 1) * 2 ** level);
        expect(Buffer.from(hashAt(level, position))).toEqual(treeHash(below));
      }
      for (let size = 0; size <= count; size += 1) {
        expect(Buffer.from(rootAt(size, hashAt))).toEqual(treeHash(leaves.slice(0, size)));
      }
    });
    for (let level = 0; 2 ** level <= Math.max(1, count); level += 1) {
      const next = { level, position: Math.floor(count / 2 ** level) };
      await expect(store.read((rows) => rows.logHashes(organizationId, [next]))).rejects.toMatchObject({
        cause: { message: expect.stringContaining('has no node') },
      });
    }
  }

  it('is empty at first', async () => {
    await expectWhole(bench().store, 0);
  });

  it('adds the waiting entries of a batch without those of a failed decision, and reads those of earlier ones', async () => {
    const { store } = bench();
    const place = (id: string) => orderRows(id, { evidence: { context: 2, entered: true, salts: { order: id } } });
    const waiting = (rows: Rows) =>
      rows.pendingEntries(ORG.id, 10).map(({ data }) => JSON.parse(Buffer.from(data).toString()).id);
    const placeAndRead = (id: string) => store.update((rows) => ({ writes: place(id), result: waiting(rows) }));
    // The first decisions of a store take longer than a batch may.
    for (const id of ['a', 'b']) await placeAndRead(id);
    expect(await Promise.all([placeAndRead('c'), placeAndRead('d')])).toEqual([
      ['a', 'b'],
      ['a', 'b', 'c'],
    ]);
    const results = await Promise.allSettled([
      placeAndRead('e'),
      write(store, ...place('lost'), ...place('a')),
      placeAndRead('f'),
    ]);
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(results[2]).toMatchObject({ value: ['a', 'b', 'c', 'd', 'e'] });
    expect(await store.read(waiting)).toEqual(['a', 'b', 'c', 'd', 'e', 'f']);
  });

  it('stores the complete subtrees of its leaves after each of 33 receipts', async () => {
    const { store } = bench();
    for (let count = 1; count <= 33; count += 1) {
      await add(store, `r${count}`);
      await expectWhole(store, count);
    }
  });

  it('appends the receipts of one decision and of one batch in order', async () => {
    const { store } = bench();
    await add(store, 'a', 'b', 'c');
    await Promise.all([add(store, 'd', 'e'), add(store, 'f'), add(store, 'g', 'h', 'i')]);
    expect((await all(store)).map(({ id }) => id).join('')).toBe('abcdefghi');
    await expectWhole(store, 9);
  });

  it('keeps one log for each organization', async () => {
    const { store } = bench();
    const others = ['x', 'y', 'z'].map((id) => accept(otherReceiptRow(id)));
    await write(store, accept(receiptRow('a')), ...others, accept(receiptRow('b')));
    await expectWhole(store, 2);
    await expectWhole(store, 3, OTHER_ORG.id);
  });

  it('leaves no gap or wrong node when two stores append 60 receipts at once, with duplicates', async () => {
    const stores = [bench().store, await bench().open()];
    const outcomes = await Promise.allSettled(
      Array.from({ length: 80 }, (_, n) => add(stores[n % 2] ?? bench().store, `r${n % 60}`)),
    );
    expect(outcomes.filter(({ status }) => status === 'rejected')).toHaveLength(20);
    for (const store of stores) await expectWhole(store, 60);
  });

  it('continues in a store opened later', async () => {
    await add(bench().store, 'a', 'b', 'c');
    await bench().store.close();
    const again = await bench().open();
    await add(again, 'd');
    await expectWhole(again, 4);
  });

  it('signs for each organization under its own name, with one key in every store and after reopening', async () => {
    const first = await bench().store.signLog(ORG.id);
    const other = await bench().open();
    const message = Buffer.from('a statement\n');
    const second = await other.signLog(OTHER_ORG.id);
    const key = createPublicKey(readVkey(first.public_key).publicKey.pem);
    expect(verify(null, message, key, second.sign(message))).toBe(true);
    expect(first.origin.endsWith(`/${ORG.id}`)).toBe(true);
    expect(second.origin).toBe(first.origin.replace(ORG.id, OTHER_ORG.id));
    await other.close();
    await bench().store.close();
    const again = await (await bench().open()).signLog(ORG.id);
    expect(again).toEqual({ ...first, sign: expect.any(Function) });
  });
}
