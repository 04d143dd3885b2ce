import { rmSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { openCheckpoint, readVkey, toBase64 } from '../../src/receipts.js';
import { run } from '../support/program.js';
import { portal } from '../support/spawn.js';
import { makeScene, type Scene } from './log-tampering/scene.js';
import { Folder } from './receipts/folder.js';

let folder: Folder;
let scene: Scene;
let env: { PORTAL_DB: string };
beforeEach(async () => {
  folder = new Folder();
  scene = await makeScene(folder.path);
  env = { PORTAL_DB: folder.at('portal.db') };
});
afterEach(() => folder.remove());

const log = (...args: string[]) => run(['log', ...args], env);

describe('portal log checkpoint', () => {
  test('requires --organization when there are several', async () => {
    expect(await log('checkpoint')).toEqual({
      code: 1,
      stdout: '',
      stderr: expect.stringMatching(
        /^portal: there are several organizations: name one with --organization\n( {2}org_\S+ {2}\S.*\n){2,}$/,
      ),
    });
    expect((await log('checkpoint')).stderr).toContain(`\n  ${scene.mine.organization_id}  `);
    expect(await log('checkpoint', '--organization', 'org_unknown')).toEqual({
      code: 1,
      stdout: '',
      stderr: 'portal: there is no organization org_unknown\n',
    });
  });

  test('prints a checkpoint that verifies under the key that --json names', async () => {
    const { organization_id, vkey } = scene.mine;
    const note = await log('checkpoint', '--organization', organization_id);
    expect(note).toMatchObject({ code: 0, stderr: '' });
    expect(note.stdout).toBe(scene.mine.checkpoint);
    const { stdout } = await log('checkpoint', '--organization', organization_id, '--json');
    const { checkpoint, origin, tree_size, root_hash, public_key } = JSON.parse(stdout);
    expect({ checkpoint, public_key }).toEqual({ checkpoint: note.stdout, public_key: vkey });
    const opened = openCheckpoint(note.stdout, readVkey(public_key));
    expect({ ...opened, root: toBase64(opened.root) }).toEqual({ origin, size: tree_size, root: root_hash });
    expect(tree_size).toBe(scene.mine.size);
    expect(origin).toMatch(new RegExp(`/${organization_id}$`));
  });
});

describe('portal log verify', () => {
  test('verifies the log of a named organization, and reports an unknown organization', async () => {
    const { organization_id } = scene.other;
    const { code, stdout } = await log('verify', '--organization', organization_id);
    expect(code).toBe(0);
    expect(stdout).toMatch(
      new RegExp(
        `^${organization_id} {2}valid {2}7 receipts, ${scene.other.size} leaves, root \\S+ \\(\\S+/${organization_id}\\)\n$`,
      ),
    );
    expect(await log('verify', '--organization', 'org_unknown')).toEqual({
      code: 1,
      stdout: '',
      stderr: 'portal: there is no organization org_unknown\n',
    });
  });

  test('prints the same in a separate process, without progress output to a pipe', async () => {
    const ran = await portal(['log', 'verify'], env);
    expect(ran).toEqual(await log('verify'));
    expect(ran).toMatchObject({ code: 0, stderr: '' });
    expect(ran.stdout.trimEnd().split('\n')).toHaveLength(2);
  });

  test('shows progress on a terminal', async () => {
    const written: string[] = [];
    const spy = vi.spyOn(process.stderr, 'write').mockImplementation((text) => {
      written.push(String(text));
      return true;
    });
    const { code, stdout } = await run(['log', 'verify'], env, true);
    spy.mockRestore();
    expect([code, stdout]).toEqual([0, (await log('verify')).stdout]);
    const ends = [scene.mine, scene.other].map(
      ({ organization_id, size }) => `\rverified ${organization_id} ${size} of ${size}\n`,
    );
    expect(written.filter((text) => text.endsWith('\n')).sort()).toEqual(ends.sort());
  });

  test.each(['verify', 'checkpoint'])(
    'names the key file if it is missing for %s, and accepts one at another path',
    async (command) => {
      const { organization_id } = scene.mine;
      const elsewhere = folder.write('kept.log-key', folder.read('portal.db.log-key'));
      const args = [command, '--organization', organization_id];
      const before = await log(...args);
      rmSync(folder.at('portal.db.log-key'));
      const { code, stdout, stderr } = await log(...args);
      expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
      expect(stderr).toBe(
        `portal: the log's key cannot be read from ${folder.at('portal.db.log-key')}: restore the file that was created with the database\n`,
      );
      const signed = ['--log-signed', folder.at('portal.db.log-key.signed')];
      expect(await log(...args, '--log-key', elsewhere, ...signed)).toEqual(before);
    },
  );

  test('reports a checkpoint file that is absent or is not a checkpoint', async () => {
    const absent = folder.at('absent.txt');
    expect((await log('verify', '--checkpoint', absent)).stderr).toContain(`portal: cannot read ${absent}: `);
    for (const [name, text] of [
      ['empty.txt', ''],
      ['bundle.json', '{"bundle":"v0","log":{"public_key":"a/org_1+b"}}'],
      ['escape.txt', 'a/org_\u001b[2J\n1\n'],
    ] as const) {
      const file = folder.write(name, text);
      expect(await log('verify', '--checkpoint', file)).toMatchObject({
        ...{ code: 1, stdout: '', stderr: `portal: ${file} is not a checkpoint\n` },
      });
    }
  });
});
