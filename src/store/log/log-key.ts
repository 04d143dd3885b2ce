import { createHmac, createPrivateKey, sign } from 'node:crypto';
import { privateKeyPem } from '../../attestation/ed25519.js';
import { type NoteSigner, type NoteVerifier, readVkey } from '../../attestation/note.js';
import { logOrigin } from '../../domain/receipt/log-origin.js';
import { open, seal } from '../../domain/values/aead.js';
import type { Sealing } from '../../ports.js';
import { readLogKeyFile } from './log-key-file.js';

/** Functions of the private key, or the reason why it is unusable. */
type Loaded =
  | { readonly signBytes: NoteSigner['sign']; readonly macKey: Buffer; readonly sealKey: Buffer }
  | { readonly fault: unknown };

/**
 * The key of a database's logs. It is created with the database and stored in a separate file, so that write access to
 * rows does not suffice to sign. The database holds the logs' name and public key.
 */
export class LogKey implements Sealing {
  private readonly identity: NoteVerifier;
  private readonly loaded: Loaded;

  /**
   * Reads the private key; `vkey` comes from the database. Does not throw for an unusable file: the methods that need
   * the key throw, except `unseal`.
   */
  constructor(vkey: string, file: string) {
    this.identity = readVkey(vkey);
    this.loaded = load(this.identity, file);
  }

  /** Name of the logs, the prefix of their origins. */
  get name(): string {
    return this.identity.name;
  }

  /** @throws Error if the key file is absent or belongs to another database */
  assertLoaded(): void {
    this.parts();
  }

  /** True if the private key is usable. If not, methods that need it throw, and `unseal` returns `undefined`. */
  get isLoaded(): boolean {
    return !('fault' in this.loaded);
  }

  /** Returns the name and public key of one organization's log. */
  verifier(organizationId: string, epoch: number): NoteVerifier {
    const { name, publicKey } = this.identity;
    return { name: logOrigin(name, organizationId, epoch), publicKey };
  }

  /**
   * Returns a signer for one organization's log. Only `LogSigning` and `buildRenaming` may sign what leaves the portal.
   * @throws Error if the key file is absent or belongs to another database
   */
  signer(organizationId: string, epoch: number): NoteSigner {
    return { ...this.verifier(organizationId, epoch), sign: this.parts().signBytes };
  }

  /**
   * Computes a MAC of 32 bytes, which also covers the name of the logs. Access to the database does not suffice to
   * forge it.
   * @throws Error if the key file is absent or belongs to another database
   */
  mac(...parts: readonly (string | Uint8Array)[]): Buffer {
    const mac = createHmac('sha256', this.parts().macKey);
    // Texts are joined, since an update takes longer than hashing what it adds.
    let text = `${this.identity.name}\n`;
    for (const part of parts) {
      if (typeof part === 'string') text += `${part}\n`;
      else {
        mac.update(text).update(part);
        text = '\n';
      }
    }
    return mac.update(text).digest();
  }

  seal(text: string, bound: string): string {
    return seal(this.parts().sealKey, Buffer.from(text), bound).toString('base64');
  }

  unseal(sealed: string, bound: string): string | undefined {
    if ('fault' in this.loaded) return undefined;
    return open(this.loaded.sealKey, Buffer.from(sealed, 'base64'), bound)?.toString();
  }

  private parts() {
    if ('fault' in this.loaded) throw this.loaded.fault;
    return this.loaded;
  }
}

function load(identity: NoteVerifier, file: string): Loaded {
  try {
    const { seed } = readLogKeyFile(file, identity.publicKey.fingerprint);
    const key = createPrivateKey(privateKeyPem(seed));
    const macKey = createHmac('sha256', seed).update('log MAC').digest();
    const sealKey = createHmac('sha256', seed).update('sealed texts').digest();
    return { signBytes: (message) => sign(null, message, key), macKey, sealKey };
  } catch (fault) {
    return { fault };
  }
}
