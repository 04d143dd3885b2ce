import { createHmac, createPrivateKey, sign } from 'node:crypto';
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import type { Database } from 'better-sqlite3';
import { generateKeyPair, type KeyPair, privateKeyPem, readPrivateKey } from '../../attestation/ed25519.js';
import { type NoteSigner, type NoteVerifier, readVkey, vkeyOf } from '../../attestation/note.js';

export interface LogKeyOptions {
  /** File of the private key. */
  readonly file: string;
  /** The file was chosen, and is not the one beside the database. */
  readonly isNamed: boolean;
  /** Name of the logs, when there is none yet; undefined = one made from the key. */
  readonly name: string | undefined;
}

/** Where the key of a database is when it was not put elsewhere. */
export function logKeyFile(database: string): string {
  return `${database}.log-key`;
}

/**
 * The key of a database's logs. It is made with the database and lives in a file beside it, so that whoever can write
 * rows cannot sign for them. The database holds the name and the public key.
 */
export class LogKey {
  private readonly identity: NoteVerifier;
  private readonly file: string;
  private loaded: { readonly signBytes: NoteSigner['sign']; readonly macKey: Buffer } | undefined;

  /** Makes key and name when the database has none; every process on the file gets the same ones. */
  constructor(database: Database, options: LogKeyOptions) {
    this.file = options.file;
    this.identity = readVkey(readIdentity(database) ?? makeIdentity(database, options));
  }

  /**
   * Signs for one organization's log, whose origin is the name and the organization's id.
   * @throws Error when the key's file is absent or is not this database's
   */
  signer(organizationId: string): NoteSigner {
    const { name, publicKey } = this.identity;
    const { signBytes } = this.load();
    return { name: `${name}/${organizationId}`, publicKey, sign: signBytes };
  }

  /** A MAC that nobody can make who has only the database, under the name of the logs too. 32 bytes. */
  mac(...parts: readonly (string | Uint8Array)[]): Buffer {
    const mac = createHmac('sha256', this.load().macKey);
    for (const part of [this.identity.name, ...parts]) mac.update(part).update('\n');
    return mac.digest();
  }

  /** @throws Error when the key's file is absent or is not this database's */
  load() {
    this.loaded ??= this.read();
    return this.loaded;
  }

  private read() {
    const { seed, publicKey } = readKeyFile(this.file);
    if (publicKey.fingerprint !== this.identity.publicKey.fingerprint) {
      throw new Error(`the log's key in ${this.file} is not this database's: put back the one that was made with it`);
    }
    const key = createPrivateKey(privateKeyPem(seed));
    const macKey = createHmac('sha256', seed).update('log MAC').digest();
    return { signBytes: (message: Uint8Array) => sign(null, message, key), macKey };
  }
}

function readKeyFile(file: string): KeyPair {
  try {
    return readPrivateKey(readFileSync(file, 'utf8'));
  } catch (cause) {
    throw new Error(`the log's key cannot be read from ${file}: put back the file that was made with the database`, {
      cause,
    });
  }
}

/** Whether a database knows the name of its logs yet. */
export function hasIdentity(database: Database): boolean {
  return readIdentity(database) !== undefined;
}

function readIdentity(database: Database): string | undefined {
  return database.prepare<[], string>('SELECT vkey FROM log_identity WHERE id = 1').pluck().get();
}

/** The key of an earlier database of this name must not sign for another tree; one at a named place may be in use. */
function setAside(file: string, isNamed: boolean): void {
  if (!existsSync(file)) return;
  if (isNamed) throw new Error(`there is a file at ${file} already: name another one for the log's key`);
  renameSync(file, `${file}.${Date.now()}`);
}

function makeIdentity(database: Database, { file, isNamed, name }: LogKeyOptions): string {
  return database
    .transaction(() => {
      // Another process may have been first while this one waited for the lock.
      const made = readIdentity(database);
      if (made !== undefined) return made;
      if (database.prepare("SELECT 1 FROM log_head WHERE organization_id > ''").get()) {
        throw new Error('the database holds receipt logs, but not their name: it was changed from outside');
      }
      const { seed, publicKey } = generateKeyPair();
      const vkey = vkeyOf({ name: name ?? `portal-${publicKey.fingerprint.slice(0, 8)}`, publicKey });
      setAside(file, isNamed);
      writeFileSync(`${file}.${process.pid}`, privateKeyPem(seed), { mode: 0o600, flush: true });
      renameSync(`${file}.${process.pid}`, file);
      database.prepare('INSERT INTO log_identity (id, vkey) VALUES (1, ?)').run(vkey);
      return vkey;
    })
    .immediate();
}
