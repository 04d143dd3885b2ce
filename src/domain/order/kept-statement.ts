/**
 * The signatures of an order's statement. What they are over is computed from the order, so it is stored once, and an
 * erased value is nowhere else.
 */
export interface KeptStatement {
  /** Order id. */
  readonly id: string;
  /** URL of the deployment when it signed. */
  readonly issuer: string;
  /** Seconds since the epoch. */
  readonly signed_at: number;
  /** ES256, then EdDSA. */
  readonly signatures: readonly KeptSignature[];
  readonly created_at: number;
  readonly updated_at: number;
  readonly version: number;
}

export interface KeptSignature {
  readonly kid: string;
  /** Base64url. */
  readonly signature: string;
}
