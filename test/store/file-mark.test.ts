import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, rmSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import DatabaseConstructor from 'better-sqlite3';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { copyOf, type OpenedStore, openDatabaseCheck, openStore } from '../../src/store/open-store.js';
import { temporaryFolder } from '../support/temporary-folder.js';

let folder: string;
let file: string;
let store: OpenedStore;
beforeEach(async () => {
  folder = temporaryFolder();
  file = join(folder, 'portal.db');
  store = await open(file, true);
});
afterEach(async () => {
  await store.close();
  rmSync(folder, { recursive: true });
});

const open = (path: string, create = false) => openStore(path, { create, needsLogKey: false });

/** Copies the file without its WAL, as a copying program might. */
function bareCopy(name: string): string {
  const copy = join(folder, name);
  copyFileSync(file, copy);
  copyFileSync(`${file}.log-key`, `${copy}.log-key`);
  return copy;
}

const BARE = /was copied while it was in use, without .*-wal/;

test('a copy of the file without its WAL is rejected once the mark is set, and stays unchanged', async () => {
  store.fileMark.keep();
  const copy = bareCopy('bare.db');
  const { mtimeMs, size } = statSync(copy);
  await expect(open(copy)).rejects.toThrow(BARE);
  await expect(copyOf(copy, join(folder, 'again.db'), () => undefined)).rejects.toThrow(BARE);
  expect(statSync(copy)).toMatchObject({ mtimeMs, size });
  expect(existsSync(`${copy}-wal`)).toBe(false);
});

test('restores the mark after SQLite has copied the WAL to the file', async () => {
  store.fileMark.keep();
  const other = new DatabaseConstructor(file);
  other.pragma('wal_checkpoint(TRUNCATE)');
  other.exec("INSERT INTO secret VALUES ('x', x'00')");
  await (await open(bareCopy('whole.db'))).close();
  store.fileMark.keep();
  await expect(open(bareCopy('bare.db'))).rejects.toThrow(BARE);
  other.close();
});

test('opens a copy with its WAL, a copy made by SQLite, and a copy of a closed file', async () => {
  store.fileMark.keep();
  const copy = bareCopy('with-log.db');
  copyFileSync(`${file}-wal`, `${copy}-wal`);
  await (await open(copy)).close();
  const vacuumed = join(folder, 'vacuumed.db');
  const other = new DatabaseConstructor(file);
  other.exec(`VACUUM INTO '${vacuumed}'`);
  other.close();
  copyFileSync(`${file}.log-key`, `${vacuumed}.log-key`);
  await (await open(vacuumed)).close();
  await copyOf(file, join(folder, 'backup.db'), () => undefined);
  copyFileSync(`${file}.log-key`, join(folder, 'backup.db.log-key'));
  await (await open(join(folder, 'backup.db'))).close();
  await store.close();
  store = await open(bareCopy('closed.db'));
});

test('a check of the database reports a missing WAL', async () => {
  store.fileMark.keep();
  for (const [path, isBare] of [
    [bareCopy('bare.db'), true],
    [file, false],
  ] as const) {
    const check = await openDatabaseCheck(path);
    expect(check.isBare).toBe(isBare);
    await check.close();
  }
});

/** A program that sets the mark in the WAL, and is killed before it resets the mark. */
const KILLED = `
const { driver, file } = JSON.parse(process.argv[1]);
const database = new (require(driver))(file);
database.exec("UPDATE file_mark SET mark = 'bare'");
process.kill(process.pid, 'SIGKILL');
`;

function killAProcess(): void {
  const driver = createRequire(import.meta.url).resolve('better-sqlite3');
  const { signal } = spawnSync(process.execPath, ['-e', KILLED, JSON.stringify({ driver, file })]);
  expect(signal).toBe('SIGKILL');
}

async function assertWhole(): Promise<void> {
  expect(existsSync(`${file}-wal`)).toBe(false);
  const check = await openDatabaseCheck(file);
  expect(check.isBare).toBe(false);
  await check.close();
}

test('the file is complete after the last process closes it, even if another was killed', async () => {
  store.fileMark.keep();
  killAProcess();
  await store.close();
  await assertWhole();
  store = await open(file);
});

test('the file is complete after a command or backup that follows a kill', async () => {
  await store.close();
  for (const look of [
    async () => (await open(file)).close(),
    () => copyOf(file, join(folder, 'backup.db'), () => undefined),
  ]) {
    killAProcess();
    await look();
    await assertWhole();
  }
  store = await open(file);
});
