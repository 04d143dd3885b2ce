import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PACKAGE_ROOT } from '../../src/package-root.js';
import { readVkey } from '../../src/receipts.js';
import { PYTHON_MISSING, pythonWithCbor } from '../attestation/python-verifiers.js';
import { acceptedInRuby, RUBY_COSE_MISSING } from '../attestation/ruby-cose.js';
import { startPortal } from '../support/portal.js';
import { run } from '../support/program.js';
import { Folder } from './receipts/folder.js';
import { done, registered, submitReceipt } from './receipts/organization.js';

/** `portal log statement`, verified by the example in Python, which shares no code with the portal. */

const EXAMPLE = join(PACKAGE_ROOT, 'examples', 'statements', 'verify_statement.py');
const FORMATS = ['scitt', 'vc-jose'] as const;

let folder: Folder;
let receipt: string;
let vkey: string;
beforeAll(async () => {
  folder = new Folder();
  const portal = await startPortal({ database: folder.at('portal.db') });
  try {
    const door = { url: portal.url, key: portal.demo.organization_key };
    const signer = await registered(door);
    for (const job of ['a', 'b', 'c']) receipt = await submitReceipt(door, signer, portal.demo, job);
    vkey = (await done(door, 'GET', '/api/receipts/log/checkpoint')).data.public_key;
  } finally {
    await portal.close();
  }
});
afterAll(() => folder.remove());

const write = (id: string, format: string, file: string) =>
  run(['log', 'statement', id, '--format', format, '--out', file], { PORTAL_DB: folder.at('portal.db') });

function verified(file: string, key = vkey) {
  const { status, stdout, stderr } = spawnSync(pythonWithCbor(), [EXAMPLE, file, key], { encoding: 'utf8' });
  return { status, stdout, stderr };
}

describe.skipIf(PYTHON_MISSING)('portal log statement', () => {
  test.each(FORMATS)(
    'writes a statement as %s that names the log as its signer, and contains the proofs',
    async (format) => {
      const file = folder.at(format);
      expect(await write(receipt, format, file)).toEqual({ code: 0, stdout: '', stderr: '' });
      const found = verified(file);
      expect(found).toMatchObject({ status: 0, stderr: '' });
      expect(found.stdout).toMatch(
        /^signed by the log \S+: it accepted the receipt \S+\nsigned by the agent \S+: job c, success\n$/,
      );
      expect(found.stdout).toContain(receipt);
    },
  );

  test.each(FORMATS)('writes a statement as %s in which no changed byte is accepted', async (format) => {
    const file = folder.at(`${format}-to-change`);
    await write(receipt, format, file);
    const bytes = readFileSync(file);
    for (const share of [0.2, 0.4, 0.6, 0.8, 0.99]) {
      const changed = Uint8Array.from(bytes);
      const at = Math.floor(bytes.length * share);
      changed[at] = (bytes[at] ?? 0) ^ 1;
      writeFileSync(folder.at('changed'), changed);
      expect([share, verified(folder.at('changed')).status]).toEqual([share, 1]);
    }
    expect(verified(file, vkey.replace('+', 'x+')).status).toBe(1);
  });

  test('writes a SCITT statement that the library ruby-cose accepts, but not with a changed byte', async ({ skip }) => {
    if (RUBY_COSE_MISSING !== undefined) skip(RUBY_COSE_MISSING);
    const file = folder.at('for-ruby');
    await write(receipt, 'scitt', file);
    const statement = readFileSync(file);
    const { name: origin, publicKey } = readVkey(vkey);
    const log = { origin, key: publicKey.bytes, kid: publicKey.thumbprint };
    expect(acceptedInRuby('statement', [statement], log)).toEqual([true]);
    expect(acceptedInRuby('statement', [statement], { ...log, origin: 'log.example/other' })).toEqual([false]);
    const signedParts = [statement.indexOf('receipt_hash'), statement.length - 10];
    const changed = signedParts.map((at) => Uint8Array.from(statement).with(at, (statement[at] ?? 0) ^ 1));
    expect(acceptedInRuby('statement', changed, log)).toEqual([false, false]);
  });

  test('reports an unknown receipt', async () => {
    const { code, stderr } = await write('none', 'scitt', folder.at('none'));
    expect([code, stderr]).toEqual([1, 'portal: there is no receipt none\n']);
  });
});
