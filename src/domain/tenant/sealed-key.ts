/** A key that signs in the name of a deployment (records/shop-keys.ts). */
export interface SealedKey {
  /** RFC 7638 thumbprint. */
  readonly kid: string;
  /** Base64url. */
  readonly x: string;
  /** Present for P-256, absent for Ed25519. */
  readonly y?: string;
  /** Private key, encrypted with a secret of the database, in base64. Absent after the key was replaced. */
  readonly sealed?: string;
  readonly created_at: number;
  /** Time at which a newer key replaced it. */
  readonly replaced_at?: number;
}
