import { createPublicKey, verify as verifyWithOpenSsl } from 'node:crypto';
import { AttestationError } from '../../attestation/attestation-error.js';
import { MAX_PEM, type PublicKey, readPublicKey } from '../../attestation/public-key.js';
import { memo } from '../values/memo.js';

/** Maximum cached keys. They are cached because parsing takes longer than verifying a signature. */
const MAX_KEYS = 10_000;

const keyObjectOf = memo(MAX_KEYS, (pem: string) => createPublicKey(pem));

/**
 * Reads a submitted public key like `readPublicKey`, but rejects a key of another algorithm with a separate error code.
 * @throws AttestationError `private_key_submitted`, `invalid_public_key`, `unsupported_key_algorithm`,
 * `weak_public_key`
 */
export const readSubmittedKey = memo(MAX_KEYS, (pem: string): PublicKey => {
  const key = readOrClassify(pem);
  // OpenSSL must export the same PEM, so that no key is read differently by the two parsers.
  const exported = keyObjectOf(key.pem).export({ type: 'spki', format: 'pem' });
  if (exported !== key.pem) throw new AttestationError('invalid_public_key', 'is not a canonical Ed25519 key');
  return key;
});

/**
 * Verifies an Ed25519 signature (RFC 8032, 5.1.7) with OpenSSL, which is about seventy times faster than tweetnacl and
 * rejects signatures with S >= L. Returns false if the signature is not 64 bytes long.
 */
export function verifySignature(signature: Uint8Array, message: Uint8Array, key: PublicKey): boolean {
  return verifyWithOpenSsl(null, message, keyObjectOf(key.pem), signature);
}

/** Verifies a signature in Node's thread pool, without blocking the event loop. */
export function verifySignatureInPool(signature: Uint8Array, message: Uint8Array, key: PublicKey): Promise<boolean> {
  return new Promise((resolve, reject) => {
    verifyWithOpenSsl(null, message, keyObjectOf(key.pem), signature, (error, isValid) =>
      error ? reject(error) : resolve(isValid),
    );
  });
}

function readOrClassify(pem: string): PublicKey {
  try {
    return readPublicKey(pem);
  } catch (error) {
    if (error instanceof AttestationError && error.code === 'invalid_public_key' && isOtherAlgorithm(pem)) {
      throw new AttestationError('unsupported_key_algorithm', 'must be an Ed25519 key');
    }
    throw error;
  }
}

const FRAMED =
  /^-----BEGIN PUBLIC KEY-----\n(?:[A-Za-z0-9+/]{1,76}\n)*[A-Za-z0-9+/]{1,76}={0,2}\n-----END PUBLIC KEY-----\n?$/;

/** True for correctly framed PEM that OpenSSL reads as a public key of another algorithm. */
function isOtherAlgorithm(pem: string): boolean {
  if (pem.length > MAX_PEM || !FRAMED.test(pem.replaceAll('\r\n', '\n'))) return false;
  try {
    return createPublicKey(pem).asymmetricKeyType !== 'ed25519';
  } catch {
    return false;
  }
}
