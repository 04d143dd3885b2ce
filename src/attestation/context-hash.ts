import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { utf8 } from './bytes.js';
import { canonicalJson } from './canonical-json.js';

/** Form of a `context_hash` that can match an order: `sha256:` and 64 lower-case hex digits. */
export const CONTEXT_HASH = /^sha256:[0-9a-f]{64}$/;

/**
 * Identifies the subject of a job by the SHA-256 of its canonical JSON (docs/receipts-format.md, Context).
 * @throws AttestationError `invalid_receipt` for values outside JSON
 */
export function contextHash(context: unknown): string {
  return `sha256:${bytesToHex(sha256(utf8(canonicalJson(context))))}`;
}
