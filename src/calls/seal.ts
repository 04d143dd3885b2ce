import { hkdfSync } from 'node:crypto';
import { open, seal } from '../domain/values/aead.js';

const KEY_BYTES = 32;
/** Distinguishes these keys from other keys derived from the same idempotency key. */
const PURPOSE = 'portal: answer kept for repeats';
/** Associated data is empty, since each key encrypts only one record. */
const BOUND = '';

/**
 * Encrypts an outcome with a key derived from the caller's idempotency key, of which the database contains only a hash.
 * Repeats can therefore decrypt it, and readers of the database cannot (docs/api.md, Repeats).
 */
export class Seal {
  private readonly key: Buffer;

  /**
   * The record's id depends on caller and operation, so calls with the same idempotency key but another caller or
   * operation get different encryption keys.
   */
  constructor(idempotencyKey: string, recordId: string) {
    this.key = Buffer.from(hkdfSync('sha256', idempotencyKey, recordId, PURPOSE, KEY_BYTES));
  }

  close(outcome: unknown): string {
    return seal(this.key, Buffer.from(JSON.stringify(outcome)), BOUND).toString('base64');
  }

  /** @throws Error when the outcome was sealed with another key or modified */
  open(sealed: unknown): unknown {
    const plain = open(this.key, Buffer.from(String(sealed), 'base64'), BOUND);
    if (!plain) throw new Error('the sealed answer cannot be opened: it was changed, or sealed with another key');
    return JSON.parse(plain.toString());
  }
}
