import { randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { appendLeaf, type TreeNode } from '../../src/attestation/merkle.js';
import type { OpenedStore } from '../../src/store/open-store.js';
import { migrationTexts } from '../../src/store/postgres/connection/migrate.js';
import { emptyPostgres } from '../support/postgres.js';
import { inPostgres } from '../support/postgres-rows.js';
import { newStore, storeOn } from '../support/store.js';
import { temporaryFolder } from '../support/temporary-folder.js';
import { openOldFile, shapeOf } from './old-file.js';
import { ORG } from './sample-rows.js';

/** Migrations 51 on SQLite and 31 on PostgreSQL store nodes by the leaf that completes them, instead of by level. */

const BEFORE = { sqlite: 50, postgres: 30 };

const ADD_ORGANIZATION =
  "INSERT INTO organization (key, created_at, version, public_log, body) VALUES ($1, 0, 1, 0, '{}')";

/** The nodes of a tree whose size is no power of two. */
const NODES = nodesOf(23);

function nodesOf(leaves: number): readonly TreeNode[] {
  const nodes: TreeNode[] = [];
  let peaks: readonly Uint8Array[] = [];
  for (let size = 0; size < leaves; size += 1) {
    const grown = appendLeaf(peaks, size, randomBytes(32));
    peaks = grown.peaks;
    nodes.push(...grown.nodes);
  }
  return nodes;
}

let folder: string;
let url: string;
beforeAll(async () => {
  folder = temporaryFolder();
  url = await emptyPostgres();
});
afterAll(() => rmSync(folder, { recursive: true }));

async function readHashes(store: OpenedStore): Promise<readonly string[]> {
  const hashAt = await store.read((rows) => {
    rows.expect(['logHashes', ORG.id, NODES]);
    return rows.logHashes(ORG.id, NODES);
  });
  return NODES.map(({ level, position }) => Buffer.from(hashAt(level, position)).toString('hex'));
}

const HASHES = NODES.map(({ hash }) => Buffer.from(hash).toString('hex'));

it('keeps the nodes of a log on SQLite, and ends with the schema of a new file', async () => {
  const file = join(folder, 'portal.db');
  const old = openOldFile(file, BEFORE.sqlite);
  const add = old.prepare('INSERT INTO log_node (organization_id, level, position, hash) VALUES (?, ?, ?, ?)');
  for (const { level, position, hash } of NODES) add.run(ORG.id, level, position, Buffer.from(hash));
  old.close();
  const store = await storeOn(file);
  expect(await readHashes(store)).toEqual(HASHES);
  await store.close();
  const fresh = join(folder, 'new.db');
  await (await newStore(fresh)).close();
  expect(shapeOf(file)).toEqual(shapeOf(fresh));
});

it('keeps the nodes of a log on PostgreSQL', async () => {
  await inPostgres(url, async (client) => {
    for (const migration of migrationTexts().slice(0, BEFORE.postgres)) await client.query(migration);
    await client.query(ADD_ORGANIZATION, [ORG.id]);
    for (const { level, position, hash } of NODES)
      await client.query('INSERT INTO log_node (organization_id, level, position, hash) VALUES ($1, $2, $3, $4)', [
        ...[ORG.id, level, position, Buffer.from(hash)],
      ]);
    await client.query(migrationTexts()[BEFORE.postgres] ?? '');
    const { rows } = await client.query<{ level: string; log_index: string; hash: Buffer }>(
      'SELECT level, log_index, hash FROM log_node ORDER BY log_index, level',
    );
    expect(rows.map(({ hash }) => hash.toString('hex'))).toEqual(HASHES);
    expect(rows.map(({ level }) => Number(level))).toEqual(NODES.map(({ level }) => level));
    const leaves = rows.filter(({ level }) => Number(level) === 0);
    expect(leaves.map(({ log_index }) => Number(log_index))).toEqual(leaves.map((_leaf, index) => index));
  });
});
