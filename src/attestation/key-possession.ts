import { toBase64, utf8 } from './bytes.js';
import { type KeyPair, sign } from './ed25519.js';

/** Owner under which a key is registered. */
export interface KeyOwnership {
  readonly organization_id: string;
  /** Null if the key is valid for all agents of the organization. */
  readonly agent_id: string | null;
}

/**
 * Returns the bytes that prove possession of a private key (docs/receipts-operate.md, Keys). They name the owner, so
 * that nobody can register the key elsewhere with the same proof. Signed bytes of a receipt begin with a brace.
 */
export function possessionBytes({ organization_id, agent_id }: KeyOwnership, fingerprint: string): Uint8Array {
  return utf8(`portal signing key\n${organization_id}\n${agent_id ?? ''}\n${fingerprint}\n`);
}

/** Proves possession of a key: the `proof` of `register_signing_key` and `rotate_signing_key`, base64. */
export function proveKeyPossession(owner: KeyOwnership, { seed, publicKey }: KeyPair): string {
  return toBase64(sign(possessionBytes(owner, publicKey.fingerprint), seed));
}
