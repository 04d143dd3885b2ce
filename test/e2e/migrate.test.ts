import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import DatabaseConstructor from 'better-sqlite3';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { makePortalApp } from '../../src/app.js';
import { withConfigFile } from '../../src/config/config-file.js';
import { readConfig } from '../../src/config.js';
import { makeLog } from '../../src/log.js';
import { missingMigrations, newestVersion } from '../../src/store/sqlite/file/migrate.js';
import { openOldFile } from '../store/old-file.js';
import { run } from '../support/program.js';
import { temporaryFolder } from '../support/temporary-folder.js';

/** Version of a schema without receipt logs; the upgrade creates these. */
const OLD = 4;

let folder: string;
let database: string;
let copy: string;
const portal = (args: readonly string[], env: Readonly<Record<string, string>> = {}) =>
  run(args, { PORTAL_DB: database, ...env });
beforeEach(() => {
  folder = temporaryFolder();
  database = join(folder, 'portal.db');
  copy = `${database}.before-schema-${newestVersion()}`;
  openOldFile(database, OLD).close();
});
afterEach(() => rmSync(folder, { recursive: true }));

function versionOf(file: string): unknown {
  const connection = new DatabaseConstructor(file, { readonly: true });
  const version = connection.pragma('user_version', { simple: true });
  connection.close();
  return version;
}

test('upgrades a copy in a dry run, and leaves everything else unchanged', async () => {
  const before = [readdirSync(folder), readFileSync(database)];
  const { code, stdout, stderr } = await portal(['migrate', '--dry-run']);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(stdout).toMatch(
    /would be upgraded, and its copy is valid afterwards: \d+ migrations, \d+ ms\n( {2}\d{4}_\w+\n)+$/,
  );
  expect([readdirSync(folder), readFileSync(database)]).toEqual(before);
});

const steps = () => ['copy', ...missingMigrations(OLD)];

test('prints the steps of an upgrade on a terminal', async () => {
  const { code, stderr } = await run(['migrate'], { PORTAL_DB: database }, true);
  expect(code).toBe(0);
  expect(stderr).toBe(
    steps()
      .map((step) => `upgrading the database: ${step}\n`)
      .join(''),
  );
  expect((await run(['migrate'], { PORTAL_DB: database }, true)).stderr).toBe('');
});

test('logs the steps of the upgrade when a portal starts', async () => {
  const lines: string[] = [];
  const log = makeLog('info', (line) => void lines.push(line));
  const config = readConfig({ PORTAL_DB: database }, {});
  const app = await makePortalApp(config, { publicUrl: () => '', create: false }, log);
  await app.close();
  const told = lines.map((line) => JSON.parse(line)).filter(({ event }) => event === 'upgrading');
  expect(told.map(({ level, step }) => [level, step])).toEqual(steps().map((step) => ['info', step]));
});

test('copies the database with its old schema before an upgrade', async () => {
  expect(await portal(['migrate'])).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('is upgraded: '),
  });
  expect([versionOf(database), versionOf(copy)]).toEqual([newestVersion(), OLD]);
  expect((await portal(['migrate'])).stdout).toMatch(/has the schema of this program\n$/);
});

test('makes the copy also if another command upgrades the file, unless copies are disabled', async () => {
  await portal(['orgs', 'list'], { PORTAL_UPGRADE_COPY: '0' });
  expect([versionOf(database), existsSync(copy)]).toEqual([newestVersion(), false]);
  for (const end of ['', '.log-key', '.log-key.signed']) rmSync(`${database}${end}`);
  openOldFile(database, OLD).close();
  await portal(['orgs', 'list']);
  expect(existsSync(copy)).toBe(true);
});

test('removes a copy after 30 days, and when a person is erased', async () => {
  await portal(['migrate']);
  await portal(['orgs', 'list']);
  expect(existsSync(copy)).toBe(true);
  const old = Date.now() / 1000 - 31 * 24 * 60 * 60;
  utimesSync(copy, old, old);
  await portal(['orgs', 'list']);
  expect(existsSync(copy)).toBe(false);
  writeFileSync(copy, 'x');
  expect(await portal(['privacy', 'erase', 'ada@example.com'])).toMatchObject({ code: 0 });
  expect(existsSync(copy)).toBe(false);
});

test('stops the upgrade when the copy cannot be written', async () => {
  mkdirSync(copy);
  const { code, stderr } = await portal(['migrate']);
  expect(stderr).toMatch(/is not upgraded, since the copy before it cannot be written/);
  expect([code, versionOf(database)]).toEqual([1, OLD]);
});

test('reads settings from the configuration file, which the environment overrides', () => {
  const file = join(folder, 'portal', 'portal.env');
  mkdirSync(join(folder, 'portal'));
  writeFileSync(file, '# of the portal\nPORTAL_PORT=4000\nPORTAL_HOST="::1"\nPATH=/nowhere\n');
  expect(withConfigFile({ XDG_CONFIG_HOME: folder, PORTAL_PORT: '5000' })).toEqual({
    XDG_CONFIG_HOME: folder,
    PORTAL_PORT: '5000',
    PORTAL_HOST: '::1',
  });
  expect(withConfigFile({ PORTAL_CONFIG: file }).PORTAL_HOST).toBe('::1');
  expect(withConfigFile({ CONFIGURATION_DIRECTORY: join(folder, 'portal') }).PORTAL_HOST).toBe('::1');
  expect(() => withConfigFile({ PORTAL_CONFIG: folder })).toThrow(/PORTAL_CONFIG names .*, which cannot be read/);
});
