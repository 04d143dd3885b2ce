import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { vkeyOf } from '../../src/attestation/note.js';
import { generateKeyPair, readVkey } from '../../src/receipts.js';
import { givenCopies } from './log-tampering/copies.js';
import type { Copy } from './log-tampering/copy.js';
import type { Scene } from './log-tampering/scene.js';

let scene: Scene;
let folder: string;
let copy: Copy;
givenCopies((given) => {
  ({ scene, folder, copy } = given);
});

const keyFile = () => `${copy.database}.log-key`;
/** Returns the public key that signs the logs of the original database. */
const identity = () => readVkey(scene.mine.vkey).publicKey;

describe('portal log verify', () => {
  test('rejects the head of every log when the log name in the database was changed', async () => {
    const vkey = vkeyOf({ name: 'example.com/another', publicKey: identity() });
    copy.change((database) => database.prepare('UPDATE log_identity SET vkey = ?').run(vkey));
    const { code, audits } = await copy.audits();
    expect(code).toBe(1);
    for (const { fault, size } of audits.values()) {
      expect(fault).toContain(`the head of the log is not the one that the portal wrote for ${size} leaves`);
    }
  });

  test('rejects a key in the database that differs from the key file', async () => {
    const vkey = vkeyOf({ name: 'example.com/another', publicKey: generateKeyPair().publicKey });
    copy.change((database) => database.prepare('UPDATE log_identity SET vkey = ?').run(vkey));
    expect(await copy.verify()).toEqual({
      code: 1,
      stdout: '',
      stderr: `portal: the log's key in ${keyFile()} is not this database's: restore the one that was created with it, or that a rotation has put aside since\n`,
    });
  });

  test('creates no new name or key when the database has lost them, and keeps the key file', async () => {
    copy.change((database) => database.exec('DELETE FROM log_identity'));
    const before = readdirSync(join(folder, 'copy'));
    expect(await copy.verify()).toEqual({
      code: 1,
      stdout: '',
      stderr:
        'portal: the database does not hold the name of its receipt logs: it was changed from outside, or emptied. Restore the newest copy of it\n',
    });
    expect(readdirSync(join(folder, 'copy')).filter((name) => name.includes('log-key'))).toEqual(
      before.filter((name) => name.includes('log-key')),
    );
  });

  test('names the missing key file that verification needs', async () => {
    rmSync(keyFile());
    expect(await copy.verify()).toEqual({
      code: 1,
      stdout: '',
      stderr: `portal: the log's key cannot be read from ${keyFile()}: restore the file that was created with the database\n`,
    });
    expect(existsSync(keyFile())).toBe(false);
  });
});
