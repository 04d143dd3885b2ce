import { randomFillSync } from 'node:crypto';

/** Bytes that are fetched at once: a call of OpenSSL for 16 bytes takes nearly as long as one for all of these. */
const FETCHED = 2_048;
const pool = Buffer.alloc(FETCHED);
let used = FETCHED;

/**
 * Returns random bytes that nobody else gets: as many as requested, at most 2,048. Later calls overwrite them, so they
 * must be read immediately.
 */
export function takeRandomBytes(most: number): Buffer {
  const count = Math.min(most, FETCHED);
  if (used + count > FETCHED) {
    randomFillSync(pool);
    used = 0;
  }
  used += count;
  return pool.subarray(used - count, used);
}
