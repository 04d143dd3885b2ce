import { rmSync } from 'node:fs';
import { join } from 'node:path';
import DatabaseConstructor from 'better-sqlite3';
import { expect, it } from 'vitest';
import { newStore } from '../support/store.js';
import { temporaryFolder } from '../support/temporary-folder.js';
import { ORG, seed } from './sample-rows.js';

it.each([
  ['lacks a member', `json_remove(body, '$.name')`],
  ['has an extra member', `json_set(body, '$.other', 1)`],
  ['has a member of the wrong type', `json_set(body, '$.name', 1)`],
])('in tests, every read rejects a row that %s', async (_what, body) => {
  const folder = temporaryFolder();
  const file = join(folder, 'portal.db');
  const store = await newStore(file);
  await seed(store);
  const database = new DatabaseConstructor(file);
  database.exec(`UPDATE organization SET body = ${body}`);
  database.close();
  const message = /a row of organization has another form/;
  await expect(store.read((rows) => rows.get('organization', ORG.id))).rejects.toThrow(message);
  await expect(store.list('organizations', {}, undefined, 1)).rejects.toThrow(message);
  await store.close();
  rmSync(folder, { recursive: true });
});
