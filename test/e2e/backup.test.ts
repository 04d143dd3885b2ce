import { once } from 'node:events';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  watch,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { initDemo } from '../support/init-demo.js';
import { run } from '../support/program.js';
import { start, waitForExit } from '../support/spawn.js';
import { temporaryFolder } from '../support/temporary-folder.js';

/** A picture so large that copying it takes several steps. */
const PICTURE = Buffer.alloc(32 * 1024 * 1024, 'picture');

let folder: string;
let database: string;
let sets: string;
/** Database that a set is restored to, in another folder. */
let elsewhere: string;
beforeEach(async () => {
  folder = temporaryFolder();
  database = join(folder, 'here', 'portal.db');
  sets = join(folder, 'sets');
  elsewhere = join(folder, 'elsewhere', 'portal.db');
  mkdirSync(dirname(database));
  expect(await initDemo(database)).toMatchObject({ code: 0 });
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Runs a backup. Returns the folder of the new backup, and the removed folders. */
async function backup(...args: readonly string[]): Promise<{ folder: string; removed: readonly string[] }> {
  const { code, stdout, stderr } = await run(['backup', sets, '--json', ...args], { PORTAL_DB: database });
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  return JSON.parse(stdout);
}

const restore = (from: string) => run(['restore', from], { PORTAL_DB: elsewhere });
const manifestOf = (set: string) => join(set, 'manifest.json');

describe('a restore that was interrupted', () => {
  const mug = (place: string) => join(`${place}.media`, 'shop', 'mug.png');

  beforeEach(async () => {
    mkdirSync(dirname(mug(database)), { recursive: true });
    writeFileSync(mug(database), PICTURE);
    await backup();
    mkdirSync(dirname(mug(elsewhere)), { recursive: true });
  });

  const unfinished = (file: string) => join(dirname(file), `.${basename(file)}.unfinished`);

  async function assertDoneAgain(): Promise<void> {
    expect(await restore(sets)).toMatchObject({ code: 0, stderr: '' });
    expect(readFileSync(mug(elsewhere)).equals(PICTURE)).toBe(true);
    expect(readFileSync(`${elsewhere}.log-key`)).toEqual(readFileSync(`${database}.log-key`));
    expect(await run(['check'], { PORTAL_DB: elsewhere })).toMatchObject({ code: 0 });
    for (const one of [dirname(elsewhere), dirname(mug(elsewhere))])
      expect(readdirSync(one).filter((name) => name.startsWith('.'))).toEqual([]);
  }

  test('can be repeated over its own unfinished files', async () => {
    for (const file of [mug(elsewhere), `${elsewhere}.log-key`, elsewhere]) writeFileSync(unfinished(file), 'half');
    await assertDoneAgain();
  });

  test('can be repeated if it was killed while copying a picture', async () => {
    // A folder blocks the path of the database, which is restored last, so the restore cannot finish before the signal.
    mkdirSync(unfinished(elsewhere));
    const child = start(['restore', sets], { PORTAL_DB: elsewhere });
    const end = waitForExit(child);
    const watcher = watch(dirname(mug(elsewhere)));
    await once(watcher, 'change');
    child.kill('SIGKILL');
    watcher.close();
    await end;
    rmSync(unfinished(elsewhere), { recursive: true });
    await assertDoneAgain();
  });
});

describe('a backup without its manifest', () => {
  test('is reported if it is the newest, and no older one is restored instead', async () => {
    const { folder: older } = await backup();
    const { folder: newest } = await backup();
    rmSync(manifestOf(newest));
    const refused = await restore(sets);
    expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining(`${newest}, has no manifest.json`) });
    expect(refused.stderr).toMatch(new RegExp(`name its folder, such as ${older}\n$`));
    expect(existsSync(elsewhere)).toBe(false);
    expect(await restore(older)).toMatchObject({ code: 0 });
  });

  test('does not count toward --keep, and is removed once all kept backups are newer', async () => {
    const { folder: first } = await backup();
    const { folder: second } = await backup();
    rmSync(manifestOf(second));
    const { folder: third, removed } = await backup('--keep', '2');
    expect(removed).toEqual([]);
    const { folder: fourth, removed: old } = await backup('--keep', '2');
    expect(old).toEqual([first, second]);
    expect(readdirSync(sets)).toEqual([third, fourth].map((set) => basename(set)));
  });

  test('is removed by the next backup if it is the oldest, as when its removal by --keep was interrupted', async () => {
    const { folder: first } = await backup();
    await backup();
    rmSync(manifestOf(first));
    expect((await backup('--keep', '5')).removed).toEqual([first]);
  });
});

test('reports a file that was added to a backup, even a dotfile', async () => {
  const { folder: set } = await backup();
  mkdirSync(join(set, '.more'));
  for (const name of ['.x', '.more/y']) writeFileSync(join(set, name), 'added');
  const { code, stderr } = await restore(set);
  expect([code, stderr]).toEqual([1, expect.stringContaining('\n  .more/y was added\n  .x was added\n')]);
});

test('restores a database file when the folder of the signed heads does not exist yet', async () => {
  mkdirSync(dirname(elsewhere));
  const copy = join(folder, 'copy.db');
  renameSync(join((await backup()).folder, 'portal.db'), copy);
  copyFileSync(`${database}.log-key`, `${elsewhere}.log-key`);
  const signed = join(folder, 'signed', 'of', 'logs');
  const done = await run(['restore', copy], { PORTAL_DB: elsewhere, PORTAL_LOG_SIGNED: signed });
  expect(done).toMatchObject({ code: 0, stderr: '' });
  expect(existsSync(signed)).toBe(true);
});
