import { createPrivateKey, createPublicKey } from 'node:crypto';
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { generateKeyPair, type KeyPair, privateKeyPem, readSeed } from '../../attestation/ed25519.js';
import { vkeyOf } from '../../attestation/note.js';
import { publicKeyOf } from '../../attestation/public-key.js';

/** Returns the default path of the key of a database's logs. */
export function logKeyFile(database: string): string {
  return `${database}.log-key`;
}

/** Returns the default path of the file of signed heads, beside the log key. */
export function signedFile(logKey: string): string {
  return `${logKey}.signed`;
}

/** File of the private key of a database's logs. */
export interface LogKeyFile {
  readonly file: string;
  /** True if the file was configured, false for the default beside the database. */
  readonly isNamed: boolean;
}

/**
 * Creates the key of a new database's logs, writes its file, and returns the name and public key (a vkey). The caller
 * stores the vkey in the database, under a lock against other processes. Without `name`, one is derived from the key.
 * @throws Error if a configured file already exists
 */
export function makeLogKey({ file, isNamed }: LogKeyFile, name: string | undefined): string {
  const { seed, publicKey } = generateKeyPair();
  setAside(file, isNamed);
  writeFileSync(`${file}.${process.pid}`, privateKeyPem(seed), { mode: 0o600, flush: true });
  renameSync(`${file}.${process.pid}`, file);
  return vkeyOf({ name: name ?? `portal-${publicKey.fingerprint.slice(0, 8)}`, publicKey });
}

/**
 * Renames an existing file, since the key of an earlier database must not sign for this one. Throws for a configured
 * file, which may be in use elsewhere.
 */
function setAside(file: string, isNamed: boolean): void {
  if (!existsSync(file)) return;
  if (isNamed) throw new Error(`there is a file at ${file} already: name another one for the log's key`);
  renameSync(file, `${file}.${Date.now()}`);
}

function nextFile(file: string): string {
  return `${file}.next`;
}

/** Creates the next key, in a file beside the present one. */
export function makeNextKey(file: string): KeyPair {
  const pair = generateKeyPair();
  writeFileSync(nextFile(file), privateKeyPem(pair.seed), { mode: 0o600, flush: true });
  return pair;
}

/** Replaces the present key by the next one. Returns the new name of the replaced file, if there was one. */
export function useNextKey(file: string): string | undefined {
  if (!existsSync(nextFile(file))) return undefined;
  const aside = existsSync(file) ? `${file}.${Date.now()}` : undefined;
  if (aside !== undefined) renameSync(file, aside);
  renameSync(nextFile(file), file);
  return aside;
}

/**
 * Finishes an interrupted rotation: if the database already uses the next key, replaces the file as `useNextKey` does.
 */
export function settleNextKey(file: string, fingerprint: string): string | undefined {
  return nextKey(file)?.publicKey.fingerprint === fingerprint ? useNextKey(file) : undefined;
}

/** Reads the next key; `undefined` if there is no complete file. */
function nextKey(file: string): KeyPair | undefined {
  try {
    return existsSync(nextFile(file)) ? readKeyFile(nextFile(file)) : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Reads the private key of this public key. During a rotation it may be in the file of the next key.
 * @throws Error if neither file has it
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

/**
 * Derives the public key with OpenSSL, because every process that opens the database does this, and tweetnacl would
 * need 20 ms.
 */
function keyPairOf(seed: Uint8Array): KeyPair {
  const { x = '' } = createPublicKey(createPrivateKey(privateKeyPem(seed))).export({ format: 'jwk' });
  return { seed, publicKey: publicKeyOf(new Uint8Array(Buffer.from(x, 'base64url'))) };
}
