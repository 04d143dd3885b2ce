import { utf8 } from './bytes.js';
import { type Cbor, cborBytes } from './cbor.js';
import { ALG, CWT_CLAIMS, coseSign1, EDDSA, ISSUER, KID, signedBytes } from './cose.js';
import type { NoteVerifier } from './note.js';

/** COSE receipts (RFC 9942) for an RFC 9162 tree with SHA-256: inclusion proofs for COSE verifiers. */

/** Labels of header parameters (RFC 9942). */
const VDS = 395;
const VDP = 396;
const RFC9162_SHA256 = 1;
const INCLUSION = -1;
/** Labels defined by the portal, from the range for private use. */
const TREE_SIZE = -65_537;
const ENTRY = -65_538;

/** Signature of a tree, shared by the COSE receipts of all its leaves. */
export interface CoseSignature {
  /** Number of leaves. */
  readonly size: number;
  /** Ed25519 signature of `coseSignedBytes`; 64 bytes. */
  readonly signature: Uint8Array;
}

export interface CoseProof {
  /** Leaf index, starting at 0. */
  readonly index: number;
  readonly hashes: readonly Uint8Array[];
  /** Leaf data, so that the receipt is self-contained. The proof leads from the hash of this data to the root. */
  readonly entry: Uint8Array;
}

/** Returns the bytes to sign for COSE receipts, with the root as payload. */
export function coseSignedBytes(size: number, root: Uint8Array, log: NoteVerifier): Uint8Array {
  return signedBytes(protectedHeader(size, log), root);
}

/**
 * Encodes an inclusion receipt (RFC 9942, 5.2.1). Its payload, the root, is detached, so that verifiers must compute it
 * from the proof.
 */
export function coseReceipt(
  { index, hashes, entry }: CoseProof,
  { size, signature }: CoseSignature,
  log: NoteVerifier,
): Uint8Array {
  const proof = cborBytes([size, index, hashes]);
  const unprotected = new Map<number, Cbor>([
    [VDP, new Map([[INCLUSION, [proof]]])],
    [ENTRY, entry],
  ]);
  return coseSign1({ protectedHeader: protectedHeader(size, log), unprotected, payload: null, signature });
}

/**
 * Encodes the header, which identifies the key by its RFC 7638 thumbprint, as the public key set does. The issuer is
 * the log's origin. The tree size is signed too, since one inclusion path can yield the same root for several sizes.
 */
function protectedHeader(size: number, { name, publicKey }: NoteVerifier): Uint8Array {
  return cborBytes(
    new Map<number, Cbor>([
      [ALG, EDDSA],
      [KID, utf8(publicKey.thumbprint)],
      [CWT_CLAIMS, new Map([[ISSUER, name]])],
      [VDS, RFC9162_SHA256],
      [TREE_SIZE, size],
    ]),
  );
}
