import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib';

/**
 * Maximum size of a text that is not compressed. With the other members of its record it fits into one page of a SQLite
 * file, which a record of half the size fills as well.
 */
const PLAIN_BYTES = 3_500;
/**
 * The fastest Brotli level that still finds repeated member names: a checkout of 50 lines shrinks to a quarter in 0.1
 * ms.
 */
const QUALITY = 1;

/** An outcome as stored, with its size. */
export interface PackedOutcome {
  readonly kept: unknown;
  readonly bytes: number;
}

/** Compresses a long outcome with Brotli and encodes the result in Base64; leaves a short outcome as it is. */
export function packOutcome(outcome: object): PackedOutcome {
  const text = JSON.stringify(outcome);
  const bytes = Buffer.byteLength(text);
  if (bytes <= PLAIN_BYTES) return { kept: outcome, bytes };
  // By default, Node would allocate 16 KiB for the result.
  const options = { chunkSize: text.length, params: { [constants.BROTLI_PARAM_QUALITY]: QUALITY } };
  const kept = brotliCompressSync(text, options).toString('base64');
  return { kept, bytes: kept.length };
}

/** Reads the outcome of a record, compressed or not. */
export function unpackOutcome(kept: unknown): unknown {
  return typeof kept === 'string' ? JSON.parse(unpackText(kept)) : kept;
}

/** JSON text of a record's outcome, without parsing it. */
export function outcomeText(kept: unknown): string {
  return typeof kept === 'string' ? unpackText(kept) : JSON.stringify(kept);
}

function unpackText(kept: string): string {
  return brotliDecompressSync(Buffer.from(kept, 'base64')).toString();
}
