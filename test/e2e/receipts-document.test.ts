import { execFile, execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fromUtf8, toBase64, utf8 } from '../../src/attestation/bytes.js';
import { openCheckpoint } from '../../src/attestation/checkpoint.js';
import { privateHash, readEntry } from '../../src/attestation/log-entry.js';
import { leafHash } from '../../src/attestation/merkle.js';
import { PACKAGE_ROOT } from '../../src/package-root.js';
import {
  parseBundle,
  readReceipt,
  readTlogProof,
  readVkey,
  receiptHash,
  signedBytes,
  verifyBundle,
} from '../../src/receipts.js';
import { acceptsCose, acceptsTlogProof } from '../attestation/spec-verifiers.js';
import { offerShellCommands, type ShellCommands } from '../support/shell-commands.js';
import { environment, type Serving, serve } from '../support/spawn.js';
import { temporaryFolder } from '../support/temporary-folder.js';

const run = promisify(execFile);
const USE = readDocument('receipts.md');
const FORMAT = readDocument('receipts-format.md');

function readDocument(name: string): string {
  return readFileSync(join(PACKAGE_ROOT, 'docs', name), 'utf8');
}

/** Returns the code blocks after a comment, without fences. */
function blocks(comment: string, document: string): string[] {
  const found = document.matchAll(new RegExp(`<!-- ${comment} -->\\n\`\`\`\\w*\\n([\\s\\S]*?)\`\`\``, 'g'));
  return [...found].map(([, text = '']) => text);
}

/** Returns the only code block after a comment in the format document. */
function block(comment: string): string {
  const [text, ...more] = blocks(comment, FORMAT);
  if (text === undefined || more.length > 0) throw new Error(`docs/receipts-format.md has not one block "${comment}"`);
  return text;
}

/** Reads a value from a table of the format document. */
function cell(name: string): string {
  const [, value] = new RegExp(`\\| ${name} \\| \`([^\`]+)\` \\|`).exec(FORMAT) ?? [];
  if (value === undefined) throw new Error(`docs/receipts-format.md has no row "${name}"`);
  return value;
}

let folder: string;
beforeAll(() => {
  folder = temporaryFolder();
  for (const file of ['key.pem', 'receipt.json', 'bundle.json'])
    writeFileSync(join(folder, file), block(`example: ${file}`));
  mkdirSync(join(folder, 'node_modules'));
  symlinkSync(PACKAGE_ROOT, join(folder, 'node_modules', 'commerce-portal'));
});
afterAll(() => rmSync(folder, { recursive: true }));

describe('the worked example', () => {
  test('shows the signed bytes and hash of its receipt', () => {
    const bytes = signedBytes(readReceipt(JSON.parse(block('example: receipt.json'))));
    expect(`${fromUtf8(bytes)}\n`).toBe(block('example: signed_bytes'));
    expect(receiptHash(bytes)).toBe(cell('`receipt_hash`'));
    expect(FORMAT).toContain(`Its signed bytes, ${bytes.length} of them`);
  });

  test('shows a bundle that is valid under the documented keys', () => {
    const pins = { signer: cell('`key_fingerprint`'), log: cell("Log's public key") };
    const verified = verifyBundle(JSON.parse(block('example: bundle.json')), pins);
    expect(verified.receipt).toEqual(JSON.parse(block('example: receipt.json')));
    expect(openCheckpoint(block('example: checkpoint'), readVkey(pins.log)).size).toBe(1);
    expect(block('example: checkpoint')).toContain(`\n${cell('Leaf hash, which is the root of one leaf')}\n`);
  });

  test('shows a v1 bundle of the same receipt, with the documented entry of its key', () => {
    const pins = { signer: cell('`key_fingerprint`'), log: cell("Log's public key") };
    const bundle = parseBundle(block('example: bundle-v1.json'));
    expect(verifyBundle(bundle, pins)).toMatchObject({ log_index: 1, key_owner: { agent_id: 'agent_7Q2M' } });
    expect(bundle).toMatchObject({ key: { entry: JSON.parse(cell("Entry's leaf data")) } });
  });

  test('shows the log entry of a key, with the salted hash of its revocation reason', () => {
    const data = utf8(cell("Entry's leaf data"));
    const entry = readEntry(data);
    const salt = Uint8Array.from({ length: 32 }, (_, index) => index);
    expect(entry).toMatchObject({
      ...{ type: 'key_registered', key_fingerprint: cell('`key_fingerprint`') },
      private_hash: privateHash(salt, { revoked_reason: null }),
    });
    expect(toBase64(leafHash(data))).toBe(cell("Entry's leaf hash"));
  });
});

