import { execFileSync } from 'node:child_process';
import { statSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { readPrivateKey } from '../../src/receipts.js';
import { run } from '../support/program.js';
import { Folder } from './receipts/folder.js';

let folder: Folder;
beforeEach(() => {
  folder = new Folder();
});
afterEach(() => folder.remove());

describe('portal receipt keygen', () => {
  test('creates a private key only its owner can read, and prints the same public key as openssl', async () => {
    const file = folder.at('key.pem');
    const { code, stdout, stderr } = await run(['receipt', 'keygen', '--out', file]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(stdout).toBe(execFileSync('openssl', ['pkey', '-in', file, '-pubout'], { encoding: 'utf8' }));
    const secret = folder.read('key.pem').split('\n')[1] ?? '';
    expect(stdout).not.toContain(secret.slice(20));
  });

  test('prints the file and the fingerprints as JSON', async () => {
    const file = folder.at('key.pem');
    const { stdout } = await run(['receipt', 'keygen', '--out', file, '--json']);
    const { pem, fingerprint, thumbprint } = readPrivateKey(folder.read('key.pem')).publicKey;
    const named = { private_key_file: file, public_key: pem, key_fingerprint: fingerprint, jwk_thumbprint: thumbprint };
    expect(JSON.parse(stdout)).toEqual(named);
  });

  test('neither overwrites a file nor writes into a missing folder', async () => {
    const file = folder.write('key.pem', 'precious');
    for (const out of [file, folder.at('absent/key.pem')]) {
      const { code, stdout, stderr } = await run(['receipt', 'keygen', '--out', out]);
      expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
      expect(stderr).toContain(`portal: cannot write ${out}: `);
    }
    expect(folder.read('key.pem')).toBe('precious');
    expect(await run(['receipt', 'keygen'])).toMatchObject({ code: 2, stdout: '' });
  });
});
