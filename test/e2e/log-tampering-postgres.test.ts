import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { logKeyFile } from '../../src/store/log/log-key-file.js';
import type { OpenedAudit } from '../../src/store/log/opened-audit.js';
import { openAudit } from '../../src/store/postgres/log/open-audit.js';
import { newPostgres, releasePostgres } from '../support/postgres.js';
import { temporaryFolder } from '../support/temporary-folder.js';
import { CHANGES } from './log-tampering/changes.js';
import { Copy } from './log-tampering/copy.js';
import { Mirror } from './log-tampering/mirror.js';
import { makeScene, type Scene } from './log-tampering/scene.js';

/** The audit of logs on PostgreSQL, of the rows that an attacker changed in a file. */

/** Changes that a check of the schema refuses, until it is dropped, which the audit finds (log-schema-postgres). */
const REFUSED: Readonly<Record<string, string>> = {
  'receipt.log_index: before the first': 'violates check constraint "receipt_log_index_check"',
  'a row added before the first': 'violates check constraint "receipt_log_index_check"',
  'entry: moved before the first': 'violates check constraint "log_entry_log_index_check"',
};

let folder: string;
let original: string;
let scene: Scene;
let url: string;
let mirror: Mirror;
let opened: OpenedAudit;
beforeAll(async () => {
  folder = temporaryFolder();
  original = join(folder, 'original');
  mkdirSync(original);
  scene = await makeScene(original);
  url = await newPostgres();
  mirror = new Mirror(url);
  const file = join(original, 'portal.db');
  expect(await mirror.copy(file)).toBeUndefined();
  opened = await openAudit(url, { logKey: logKeyFile(file) });
});
afterAll(async () => {
  await opened.close();
  await releasePostgres(url);
  rmSync(folder, { recursive: true });
});

describe('an audit of logs on PostgreSQL', () => {
  test('reports each unchanged log as valid', async () => {
    const { mine, other } = scene;
    for (const { organization_id, size, receipts } of [mine, other]) {
      const found = await opened.auditor.audit(organization_id);
      expect(found).toMatchObject({ size, receipts: receipts.length, fault: null });
    }
  });

  test.each(Object.values(CHANGES).flat())(
    'detects the change: $name',
    async ({ name, change, says, contains, rightUntil, touchesOther }) => {
      const changed = join(folder, 'changed');
      const copy = new Copy(original, changed);
      try {
        copy.change((database) => change(database, scene));
        const refused = await mirror.copy(copy.database);
        if (name in REFUSED) return expect(refused).toContain(REFUSED[name]);
        expect(refused).toBeUndefined();
      } finally {
        rmSync(changed, { recursive: true });
      }
      const { mine, other } = scene;
      const { fault, size } = await opened.auditor.audit(mine.organization_id);
      expect(fault?.startsWith(says(scene))).toBe(true);
      if (contains === undefined) expect(fault).toBe(says(scene));
      else expect(fault).toContain(contains);
      if (rightUntil) expect(size).toBe(rightUntil(scene));
      const { fault: beside } = await opened.auditor.audit(other.organization_id);
      expect(beside).toEqual(touchesOther ? expect.stringContaining('so it was added') : null);
    },
  );
});
