import { createPrivateKey, createPublicKey } from 'node:crypto';
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { generateKeyPair, type KeyPair, privateKeyPem, readSeed } from '../../attestation/ed25519.js';
import { vkeyOf } from '../../attestation/note.js';
import { publicKeyOf } from '../../attestation/public-key.js';

/** The default file of the key of a database's logs. */
export function logKeyFile(database: string): string {
  return `${database}.log-key`;
}

/** The default file of what the key has signed. */
export function signedFile(logKey: string): string {
  return `${logKey}.signed`;
}

/** Where the private key of a database's logs is. */
export interface LogKeyFile {
  readonly file: string;
  /** True: the file was named, and is not the default beside the database. */
  readonly isNamed: boolean;
}

/**
 * Creates the key of a new database's logs and writes its file. Answers the name and the public key (a vkey), which the
 * caller stores in the database, under a lock that keeps other processes from doing the same. Without a name, one is derived from the key.
 * @throws Error when a named file already exists
 */
export function makeLogKey({ file, isNamed }: LogKeyFile, name: string | undefined): string {
  const { seed, publicKey } = generateKeyPair();
  setAside(file, isNamed);
  writeFileSync(`${file}.${process.pid}`, privateKeyPem(seed), { mode: 0o600, flush: true });
  renameSync(`${file}.${process.pid}`, file);
  return vkeyOf({ name: name ?? `portal-${publicKey.fingerprint.slice(0, 8)}`, publicKey });
}

/** Renames an existing file: the key of an earlier database must not sign for this one. A named file may be in use elsewhere. */
function setAside(file: string, isNamed: boolean): void {
  if (!existsSync(file)) return;
  if (isNamed) throw new Error(`there is a file at ${file} already: name another one for the log's key`);
  renameSync(file, `${file}.${Date.now()}`);
}

/** The file of a key that is about to replace the present one. */
function nextFile(file: string): string {
  return `${file}.next`;
}

/** Creates a key that is to replace the present one, in a file beside it. */
export function makeNextKey(file: string): KeyPair {
  const pair = generateKeyPair();
  writeFileSync(nextFile(file), privateKeyPem(pair.seed), { mode: 0o600, flush: true });
  return pair;
}

/** Puts the next key in place, and the present one, if there is one, aside; answers the file of that one. */
export function useNextKey(file: string): string | undefined {
  if (!existsSync(nextFile(file))) return undefined;
  const aside = existsSync(file) ? `${file}.${Date.now()}` : undefined;
  if (aside !== undefined) renameSync(file, aside);
  renameSync(nextFile(file), file);
  return aside;
}

/** Puts the next key in place when it is the present one, such as after a rotation that was killed; answers as `useNextKey`. */
export function settleNextKey(file: string, fingerprint: string): string | undefined {
  return nextKey(file)?.publicKey.fingerprint === fingerprint ? useNextKey(file) : undefined;
}

/** The next key, if its file is whole. */
function nextKey(file: string): KeyPair | undefined {
  try {
    return existsSync(nextFile(file)) ? readKeyFile(nextFile(file)) : undefined;
  } catch {
    return undefined;
  }
}

/**
 * The private key with this public key. While the key is being replaced it may be in the file of the next one.
 * @throws Error when no file has it
 */
export function readLogKeyFile(file: string, fingerprint: string): KeyPair {
  const next = nextKey(file);
  if (next?.publicKey.fingerprint === fingerprint) return next;
  const pair = readKeyFile(file);
  if (pair.publicKey.fingerprint === fingerprint) return pair;
  throw new Error(
    `the log's key in ${file} is not this database's: restore the one that was created with it, or that a rotation has put aside since`,
  );
}

function readKeyFile(file: string): KeyPair {
  try {
    return keyPairOf(readSeed(readFileSync(file, 'utf8')));
  } catch (cause) {
    throw new Error(`the log's key cannot be read from ${file}: restore the file that was created with the database`, {
      cause,
    });
  }
}

/** By OpenSSL, since every process that opens the database reads its key, and tweetnacl takes 20 ms for it. */
function keyPairOf(seed: Uint8Array): KeyPair {
  const { x = '' } = createPublicKey(createPrivateKey(privateKeyPem(seed))).export({ format: 'jwk' });
  return { seed, publicKey: publicKeyOf(new Uint8Array(Buffer.from(x, 'base64url'))) };
}
