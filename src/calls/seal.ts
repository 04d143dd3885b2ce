import { hkdfSync } from 'node:crypto';
import { open, seal } from './aead.js';

const KEY_BYTES = 32;
/** Keeps these keys apart from any other that were made of the same text. */
const PURPOSE = 'portal: answer kept for repeats';
/** The key is one record's alone, so there is nothing else to bind to. */
const BOUND = '';

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
    return seal(this.key, Buffer.from(JSON.stringify(outcome)), BOUND).toString('base64');
  }

  /** @throws Error when it was not sealed with this key, or was changed since */
  open(sealed: unknown): unknown {
    const plain = open(this.key, Buffer.from(String(sealed), 'base64'), BOUND);
    if (!plain) throw new Error('the sealed answer cannot be opened: it was changed, or sealed with another key');
    return JSON.parse(plain.toString());
  }
}
