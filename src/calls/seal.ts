import { hkdfSync } from 'node:crypto';
import { open, seal } from '../domain/values/aead.js';

const KEY_BYTES = 32;
/** Separates these keys from others derived from the same text. */
const PURPOSE = 'portal: answer kept for repeats';
/** Each key encrypts one record only, so no further context is needed. */
const BOUND = '';

/**
 * Encrypts an outcome under the caller's idempotency key, of which the database has only a hash: repeats can read it,
 * and readers of the file cannot (docs/api.md, Repeats).
 */
export class Seal {
  private readonly key: Buffer;

  /** A record's id includes caller and operation, so that the same idempotency key yields different keys. */
  constructor(idempotencyKey: string, recordId: string) {
    this.key = Buffer.from(hkdfSync('sha256', idempotencyKey, recordId, PURPOSE, KEY_BYTES));
  }

  close(outcome: unknown): string {
    return seal(this.key, Buffer.from(JSON.stringify(outcome)), BOUND).toString('base64');
  }

  /** @throws Error when it was sealed with another key, or modified */
  open(sealed: unknown): unknown {
    const plain = open(this.key, Buffer.from(String(sealed), 'base64'), BOUND);
    if (!plain) throw new Error('the sealed answer cannot be opened: it was changed, or sealed with another key');
    return JSON.parse(plain.toString());
  }
}
