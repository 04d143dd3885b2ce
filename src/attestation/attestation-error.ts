/** Faults of a key, a receipt or a proof. The first eight are also error codes of the portal (docs/errors.md). */
export type AttestationCode =
  | 'invalid_receipt'
  | 'unsupported_receipt_version'
  | 'invalid_public_key'
  | 'private_key_submitted'
  | 'unsupported_key_algorithm'
  | 'weak_public_key'
  | 'invalid_signature_encoding'
  | 'signature_invalid'
  | 'invalid_private_key'
  | 'invalid_note'
  | 'invalid_proof'
  | 'invalid_bundle'
  | 'invalid_policy'
  | 'quorum_not_met'
  | 'invalid_tile';

/** `path` says which member it is about, `detail` what is wrong with it; it never repeats key material. */
export class AttestationError extends Error {
  override readonly name = 'AttestationError';
  readonly code: AttestationCode;
  readonly detail: string;
  /** Names of members and indices of entries from the checked value down to what is wrong. */
  readonly path: readonly (string | number)[];

  constructor(code: AttestationCode, detail: string, path: readonly (string | number)[] = []) {
    super(`${code}: ${detail}`);
    this.code = code;
    this.detail = detail;
    this.path = path;
  }
}
