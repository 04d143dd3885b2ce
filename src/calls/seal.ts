import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

const CIPHER = 'aes-256-gcm';
const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
/** Keeps these keys apart from any other that were made of the same text. */
const PURPOSE = 'portal: answer kept for repeats';

/**
 * Seals an outcome under the caller's own idempotency key, of which the database has the hash alone: who repeats the
 * call reads it, and who reads the file does not (docs/api.md, Repeats).
 */
export class Seal {
  private readonly key: Buffer;

  /** A record is one caller's and one operation's, so its id makes the key of the same text another one elsewhere. */
  constructor(idempotencyKey: string, recordId: string) {
    this.key = Buffer.from(hkdfSync('sha256', idempotencyKey, recordId, PURPOSE, KEY_BYTES));
  }

  close(outcome: unknown): string {
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv(CIPHER, this.key, nonce);
    const sealed = [cipher.update(JSON.stringify(outcome)), cipher.final()];
    return Buffer.concat([nonce, cipher.getAuthTag(), ...sealed]).toString('base64');
  }

  /** @throws Error when it was not sealed with this key, or was changed since */
  open(sealed: unknown): unknown {
    const bytes = Buffer.from(String(sealed), 'base64');
    const decipher = createDecipheriv(CIPHER, this.key, bytes.subarray(0, NONCE_BYTES), { authTagLength: TAG_BYTES });
    decipher.setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
    const text = Buffer.concat([decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()]);
    return JSON.parse(text.toString());
  }
}
