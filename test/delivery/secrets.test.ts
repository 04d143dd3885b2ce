import { join } from 'node:path';
import { expect, test } from 'vitest';
import { rotateLogs } from '../../src/store/open-store.js';
import { registryCaller } from '../actors/registry-caller.js';
import { writeDemo } from '../support/database-template.js';
import { startPortal } from '../support/portal.js';
import { storeOn } from '../support/store.js';
import { temporaryFolder } from '../support/temporary-folder.js';
import { fullKey } from '../support/tenants.js';
import { bytesOf } from '../surface/leaks/database.js';

test('stores no secret in plain text, and seals secrets again under a new log key', async () => {
  const database = join(temporaryFolder(), 'portal.db');
  await writeDemo(database);
  const portal = await startPortal({ database });
  const owner = registryCaller(() => portal.url, await fullKey(portal, 'organization'));
  const { id, secret } = await owner.ok('create_webhook', { url: 'https://merchant.example/' });
  await portal.close();
  const bytes = await bytesOf(database);
  expect([bytes.includes(secret), bytes.includes(secret.slice('whsec_'.length))]).toEqual([false, false]);
  rotateLogs(database, { isLost: false, now: Date.now() });
  const store = await storeOn(database);
  const row = await store.read((rows) => rows.get('webhook', id));
  expect(store.sealing.unseal(row?.secrets[0]?.sealed ?? '', id)).toBe(secret);
  await store.close();
});
