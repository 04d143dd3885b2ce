import { AttestationError } from '../../src/attestation/attestation-error.js';
import { toBase64 } from '../../src/attestation/bytes.js';
import { verify } from '../../src/attestation/ed25519.js';
import { type PublicKey, publicKeyOf } from '../../src/attestation/public-key.js';
import { verifySignature } from '../../src/domain/signing-key/submitted-key.js';

export type Verify = (signature: Uint8Array, message: Uint8Array, key: PublicKey) => boolean;

/** The library's verifier and the portal's, which must always agree. */
export const VERIFIERS: readonly { readonly name: string; readonly check: Verify }[] = [
  { name: 'tweetnacl', check: verify },
  { name: 'OpenSSL', check: verifySignature },
];

/** A signature to verify, in hex. */
export interface Case {
  readonly key: string;
  readonly message: string;
  readonly signature: string;
}

export function bytesOf(hex: string): Uint8Array {
  return Uint8Array.from(Buffer.from(hex, 'hex'));
}

/** Returns the verdict on a signature, or an error code if the key is already rejected when it is read. */
export function verdict(check: Verify, { key, message, signature }: Case): string {
  const read = attempt(() => publicKeyOf(bytesOf(key)));
  if (read instanceof AttestationError) return read.code;
  return check(bytesOf(signature), bytesOf(message), read) ? 'accepted' : 'refused';
}

/** Same as `verdict`, for a key that was not checked when it was read. */
export function uncheckedVerdict(check: Verify, { key, message, signature }: Case): string {
  return check(bytesOf(signature), bytesOf(message), unchecked(bytesOf(key))) ? 'accepted' : 'refused';
}

function unchecked(bytes: Uint8Array): PublicKey {
  const der = Uint8Array.from([...bytesOf('302a300506032b6570032100'), ...bytes]);
  const pem = `-----BEGIN PUBLIC KEY-----\n${toBase64(der)}\n-----END PUBLIC KEY-----\n`;
  return { bytes, pem, fingerprint: '', x: '', thumbprint: '' };
}

/** Returns the result of a call, or the library error that it throws. Rethrows other errors. */
export function attempt<T>(run: () => T): T | AttestationError {
  try {
    return run();
  } catch (error) {
    if (error instanceof AttestationError) return error;
    throw error;
  }
}

/** Returns the error of a call that must be rejected. */
export function refusal(run: () => unknown): AttestationError {
  const answer = attempt(run);
  if (answer instanceof AttestationError) return answer;
  throw new Error('nothing was refused');
}
