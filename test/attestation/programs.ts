import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from '../support/temporary-folder.js';
import type { Party } from './parties.js';

type Files = Readonly<Record<string, string | Uint8Array>>;

interface Ran {
  readonly ok: boolean;
  readonly stderr: string;
  /** Content of the file `out`. */
  readonly out: Uint8Array;
}

/** Runs a program to completion in a temporary folder with these files. */
function run(program: string, args: readonly string[], files: Files): Ran {
  const cwd = temporaryFolder();
  try {
    for (const [name, content] of Object.entries(files)) writeFileSync(join(cwd, name), content);
    const { status, stderr } = spawnSync(program, args, { cwd, encoding: 'utf8' });
    const out = existsSync(join(cwd, 'out')) ? Uint8Array.from(readFileSync(join(cwd, 'out'))) : new Uint8Array();
    return { ok: status === 0, stderr, out };
  } finally {
    rmSync(cwd, { recursive: true });
  }
}

function outputOf(program: string, args: readonly string[], files: Files = {}): Uint8Array {
  const { ok, stderr, out } = run(program, args, files);
  if (!ok) throw new Error(`${program} ${args.join(' ')}: ${stderr}`);
  return out;
}

const textOf = (bytes: Uint8Array) => Buffer.from(bytes).toString();

/** Reason for skipping the program's tests; `undefined` if the program works. In CI, every program must be present. */
function missing(works: Ran, what: string): string | undefined {
  return works.ok || process.env.CI ? undefined : `${what} is not on this machine`;
}

const openssl = (args: string, files: Files = {}) => outputOf('openssl', args.split(' '), files);

export const OPENSSL: Party = {
  name: 'openssl (the program)',
  missing: missing(run('openssl', ['version'], {}), 'openssl (Debian: openssl)'),
  makeKey: async () => textOf(openssl('genpkey -algorithm ed25519 -out out')),
  publicKeyOf: async (key) => textOf(openssl('pkey -in key -pubout -out out', { key })),
  sign: async (key, message) => openssl('pkeyutl -sign -rawin -inkey key -in message -out out', { key, message }),
  async verify(key, message, signature) {
    const args = 'pkeyutl -verify -rawin -pubin -inkey key -in message -sigfile signature'.split(' ');
    return run('openssl', args, { key, message, signature }).ok;
  },
};

const PREAMBLE = `
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import *
def read(name):
    with open(name, "rb") as file: return file.read()
def write(data):
    with open("out", "wb") as file: file.write(data)
`;
const python = (script: string, files: Files = {}) => outputOf('python3', ['-c', PREAMBLE + script], files);

export const PYTHON: Party = {
  name: "Python's cryptography",
  missing: missing(
    run('python3', ['-c', 'import cryptography'], {}),
    "Python's module cryptography (Debian: python3-cryptography)",
  ),
  makeKey: async () =>
    textOf(
      python('write(Ed25519PrivateKey.generate().private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()))'),
    ),
  publicKeyOf: async (key) =>
    textOf(
      python(
        `key = load_pem_private_key(read("key"), None).public_key()
write(key.public_bytes(Encoding.PEM, PublicFormat.SubjectPublicKeyInfo))`,
        { key },
      ),
    ),
  sign: async (key, message) =>
    python('write(load_pem_private_key(read("key"), None).sign(read("message")))', { key, message }),
  async verify(key, message, signature) {
    const script = `
from cryptography.exceptions import InvalidSignature
try:
    load_pem_public_key(read("key")).verify(read("signature"), read("message"))
    write(b"right")
except InvalidSignature:
    write(b"wrong")`;
    return textOf(python(script, { key, message, signature })) === 'right';
  },
};

/** Computes the receipt's canonical text and the key's fingerprint with Python's json and hashlib. */
export function madeByPython(receipt: string, key: string): { readonly text: string; readonly fingerprint: string } {
  const script = `
import hashlib, json
text = json.dumps(json.loads(read("receipt")), ensure_ascii=False, separators=(",", ":"), sort_keys=True)
der = load_pem_public_key(read("key")).public_bytes(Encoding.DER, PublicFormat.SubjectPublicKeyInfo)
write((hashlib.sha256(der).hexdigest() + text).encode())`;
  const made = textOf(python(script, { receipt, key }));
  return { fingerprint: made.slice(0, 64), text: made.slice(64) };
}
