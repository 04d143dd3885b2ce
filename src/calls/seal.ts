import { hkdfSync } from 'node:crypto';
import { open, seal } from '../domain/values/aead.js';

const KEY_BYTES = 32;
/** Makes these keys different from other keys that are derived from the same text. */
const PURPOSE = 'portal: answer kept for repeats';
/** The key is used for one record only, so there is no other context to bind to. */
const BOUND = '';

/**
 * Encrypts an outcome with a key from the caller's own idempotency key, of which the database has only a hash: a repeat
 * of the call can read it, and a reader of the file cannot (docs/api.md, Repeats).
 */
export class Seal {
  private readonly key: Buffer;

  /** A record's id depends on caller and operation, so the same idempotency key gives another key elsewhere. */
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
