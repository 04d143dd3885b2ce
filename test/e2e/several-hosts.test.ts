import { copyFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from 'pg';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { logKeyFile, signedFile } from '../../src/store/log/log-key-file.js';
import { startPortal, type TestPortal } from '../support/portal.js';
import { openOnPostgres, postgresOf } from '../support/postgres-of-path.js';
import { run } from '../support/program.js';
import { temporaryFolder } from '../support/temporary-folder.js';

const WARNINGS = /^(media|log_signed|log_key)_/;

let folder: string;
let first: TestPortal;
let others: TestPortal[] = [];
beforeEach(async () => {
  folder = temporaryFolder();
  first = await startPortal({ open: openOnPostgres });
});
afterEach(async () => {
  for (const portal of others) await portal.close();
  others = [];
  await first.close();
  rmSync(folder, { recursive: true });
});

/** Starts another portal on the database. Returns its warnings about its files, compared with the first portal's. */
async function saidBy(env: Readonly<Record<string, string>>): Promise<{ event: string; level: string; fix: string }[]> {
  const portal = await startPortal({ open: openOnPostgres, database: first.database, env });
  others.push(portal);
  return portal.logged.map((line) => JSON.parse(line)).filter(({ event }) => WARNINGS.test(event));
}

async function inDatabase(sql: string, values: readonly unknown[] = []): Promise<void> {
  const client = new Client({ connectionString: postgresOf(first.database) });
  await client.connect();
  await client.query(sql, [...values]);
  await client.end();
}

const warning = (line: string) => expect.stringMatching(new RegExp(`^warning: ${line}: .* PORTAL_`, 'm'));

describe('a portal on a database where another one runs', () => {
  test('logs nothing when both have the same files', async () => {
    expect(await saidBy({})).toEqual([]);
  });

  test('warns of another folder of pictures', async () => {
    const said = await saidBy({ PORTAL_MEDIA: join(folder, 'pictures') });
    expect(said).toMatchObject([
      { level: 'warn', event: 'media_differs', fix: expect.stringContaining('PORTAL_MEDIA') },
    ]);
  });

  test('warns of two files of signed heads on one machine', async () => {
    const said = await saidBy({ PORTAL_LOG_SIGNED: join(folder, 'signed') });
    expect(said).toMatchObject([{ level: 'warn', event: 'log_signed_differs' }]);
  });

  test('warns of the same file of signed heads on two machines', async () => {
    await inDatabase("UPDATE process SET machine = 'another', host = 'portal-b'");
    expect(await saidBy({})).toMatchObject([{ level: 'warn', event: 'log_signed_shared', host: 'portal-b' }]);
    // A copied file has the same mark.
    const copy = join(folder, 'copied');
    copyFileSync(signedFile(logKeyFile(first.database)), copy);
    const said = await saidBy({ PORTAL_LOG_SIGNED: copy });
    expect(said.map(({ event }) => event)).toContain('log_signed_shared');
  });

  test('does not start without the key of the logs', async () => {
    await expect(saidBy({ PORTAL_LOG_KEY: join(folder, 'no-key') })).rejects.toThrow(/key cannot be read from/);
  });

  test('ignores portals that were not seen for half a minute', async () => {
    await inDatabase("UPDATE process SET seen_at = seen_at - 31000, media = 'x', signed = 'x'");
    expect(await saidBy({ PORTAL_LOG_SIGNED: join(folder, 'signed') })).toEqual([]);
  });
});

test('commands print warnings about differing files on stderr', async () => {
  const orgs = (env: Readonly<Record<string, string>>) => run(['orgs', 'list'], { ...first.commandEnv, ...env });
  expect(await orgs({})).toMatchObject({ code: 0, stderr: '' });
  // The file is created when the first log is recorded.
  await orgs({ PORTAL_LOG_SIGNED: join(folder, 'signed') });
  const { code, stderr } = await orgs({ PORTAL_LOG_SIGNED: join(folder, 'signed') });
  expect({ code, stderr }).toEqual({ code: 0, stderr: warning('log_signed_differs') });
  expect((await orgs({ PORTAL_LOG_KEY: join(folder, 'no-key') })).stderr).toEqual(warning('log_key_differs'));
  const picture = join(folder, 'a.png');
  writeFileSync(picture, Buffer.from('89504e470d0a1a0a', 'hex'));
  const added = await run(['media', 'add', picture], { ...first.commandEnv, PORTAL_MEDIA: join(folder, 'pictures') });
  expect(added.stderr).toEqual(warning('media_differs'));
});
