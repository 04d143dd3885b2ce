import { utf8 } from './bytes.js';
import { type Cbor, CborTag, cborBytes } from './cbor.js';
import type { NoteVerifier } from './note.js';

/** COSE receipts (RFC 9942) for an RFC 9162 tree with SHA-256: inclusion proofs for COSE verifiers. */

/** Labels of header parameters (RFC 9052, RFC 9597, RFC 9942). */
const ALG = 1;
const KID = 4;
const CWT_CLAIMS = 15;
const VDS = 395;
const VDP = 396;
/** EdDSA. RFC 9864 defines a newer number for Ed25519 alone (-19), which few verifiers support yet. */
const EDDSA = -8;
const ISSUER = 1;
const RFC9162_SHA256 = 1;
const INCLUSION = -1;
const COSE_SIGN1 = 18;
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

/**
 * Returns the bytes to sign for COSE receipts: the Sig_structure of RFC 9052, 4.4, with the root as payload. No UTF-8
 * text starts with their first byte, so they can never be mistaken for a signed note.
 */
export function coseSignedBytes(size: number, root: Uint8Array, log: NoteVerifier): Uint8Array {
  return cborBytes(['Signature1', protectedHeader(size, log), new Uint8Array(), root]);
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
  return cborBytes(new CborTag(COSE_SIGN1, [protectedHeader(size, log), unprotected, null, signature]));
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
