import { type KeyOwnership, possessionBytes } from '../../attestation/key-possession.js';
import type { PublicKey } from '../../attestation/public-key.js';
import { PortalError } from '../../domain/errors/portal-error.js';
import { verifySignature } from '../../domain/signing-key/submitted-key.js';
import type { Rows } from '../../ports.js';

/**
 * Checks the proof that the owner of a new key has its private key.
 * @throws PortalError `signature_invalid`; `key_proof_required` if there is none and the organization requires it
 */
export function assertPossession(
  rows: Pick<Rows, 'get'>,
  owner: KeyOwnership,
  key: PublicKey,
  proof: Uint8Array | undefined,
): void {
  if (proof) {
    if (verifySignature(proof, possessionBytes(owner, key.fingerprint), key)) return;
    throw new PortalError('signature_invalid', 'proof: it is not a signature by public_key for this owner');
  }
  if (rows.get('organization', owner.organization_id)?.key_proof_required !== true) return;
  throw new PortalError('key_proof_required', 'proof: is required');
}
