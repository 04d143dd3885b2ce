import { createHash } from 'node:crypto';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Database } from 'better-sqlite3';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { newStore, storeOn } from '../support/store.js';
import { temporaryFolder } from '../support/temporary-folder.js';
import { insertSigner, openOldFile, shapeOf } from './old-file.js';
import { NOW, ORG } from './sample-rows.js';

/** Migration 54 divides the index of receipts by hash into parts of 512 leaves. */

const BEFORE = 53;

/** Leaves at both ends of parts. Between them are parts without a receipt. */
const LEAVES = [0, 511, 512, 1_023, 1_024, 9_999];

let folder: string;
let file: string;
beforeEach(() => {
  folder = temporaryFolder();
  file = join(folder, 'portal.db');
});
afterEach(() => rmSync(folder, { recursive: true }));

const hashOf = (leaf: number) => createHash('sha256').update(String(leaf)).digest('hex');

function makeOldFile(leaves: readonly number[]): void {
  const database = openOldFile(file, BEFORE);
  insertSigner(database);
  for (const leaf of leaves) insertReceipt(database, leaf);
  database.close();
}

function insertReceipt(database: Database, leaf: number): void {
  const row = {
    ...{ id: `r${leaf}`, organization_id: ORG.id, log_index: leaf, agent_id: 'agt_1', consumer_id: 'con_1' },
    ...{ job_id: `job ${leaf}`, resolution: 'success', context_hash: 'c', receipt_hash: hashOf(leaf) },
    ...{ signing_key_id: 'key_1', key_fingerprint: 'f', signed_bytes: Buffer.from('{}'), signature: Buffer.alloc(64) },
    ...{ issued_at: NOW, received_at: NOW, metadata: '{"a":1}', mac: Buffer.alloc(32, 1), delegation: '{}' },
  };
  const names = Object.keys(row);
  database.prepare(`INSERT INTO receipt (${names.join()}) VALUES (${names.map((name) => `@${name}`).join()})`).run(row);
}

it('finds each receipt by its hash, in whichever part of the index it is, and leaves it unchanged', async () => {
  makeOldFile(LEAVES);
  const store = await storeOn(file);
  const find = (organization: string, hash: string) =>
    store.read((rows) => rows.find('receiptByHash', organization, hash));
  for (const leaf of LEAVES)
    expect(await find(ORG.id, hashOf(leaf))).toMatchObject({
      ...{ id: `r${leaf}`, log_index: leaf, job_id: `job ${leaf}`, receipt_hash: hashOf(leaf) },
      ...{ metadata: '{"a":1}', mac: Buffer.alloc(32, 1), delegation: '{}' },
    });
  // Has the same start as a stored hash, by which the index finds it.
  expect(await find(ORG.id, hashOf(511).slice(0, 16).padEnd(64, '0'))).toBeUndefined();
  expect(await find('org_other', hashOf(511))).toBeUndefined();
  await store.close();
});

it('ends with the schema of a new file', async () => {
  makeOldFile([0]);
  await (await storeOn(file)).close();
  const fresh = join(folder, 'new.db');
  await (await newStore(fresh)).close();
  expect(shapeOf(file)).toEqual(shapeOf(fresh));
});
