import type { Receipt } from '../../attestation/receipt.js';
import { PortalError } from '../errors/portal-error.js';
import type { SigningKey } from '../signing-key/signing-key.js';
import type { Agent } from '../tenant/tenant.js';
import { CLOCK_SKEW } from '../values/clock-skew.js';

export interface AcceptanceRules {
  /** Time after a key's retirement during which receipts that were issued earlier are still accepted. Milliseconds. */
  readonly key_grace: number;
  /** Maximum age of `issued_at`, in milliseconds; `undefined` for no limit. */
  readonly max_age: number | undefined;
}

/**
 * Checks that receipts of a key are currently accepted.
 * @throws PortalError `signing_key_revoked`, `signing_key_retired`
 */
export function assertKeyAccepted(key: SigningKey, rules: AcceptanceRules, now: number): void {
  if (key.status === 'revoked') {
    throw new PortalError('signing_key_revoked', 'public_key: it was revoked; sign with the active key');
  }
  if (key.retired_at !== null && now > key.retired_at + rules.key_grace) {
    throw new PortalError('signing_key_retired', 'public_key: it was retired too long ago; sign with the active key');
  }
}

/** @throws PortalError `agent_key_mismatch` unless the key belongs to the agent or to the whole organization */
export function assertKeyCoversAgent(key: SigningKey, { id }: Pick<Agent, 'id'>): void {
  if (key.agent_id === null || key.agent_id === id) return;
  throw new PortalError('agent_key_mismatch', 'receipt.agent_id: the key belongs to another agent');
}

/**
 * Checks that the `issued_at` of a receipt with a valid signature is plausible.
 * @throws PortalError `issued_at_in_future`, `issued_at_too_old`, `signing_key_retired`
 */
export function assertIssuedInTime(
  { issued_at }: Pick<Receipt, 'issued_at'>,
  key: SigningKey,
  agent: Agent,
  rules: AcceptanceRules,
  now: number,
): void {
  const issued = Date.parse(issued_at);
  if (issued > now + CLOCK_SKEW) {
    throw new PortalError('issued_at_in_future', 'receipt.issued_at: it is more than 300 s ahead; check the clock');
  }
  if (issued < agent.created_at - CLOCK_SKEW) {
    throw new PortalError('issued_at_too_old', 'receipt.issued_at: it is before the agent was created');
  }
  if (rules.max_age !== undefined && issued < now - rules.max_age) {
    throw new PortalError('issued_at_too_old', 'receipt.issued_at: it is older than this portal accepts');
  }
  if (key.retired_at !== null && issued > key.retired_at) {
    throw new PortalError('signing_key_retired', 'receipt.issued_at: it is after the key was retired');
  }
}
