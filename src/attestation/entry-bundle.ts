import { concatBytes } from '@noble/hashes/utils.js';
import { AttestationError } from './attestation-error.js';

/**
 * Bundles of log entries (C2SP tlog-tiles). Each entry is preceded by its length, a big-endian unsigned 16-bit number.
 */

/** Maximum size of an entry, in bytes. */
const MAX_ENTRY = 0xffff;

/** @throws RangeError for an entry of more than 65,535 bytes */
export function joinEntries(entries: readonly Uint8Array[]): Uint8Array {
  return concatBytes(
    ...entries.flatMap((entry) => {
      if (entry.length > MAX_ENTRY)
        throw new RangeError(`an entry of ${entry.length} bytes does not fit into a bundle`);
      return [Uint8Array.of(entry.length >> 8, entry.length & 0xff), entry];
    }),
  );
}

/**
 * Splits a bundle into its entries.
 * @throws AttestationError `invalid_tile` when the last entry is incomplete, or there are not exactly `width` entries
 */
export function splitEntries(bytes: Uint8Array, width: number): Uint8Array[] {
  const entries: Uint8Array[] = [];
  for (let at = 0; at < bytes.length; ) {
    const start = at + 2;
    at = start + (bytes[at] ?? 0) * 256 + (bytes[at + 1] ?? 0);
    if (start > bytes.length || at > bytes.length)
      throw new AttestationError('invalid_tile', 'the bundle ends within an entry');
    entries.push(bytes.subarray(start, at));
  }
  if (entries.length === width) return entries;
  throw new AttestationError('invalid_tile', `the bundle has ${entries.length} entries, not ${width}`);
}
