import { rmSync } from 'node:fs';
import { join } from 'node:path';
import DatabaseConstructor, { type Database } from 'better-sqlite3';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { rootOf } from '../../src/attestation/merkle.js';
import { readVkey } from '../../src/attestation/note.js';
import type { CheckedReceipt } from '../../src/domain/receipt/receipt.js';
import { replaceWrite } from '../../src/ports.js';
import { Log } from '../../src/store/log/log.js';
import { LogKey } from '../../src/store/log/log-key.js';
import { logKeyFile } from '../../src/store/log/log-key-file.js';
import { readHead } from '../../src/store/log/log-reads.js';
import type { OpenedStore } from '../../src/store/open-store.js';
import { QueryReader } from '../../src/store/sqlite/file/query-reader.js';
import { newStore, storeOn } from '../support/store.js';
import { temporaryFolder } from '../support/temporary-folder.js';
import {
  accept,
  hashOfLeaf,
  OTHER_ORG,
  otherReceiptRow,
  receiptRow,
  seedAttested,
  seededEntries,
  treeHash,
} from './attested-rows.js';
import { ORG, put, write } from './sample-rows.js';

/** The head of a log is written once per flush, and must match the rows, even after rejections. */

let folder: string;
let path: string;
let store: OpenedStore;
let file: Database;
beforeEach(async () => {
  folder = temporaryFolder();
  path = join(folder, 'portal.db');
  store = await newStore(path);
  await write(store, put('organization', ORG));
  await seedAttested(store);
  file = new DatabaseConstructor(path);
  file.exec('CREATE TABLE head_write (organization_id TEXT, size INTEGER)');
  file.exec(
    'CREATE TRIGGER count_heads AFTER UPDATE ON log_head BEGIN INSERT INTO head_write VALUES (new.organization_id, new.size); END',
  );
  // Stops the clock, so that a slow machine does not split a batch.
  vi.spyOn(performance, 'now').mockReturnValue(performance.now());
});
afterEach(async () => {
  vi.restoreAllMocks();
  file.close();
  await store.close();
  rmSync(folder, { recursive: true });
});

const add = (...receipts: readonly CheckedReceipt[]) =>
  store.update(() => ({ writes: receipts.map(accept), result: receipts.length }));
const headWrites = () => file.prepare('SELECT organization_id, size FROM head_write ORDER BY 1, 2').all();

/** Checks that the stored head matches the stored leaves and has a valid MAC. Returns the receipt ids in log order. */
async function soundReceipts(organizationId: string): Promise<string[]> {
  const head = new QueryReader(file).read(readHead(organizationId));
  if (!head) throw new Error('there is no head');
  const vkey: unknown = file.prepare('SELECT vkey FROM log_identity').pluck().get();
  expect(new Log(new LogKey(String(vkey), logKeyFile(path))).isOurs(organizationId, head)).toBe(true);
  expect(readVkey(String(vkey)).name).toBe(store.logName);
  const leaves = await store.read((rows) => rows.logLeaves(organizationId, 0, 1000));
  expect(leaves.map(({ log_index }) => log_index)).toEqual(leaves.map((_leaf, index) => index));
  expect([head.size, Buffer.from(rootOf(head.peaks))]).toEqual([
    leaves.length,
    treeHash(leaves.map(({ data }) => hashOfLeaf(data))),
  ]);
  return file
    .prepare<[string], string>('SELECT id FROM receipt WHERE organization_id = ? ORDER BY log_index')
    .pluck()
    .all(organizationId);
}

it('writes the head of each log once per flush, without the rejected receipts', async () => {
  const outcomes = await Promise.allSettled([
    add(receiptRow('a')),
    add(otherReceiptRow('x')),
    add(receiptRow('b'), receiptRow('c')),
    add(receiptRow('a')),
    // The leaf of `d` is appended before the repeated `a` is rejected, so it must be rolled back.
    add(receiptRow('d'), receiptRow('a')),
    add(receiptRow('e')),
    add(otherReceiptRow('x'), otherReceiptRow('y')),
  ]);
  expect(outcomes.map(({ status }) => status[0]).join('')).toBe('fffrrfr');
  expect(await soundReceipts(ORG.id)).toEqual(['a', 'b', 'c', 'e']);
  expect(await soundReceipts(OTHER_ORG.id)).toEqual(['x']);
  expect(headWrites()).toEqual([
    { organization_id: ORG.id, size: seededEntries(ORG.id) + 4 },
    { organization_id: OTHER_ORG.id, size: seededEntries(OTHER_ORG.id) + 1 },
  ]);
});

it('writes no head in a flush that rejects all receipts', async () => {
  await add(receiptRow('a'));
  const before = headWrites();
  await expect(add(receiptRow('b'), receiptRow('a'))).rejects.toThrow();
  expect(headWrites()).toEqual(before);
  expect(await soundReceipts(ORG.id)).toEqual(['a']);
});

it('later decisions of a flush see the new head before it is written', async () => {
  const sizes = await Promise.all([
    add(receiptRow('a'), receiptRow('b')).then(() => undefined),
    store.update((rows) => ({ writes: [], result: rows.logHead(ORG.id).size })),
  ]);
  expect(sizes).toEqual([undefined, seededEntries(ORG.id) + 2]);
});

it('the head covers the entry of a key that is changed between two receipts', async () => {
  const before = seededEntries(ORG.id);
  await Promise.all([
    add(receiptRow('a')),
    store.update((rows) => {
      const key = rows.get('signing_key', receiptRow('a').signing_key_id);
      if (!key) throw new Error('there is no key');
      const row = { ...key, status: 'retired' as const, retired_at: 5, updated_at: 5 };
      return { writes: [replaceWrite('signing_key', key, row)], result: undefined };
    }),
    add(receiptRow('b')),
  ]);
  expect(await soundReceipts(ORG.id)).toEqual(['a', 'b']);
  expect(headWrites()).toEqual([{ organization_id: ORG.id, size: before + 3 }]);
});

it('fails the whole flush when the head cannot be written: acknowledges and stores nothing', async () => {
  await add(receiptRow('a'));
  file.exec("CREATE TRIGGER no_head BEFORE UPDATE ON log_head BEGIN SELECT RAISE(ABORT, 'no'); END");
  const outcomes = await Promise.allSettled([add(receiptRow('b')), add(receiptRow('c')), add(otherReceiptRow('x'))]);
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
  file.exec('DROP TRIGGER no_head');
  expect(await soundReceipts(ORG.id)).toEqual(['a']);
  expect(await soundReceipts(OTHER_ORG.id)).toEqual([]);
  await Promise.all([add(receiptRow('d')), add(otherReceiptRow('y'))]);
  expect(await soundReceipts(ORG.id)).toEqual(['a', 'd']);
  expect(await soundReceipts(OTHER_ORG.id)).toEqual(['y']);
});

it('each flush continues from the head that another process wrote', async () => {
  const other = await storeOn(path);
  for (const id of ['a', 'b', 'c', 'd']) {
    const [by, receipt] = [id < 'c' ? store : other, receiptRow(id)];
    await by.update(() => ({ writes: [accept(receipt)], result: undefined }));
    await add(receiptRow(`${id} after`));
  }
  await other.close();
  expect(await soundReceipts(ORG.id)).toEqual(['a', 'b', 'c', 'd'].flatMap((id) => [id, `${id} after`]));
});
