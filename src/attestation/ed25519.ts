import { hexToBytes } from '@noble/hashes/utils.js';
import nacl from 'tweetnacl';
import { AttestationError } from './attestation-error.js';
import { fromBase64, sameBytes, toBase64 } from './bytes.js';
import { littleEndian } from './curve.js';
import { type PublicKey, publicKeyOf } from './public-key.js';

/** Order of the base point (RFC 8032, 5.1). */
const L = 2n ** 252n + 27742317777372353535851937790883648493n;
const SIGNATURE = /^[A-Za-z0-9+/]{85}[AQgw]==$/;
/** DER of a PrivateKeyInfo (RFC 8410) before the 32-byte seed, as hex. */
const PKCS8_PREFIX = '302e020100300506032b657004220420';

export interface KeyPair {
  /** Private key: the 32-byte seed of RFC 8032. */
  readonly seed: Uint8Array;
  readonly publicKey: PublicKey;
}

/** Generates a key pair with the platform's random source. */
export function generateKeyPair(): KeyPair {
  return keyPairOf(nacl.randomBytes(nacl.sign.seedLength));
}

/**
 * Derives the key pair from a seed.
 * @throws AttestationError `invalid_private_key` unless the seed has 32 bytes
 */
export function keyPairOf(seed: Uint8Array): KeyPair {
  if (seed.length !== nacl.sign.seedLength)
    throw new AttestationError('invalid_private_key', 'must be a seed of 32 bytes');
  return { seed, publicKey: publicKeyOf(nacl.sign.keyPair.fromSeed(seed).publicKey) };
}

/** Encodes a private key as `openssl genpkey -algorithm ed25519` does (PKCS#8, PEM). */
export function privateKeyPem(seed: Uint8Array): string {
  const der = new Uint8Array([...hexToBytes(PKCS8_PREFIX), ...seed]);
  return `-----BEGIN PRIVATE KEY-----\n${toBase64(der)}\n-----END PRIVATE KEY-----\n`;
}

/** @throws AttestationError `invalid_private_key` */
export function readPrivateKey(pem: string): KeyPair {
  return keyPairOf(readSeed(pem));
}

/**
 * Reads the 32-byte seed of a private key in PEM.
 * @throws AttestationError `invalid_private_key`
 */
export function readSeed(pem: string): Uint8Array {
  const base64 = /^-----BEGIN PRIVATE KEY-----\n([A-Za-z0-9+/=]+)\n-----END PRIVATE KEY-----\n?$/.exec(
    pem.replaceAll('\r\n', '\n'),
  )?.[1];
  const der = base64 === undefined ? undefined : fromBase64(base64);
  const prefix = hexToBytes(PKCS8_PREFIX);
  if (!der || der.length !== prefix.length + 32 || !sameBytes(der.subarray(0, prefix.length), prefix)) {
    throw new AttestationError('invalid_private_key', 'must be an Ed25519 private key as PEM (PKCS#8)');
  }
  return der.subarray(prefix.length);
}

/** Signs with Ed25519 (RFC 8032, 5.1.6). The signature has 64 bytes. */
export function sign(message: Uint8Array, seed: Uint8Array): Uint8Array {
  return nacl.sign.detached(message, nacl.sign.keyPair.fromSeed(seed).secretKey);
}

/**
 * Verifies an Ed25519 signature (RFC 8032, 5.1.7) without the cofactor: the bytes of R must be those of [S]B - [k]A.
 * Rejects S >= L, which tweetnacl accepts and which would allow a second form of each signature.
 */
export function verify(signature: Uint8Array, message: Uint8Array, publicKey: PublicKey): boolean {
  if (signature.length !== nacl.sign.signatureLength || littleEndian(signature.subarray(32)) >= L) return false;
  return nacl.sign.detached.verify(message, signature, publicKey.bytes);
}

/**
 * Decodes the 64 bytes of a base64 signature.
 * @throws AttestationError `invalid_signature_encoding`
 */
export function readSignature(text: string): Uint8Array {
  const bytes = SIGNATURE.test(text) ? fromBase64(text) : undefined;
  if (!bytes) {
    throw new AttestationError(
      'invalid_signature_encoding',
      'must be the 64 bytes of the signature in base64: 88 characters, padded',
    );
  }
  return bytes;
}
