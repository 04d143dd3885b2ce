import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, concatBytes, hexToBytes } from '@noble/hashes/utils.js';
import { AttestationError } from './attestation-error.js';
import { fromBase64, toBase64, toBase64Url, utf8 } from './bytes.js';
import { isOnCurve, littleEndian, P } from './curve.js';

/** An Ed25519 public key in all forms that the portal uses. */
export interface PublicKey {
  /** The 32-byte key of RFC 8032. */
  readonly bytes: Uint8Array;
  /** SubjectPublicKeyInfo (RFC 8410) as PEM, with a line break at the end. */
  readonly pem: string;
  /** SHA-256 of the DER SubjectPublicKeyInfo, lower-case hex. */
  readonly fingerprint: string;
  /** JWK member `x` (RFC 8037). */
  readonly x: string;
  /** JWK thumbprint (RFC 7638), used as the `kid` of the key. */
  readonly thumbprint: string;
}

/** Maximum characters of PEM input that is parsed. */
export const MAX_PEM = 1000;
/** DER before the 32-byte key: SEQUENCE, algorithm id-Ed25519, BIT STRING without unused bits. */
const SPKI_PREFIX = hexToBytes('302a300506032b6570032100');
/** The 12 DER bytes before the key are exactly 16 base64 characters, so canonical PEM matches a single pattern. */
const PEM =
  /^-----BEGIN PUBLIC KEY-----\n(MCowBQYDK2VwAyEA[A-Za-z0-9+/]{42}[AEIMQUYcgkosw048]=)\n-----END PUBLIC KEY-----\n?$/;

/**
 * Parses the canonical PEM of an Ed25519 public key. Line breaks may be CRLF, and the last one may be missing.
 * @throws AttestationError `private_key_submitted`, `invalid_public_key`, `weak_public_key`
 */
export function readPublicKey(pem: string): PublicKey {
  return publicKeyOf(keyBytes(pem));
}

/**
 * Parses PEM like `readPublicKey`, but does not check the point: earlier versions registered keys without a point.
 * @throws AttestationError `private_key_submitted`, `invalid_public_key`
 */
export function readRegisteredKey(pem: string): PublicKey {
  return formsOf(keyBytes(pem));
}

/**
 * Converts 32 bytes to a public key.
 * @throws AttestationError `invalid_public_key` for another length or bytes that encode no point, `weak_public_key`
 */
export function publicKeyOf(bytes: Uint8Array): PublicKey {
  if (bytes.length !== 32) throw new AttestationError('invalid_public_key', 'must be 32 bytes');
  const y = littleEndian(bytes) % 2n ** 255n;
  if (isWeak(y))
    throw new AttestationError(
      'weak_public_key',
      'is a point of low order, for which anybody can sign: create another key',
    );
  if (!isOnCurve(y))
    throw new AttestationError('invalid_public_key', 'must be a point of the curve: no private key belongs to it');
  return formsOf(bytes);
}

function keyBytes(pem: string): Uint8Array {
  if (pem.length > MAX_PEM) throw new AttestationError('invalid_public_key', `must have at most ${MAX_PEM} characters`);
  if (pem.includes('PRIVATE KEY')) {
    throw new AttestationError(
      'private_key_submitted',
      'holds a private key: send the public key, and replace the pair',
    );
  }
  const base64 = PEM.exec(pem.replaceAll('\r\n', '\n'))?.[1];
  const der = base64 === undefined ? undefined : fromBase64(base64);
  if (!der) {
    throw new AttestationError(
      'invalid_public_key',
      'must be one Ed25519 public key as PEM (SubjectPublicKeyInfo), nothing around it',
    );
  }
  return der.subarray(SPKI_PREFIX.length);
}

function formsOf(bytes: Uint8Array): PublicKey {
  const der = concatBytes(SPKI_PREFIX, bytes);
  const x = toBase64Url(bytes);
  return {
    bytes,
    pem: `-----BEGIN PUBLIC KEY-----\n${toBase64(der)}\n-----END PUBLIC KEY-----\n`,
    fingerprint: bytesToHex(sha256(der)),
    x,
    thumbprint: toBase64Url(sha256(utf8(`{"crv":"Ed25519","kty":"OKP","x":"${x}"}`))),
  };
}

/** Y coordinates of the points of order 1, 2, 4 and 8. */
const LOW_ORDER = new Set([
  0n,
  1n,
  P - 1n,
  littleEndian(hexToBytes('26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05')),
  littleEndian(hexToBytes('c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a')),
]);

/**
 * True for low-order points, with which signatures can be forged without a private key, and for y >= p, which is a
 * second encoding of a point.
 */
function isWeak(y: bigint): boolean {
  return y >= P || LOW_ORDER.has(y);
}
