/** Codes of errors in keys, receipts and proofs. The first eleven are also portal error codes (docs/errors.md). */
export type AttestationCode =
  | 'invalid_receipt'
  | 'unsupported_receipt_version'
  | 'invalid_public_key'
  | 'private_key_submitted'
  | 'unsupported_key_algorithm'
  | 'weak_public_key'
  | 'invalid_signature_encoding'
  | 'signature_invalid'
  | 'invalid_countersignature'
  | 'invalid_delegation'
  | 'outside_delegation'
  | 'invalid_private_key'
  | 'invalid_note'
  | 'invalid_proof'
  | 'invalid_bundle'
  | 'invalid_statement'
  | 'invalid_policy'
  | 'quorum_not_met'
  | 'invalid_tile';

/**
 * An error in a key, receipt or proof. `path` locates the invalid member and `detail` describes the problem, never
 * repeating key material.
 */
export class AttestationError extends Error {
  override readonly name = 'AttestationError';
  readonly code: AttestationCode;
  readonly detail: string;
  /** Member names and indices that lead from the checked value to the problem. */
  readonly path: readonly (string | number)[];

  constructor(code: AttestationCode, detail: string, path: readonly (string | number)[] = []) {
    super(`${code}: ${detail}`);
    this.code = code;
    this.detail = detail;
    this.path = path;
  }
}
