import { type Cbor, CborTag, cborBytes } from './cbor.js';

/** COSE_Sign1 messages (RFC 9052) of a log, signed with Ed25519. */

/** Labels of header parameters (RFC 9052, RFC 9597). */
export const ALG = 1;
export const CONTENT_TYPE = 3;
export const KID = 4;
export const CWT_CLAIMS = 15;
/** CWT claims (RFC 8392). */
export const ISSUER = 1;
export const SUBJECT = 2;
/** EdDSA. RFC 9864 defines a newer number for Ed25519 alone (-19), which few verifiers support yet. */
export const EDDSA = -8;

const COSE_SIGN1 = 18;

/**
 * Returns the bytes to sign: the Sig_structure of RFC 9052, 4.4. No UTF-8 text starts with their first byte, so they can
 * never be mistaken for a signed note.
 */
export function signedBytes(protectedHeader: Uint8Array, payload: Uint8Array): Uint8Array {
  return cborBytes(['Signature1', protectedHeader, new Uint8Array(), payload]);
}

interface Sign1 {
  readonly protectedHeader: Uint8Array;
  readonly unprotected: ReadonlyMap<number, Cbor>;
  /** Null if it is detached. */
  readonly payload: Uint8Array | null;
  readonly signature: Uint8Array;
}

/** Encodes a signed message. */
export function coseSign1({ protectedHeader, unprotected, payload, signature }: Sign1): Uint8Array {
  return cborBytes(new CborTag(COSE_SIGN1, [protectedHeader, unprotected, payload, signature]));
}
