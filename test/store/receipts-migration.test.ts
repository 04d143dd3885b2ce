import { createHash } from 'node:crypto';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Database } from 'better-sqlite3';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { OpenedStore } from '../../src/store/open-store.js';
import { jcs, receiptFor } from '../actors/signer.js';
import { newStore, storeOn } from '../support/store.js';
import { temporaryFolder } from '../support/temporary-folder.js';
import { insertSigner, openOldFile, shapeOf } from './old-file.js';
import { NOW, ORG } from './sample-rows.js';

/** Migration 17 adds the columns for receipt lists, and fills them from the signed bytes. */

/** A version that finds receipts only by agent, consumer and job, and whose logs have no entries yet. */
const BEFORE = 14;

let folder: string;
let file: string;
let store: OpenedStore | undefined;
beforeEach(() => {
  folder = temporaryFolder();
  file = join(folder, 'portal.db');
});
afterEach(async () => {
  await store?.close();
  store = undefined;
  rmSync(folder, { recursive: true });
});

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

function makeOldFile(bodies: readonly string[]): void {
  const database = openOldFile(file, BEFORE);
  insertSigner(database);
  for (const [index, body] of bodies.entries()) insertReceipt(database, index, body);
  database.close();
}

function insertReceipt(database: Database, index: number, body: string): void {
  const row = {
    ...{ id: `r${index}`, organization_id: ORG.id, log_index: index, agent_id: 'agt_1', consumer_id: 'con_1' },
    ...{ job_id: `job ${index}`, receipt_hash: sha256(body), signing_key_id: 'key_1', key_fingerprint: 'f' },
    ...{
      signed_bytes: Buffer.from(body),
      signature: Buffer.alloc(64, index),
      issued_at: NOW,
      received_at: NOW + index,
    },
    ...{ metadata: index === 0 ? '{"a":1}' : null, mac: Buffer.alloc(32, index) },
  };
  const names = Object.keys(row);
  database.prepare(`INSERT INTO receipt (${names.join()}) VALUES (${names.map((name) => `@${name}`).join()})`).run(row);
}

const receipt = (change: object) => jcs(receiptFor({ agent_id: 'agt_1', consumer_id: 'con_1' }, NOW, { ...change }));

it('fills the columns from the signed bytes, and leaves everything else unchanged', async () => {
  const first = receipt({ resolution: 'partial', context_hash: 'a "job"' });
  const claims = receipt({ metadata: { supersedes: sha256(first) } });
  // Receipts of different jobs could name the same predecessor before supersedes had a meaning.
  const claimsToo = receipt({ metadata: { supersedes: sha256(first), more: 1 } });
  const other = receipt({ resolution: 'failure', metadata: { supersedes: 'the first one' } });
  const bodies = [first, claims, claimsToo, other, 'no JSON', '{"resolution":1}'];
  makeOldFile(bodies);
  const opened = await storeOn(file);
  store = opened;
  const rows = await Promise.all(bodies.map((_body, index) => opened.read((all) => all.find('receipt', `r${index}`))));
  const found = rows.map((row) => [row?.resolution, row?.context_hash, row?.supersedes]);
  const about = `sha256:${sha256('a job')}`;
  expect(found).toEqual([
    ['partial', 'a "job"', null],
    ['success', about, sha256(first)],
    ['success', about, sha256(first)],
    ['failure', about, null],
    // Rows that the portal would not write: `portal log verify` reports them.
    ['', '', null],
    ['', '', null],
  ]);
  for (const [index, body] of bodies.entries()) {
    expect(rows[index]).toMatchObject({
      ...{ id: `r${index}`, log_index: index, job_id: `job ${index}`, received_at: NOW + index },
      ...{ receipt_hash: sha256(body), metadata: index === 0 ? '{"a":1}' : null },
      ...{ signed_bytes: Buffer.from(body), mac: Buffer.alloc(32, index), signature: Buffer.alloc(64, index) },
    });
  }
  const { entries } = await opened.list('receipts', { organization_id: ORG.id, resolution: 'success' }, undefined, 10);
  expect(entries.map(({ id }) => id)).toEqual(['r2', 'r1']);
});

it('ends with the schema of a new file', async () => {
  makeOldFile([receipt({})]);
  await (await storeOn(file)).close();
  const fresh = join(folder, 'new.db');
  await (await newStore(fresh)).close();
  expect(shapeOf(file)).toEqual(shapeOf(fresh));
});
