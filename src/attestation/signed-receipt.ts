import { AttestationError } from './attestation-error.js';
import { toBase64 } from './bytes.js';
import { type KeyPair, readSignature, sign, verify } from './ed25519.js';
import { jobIdFault } from './job-id.js';
import { readPublicKey } from './public-key.js';
import { type Receipt, readCanonicalReceipt, receiptHash } from './receipt.js';

/** Body of `POST /api/receipts` and arguments of `submit_receipt`. */
export interface SignedReceipt {
  readonly receipt: Receipt;
  /** Ed25519 signature of 64 bytes in base64. */
  readonly signature: string;
  /** PEM. */
  readonly public_key: string;
}

/** A signed receipt as submitted, in which `receipt` may be any value. */
type Unchecked = Omit<SignedReceipt, 'receipt'> & { readonly receipt: unknown };

/**
 * Signs a receipt.
 * @throws AttestationError `invalid_receipt`, `unsupported_receipt_version`
 */
export function signReceipt(receipt: Receipt, { seed, publicKey }: KeyPair): SignedReceipt {
  const { bytes } = readCanonicalReceipt(receipt);
  const fault = jobIdFault(receipt.job_id);
  if (fault !== undefined) throw new AttestationError('invalid_receipt', fault, ['job_id']);
  return { receipt, signature: toBase64(sign(bytes, seed)), public_key: publicKey.pem };
}

/**
 * Verifies the form and signature of a receipt, but not the owner of the key.
 * @throws AttestationError `signature_invalid`, or the code of a malformed receipt, key or signature
 */
export function verifyReceipt({ receipt, signature, public_key }: Unchecked): Receipt {
  const { receipt: checked, bytes } = readCanonicalReceipt(receipt);
  const key = readPublicKey(public_key);
  if (verify(readSignature(signature), bytes, key)) return checked;
  const detail = `the signature is not valid for this key and this receipt, whose receipt_hash is ${receiptHash(bytes)}`;
  throw new AttestationError('signature_invalid', detail);
}
