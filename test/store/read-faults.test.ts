import { closeSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import DatabaseConstructor from 'better-sqlite3';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openStore } from '../../src/store/open-store.js';
import { Snapshot } from '../../src/store/sqlite/snapshot.js';
import { writeEmpty } from '../support/database-template.js';
import { temporaryFolder } from '../support/temporary-folder.js';

let folder: string;
beforeEach(() => {
  folder = temporaryFolder();
});
afterEach(() => rmSync(folder, { recursive: true }));

test('survives a read transaction that cannot be ended, and begins the next one', async () => {
  const database = new DatabaseConstructor(join(folder, 'any.db'));
  database.exec('CREATE TABLE a (key INTEGER PRIMARY KEY); PRAGMA foreign_keys = ON');
  database.exec('CREATE TABLE b (a INTEGER REFERENCES a (key) DEFERRABLE INITIALLY DEFERRED)');
  let fails = true;
  // A failed COMMIT leaves the transaction open, like a COMMIT that cannot read.
  const snapshot = new Snapshot(database, () => fails && database.exec('INSERT INTO b VALUES (1)'));
  snapshot.enter();
  await setImmediate();
  expect(database.inTransaction).toBe(false);
  fails = false;
  snapshot.enter();
  expect(database.inTransaction).toBe(true);
  await setImmediate();
  expect(database.inTransaction).toBe(false);
  expect(database.prepare('SELECT count(*) FROM b').pluck().get()).toBe(0);
  database.close();
});

test('returns 503 for a file that cannot be read, and reads it again as soon as it can', async () => {
  const file = join(folder, 'portal.db');
  await writeEmpty(file);
  const store = await openStore(file, { create: false, needsLogKey: true });
  const calls = {
    list: () => store.list('consumers', { organization_id: 'org_none' }, undefined, 1),
    audit: () => store.auditLog('org_none'),
  };
  // Opens the connection of the audit, which keeps its pages until another connection writes.
  const audited = await outcome(calls.audit());
  writeElsewhere(file);
  const good = readFileSync(file);
  overwrite(file, Buffer.alloc(good.length - PAGE), PAGE);
  for (const call of Object.values(calls))
    await expect(call()).rejects.toMatchObject({ code: 'unavailable', retryAfter: 1 });
  overwrite(file, good.subarray(PAGE), PAGE);
  await expect(calls.list()).resolves.toMatchObject({ entries: [] });
  expect(await outcome(calls.audit())).toEqual(audited);
  await store.close();
});

function outcome(call: Promise<unknown>): Promise<unknown> {
  return call.catch((error: Error) => error.message);
}

/** A write of another connection makes the others discard the pages that they have cached. */
function writeElsewhere(file: string): void {
  const other = new DatabaseConstructor(file);
  other.exec('CREATE TABLE other (key INTEGER PRIMARY KEY)');
  other.close();
}

/** Size of a database page in bytes. */
const PAGE = 4096;

function overwrite(file: string, bytes: Buffer, at: number): void {
  const descriptor = openSync(file, 'r+');
  writeSync(descriptor, bytes, 0, bytes.length, at);
  closeSync(descriptor);
}