describe("the worked example's proofs in other formats", () => {
  const { publicKey, name } = readVkey(cell("Log's public key"));
  const log = { origin: name, key: publicKey.bytes, kid: publicKey.thumbprint };

  test('include a tlog-proof that an independent verifier accepts', () => {
    const text = block('example: receipt.tlog-proof');
    expect(acceptsTlogProof(Buffer.from(text), log)).toBe(true);
    expect(fromUtf8(readTlogProof(text).extra ?? new Uint8Array())).toBe(cell('Leaf data'));
  });

  test('include a COSE receipt that an independent verifier accepts', () => {
    const bytes = Buffer.from(block('example: receipt.cose').trim(), 'hex');
    expect(acceptsCose(bytes, log)).toBe(true);
    expect(bytes.includes(cell('Leaf data'))).toBe(true);
  });
});

/** Returns true if the program is installed, and always in CI, where it must not be missing. */
function isThere(program: string, args: readonly string[]): boolean {
  if (process.env.CI) return true;
  try {
    execFileSync(program, args, { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

const SIGNERS = [
  { language: 'javascript', file: 'sign.mjs', program: process.execPath, args: ['sign.mjs'], probe: ['--version'] },
  { language: 'python', file: 'sign.py', program: 'python3', args: ['sign.py'], probe: ['-c', 'import cryptography'] },
  { language: 'go', file: 'sign.go', program: 'go', args: ['run', 'sign.go'], probe: ['version'] },
  { language: 'shell', file: 'sign.sh', program: 'bash', args: ['-eu', 'sign.sh'], probe: ['-c', 'openssl version'] },
];

describe('every example program of the document makes the same signature', () => {
  for (const { language, file, program, args, probe } of SIGNERS) {
    test(language, async ({ skip }) => {
      if (!isThere(program, probe)) skip(`${program} ${probe.join(' ')} does not run here`);
      writeFileSync(join(folder, file), block(`example: ${language}`));
      const { stdout } = await run(program, args, { cwd: folder, env: { ...environment(), GOFLAGS: '-mod=mod' } });
      expect(stdout.trim()).toBe(cell('`signature`'));
    });
  }
});

describe('the commands of the document', () => {
  let home: string;
  let serving: Serving;
  let shell: ShellCommands;
  beforeAll(async () => {
    home = temporaryFolder();
    shell = await offerShellCommands();
    serving = await serve(join(home, 'data', 'portal.db'));
  });
  afterAll(async () => {
    await serving.stop('SIGTERM');
    await shell.close();
    rmSync(home, { recursive: true });
  });

  const SHELL = blocks('test: this block is run by test/e2e/receipts-document.test.ts', USE);

  test('include every shell block of docs/receipts.md', () => {
    expect(SHELL).toHaveLength(3);
    expect(USE.match(/```sh\n/g)).toHaveLength(SHELL.length);
  });

  test('run unchanged except for the port, and again in the same folder with the same key', async () => {
    const script = SHELL.join('\n').replace('http://127.0.0.1:3000', serving.url);
    const kept = join(home, 'data', 'receipts');
    const keys = () => ['agent.pem', 'agent.pub'].map((file) => readFileSync(join(kept, file), 'utf8'));
    const pasted = async (times: number) => {
      const { stdout, stderr } = await run('bash', ['--norc', '-euo', 'pipefail', '-c', script], {
        cwd: home,
        env: shell.env,
      });
      expect(stderr.replace(/^ *%.*$/gm, '')).toBe('');
      const id = /^(\S+) verified$/m.exec(stdout)?.[1];
      expect(stdout).toContain(`receipt ${id} is valid\n`);
      expect(stdout).toMatch(new RegExp(`  valid  ${4 * times - 3} receipts?, ${5 * times - 1} leaves, root `));
      // Ids of the partial receipt and of its successor, from the second submission, which sends both. The list of
      // receipts must name the successor in `superseded_by`.
      const [, part, next] = /-1\.json: (\S+) verified\n\S+-2\.json: (\S+) verified\n/.exec(stdout) ?? [];
      expect(new Set([id, part, next]).size).toBe(3);
      // After the successor, a receipt with a chain of delegations is accepted.
      const [, delegated] = new RegExp(`"superseded_by":{"id":"${next}"}\n(\\S+) verified\n$`).exec(stdout) ?? [];
      expect(new Set([id, part, next, delegated]).size).toBe(4);
      expect(readdirSync(kept)).toHaveLength(4 + 6 * times);
      return [id, part, next, ...keys()];
    };
    const first = await pasted(1);
    const second = await pasted(2);
    expect(second.slice(3)).toEqual(first.slice(3));
    expect(new Set([...first.slice(0, 3), ...second.slice(0, 3)]).size).toBe(6);
    expect(first[4]).toMatch(/^-----BEGIN PUBLIC KEY-----\n/);
    // Git ignores data/, and nothing else was created.
    expect(readdirSync(home)).toEqual(['data']);
    expect(readFileSync(join(PACKAGE_ROOT, '.gitignore'), 'utf8').split('\n')).toContain('data/');
  });
});
