import { PortalError } from '../errors/portal-error.js';
import type { SigningKey } from './signing-key.js';

/**
 * Checks that a key registered before can be registered again: it must be active and have the same owner.
 * @throws PortalError `signing_key_revoked`, `signing_key_retired`, `agent_key_mismatch`
 */
export function assertReusable(known: SigningKey, agentId: string | null): void {
  if (known.status === 'revoked') throw new PortalError('signing_key_revoked', `public_key: it was revoked; ${MAKE}`);
  if (known.status === 'retired') throw new PortalError('signing_key_retired', `public_key: it was retired; ${MAKE}`);
  if (known.agent_id !== agentId) {
    throw new PortalError('agent_key_mismatch', `public_key: it is registered for another owner; ${MAKE}`);
  }
}

const MAKE = 'create a new key pair';
