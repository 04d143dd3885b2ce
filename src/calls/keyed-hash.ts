import { createHmac } from 'node:crypto';
import { canonicalText } from '../attestation/canonical-json.js';

/** Hashes a JSON value with a key, so that nobody without the key can test guesses of it. Returns hex digits. */
export function keyedHash(key: Buffer, value: unknown): string {
  return createHmac('sha256', key)
    .update(value === undefined ? '' : canonicalText(value))
    .digest('hex');
}
