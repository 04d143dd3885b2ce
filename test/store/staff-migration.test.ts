import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { staffKey } from '../../src/domain/person/staff.js';
import { storeOn } from '../support/store.js';
import { temporaryFolder } from '../support/temporary-folder.js';
import { insert, openOldFile } from './old-file.js';
import { NOW, ORG } from './sample-rows.js';

/** A schema from before staff were confirmed. */
const BEFORE = 40;

it('confirms the present staff of an older file who have signed in', async () => {
  const folder = temporaryFolder();
  const path = join(folder, 'portal.db');
  const old = openOldFile(path, BEFORE);
  const stamps = { created_at: NOW, updated_at: NOW };
  const members = [
    ['prs_came', null],
    ['prs_new', null],
    ['prs_left', NOW + 1],
  ] as const;
  for (const [person_id, removed_at] of members) {
    const columns = { key: staffKey(ORG.id, person_id), organization_id: ORG.id, person_id, removed_at };
    const row = { email: 'ada@shop.com', role: 'orders', shops: null, ...stamps };
    insert(old, 'staff', columns, { id: columns.key, organization_id: ORG.id, person_id, removed_at, ...row });
  }
  for (const [id, created_at] of [
    ['prs_came', NOW + 5],
    ['prs_left', NOW - 5],
  ] as const) {
    const person = { id, email: 'ada@shop.com', sessions_from: 0, ...stamps, created_at };
    insert(old, 'person', { key: id, created_at }, person);
  }
  old.close();
  const store = await storeOn(path);
  const confirmed = members.map(async ([person]) => {
    const row = await store.read((rows) => rows.get('staff', staffKey(ORG.id, person)));
    return [person, row?.confirmed_at];
  });
  expect(await Promise.all(confirmed)).toEqual([
    ['prs_came', NOW + 5],
    ['prs_new', undefined],
    ['prs_left', undefined],
  ]);
  await store.close();
  rmSync(folder, { recursive: true });
});
