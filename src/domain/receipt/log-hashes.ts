import { hash } from 'node:crypto';

/**
 * Computes the same hashes as the attestation library, but with OpenSSL, which makes appends three times as fast.
 * Verifiers use the library.
 */

const LEAF_PREFIX = Buffer.of(0);
const NODE_PREFIX = Buffer.of(1);

export function leafHash(data: Uint8Array): Uint8Array {
  return hash('sha256', Buffer.concat([LEAF_PREFIX, data]), 'buffer');
}

export function nodeHash(left: Uint8Array, right: Uint8Array): Uint8Array {
  return hash('sha256', Buffer.concat([NODE_PREFIX, left, right]), 'buffer');
}

/** SHA-256 of the canonical JSON of a chain of delegations, lower-case hex. */
export function delegationHash(text: string): string {
  return hash('sha256', text, 'hex');
}

/** SHA-256 of the signed bytes, lower-case hex. */
export function receiptHash(signedBytes: Uint8Array): string {
  return hash('sha256', signedBytes, 'hex');
}
