import { AttestationError } from './attestation-error.js';
import type { BundleKey } from './bundle-form.js';
import { isKeyEntry, type KeyEntry } from './log-entry.js';
import { assertEntryIncluded, type ProvenReceipt } from './proven-entry.js';

/** The owner of a signing key, as registered in a log. */
export interface KeyOwner {
  readonly key_id: string;
  /** Null if the key is valid for all agents of the organization. */
  readonly agent_id: string | null;
  /** Time of the entry: of the registration, or of an upgrade that found the key. */
  readonly registered_at: string;
}

/**
 * Verifies that the log registered the key for the agent of the receipt, and before the receipt.
 * @throws AttestationError `invalid_bundle`, `invalid_proof`
 */
export function verifyKeyOwner({ entry, index, hashes }: BundleKey, proven: ProvenReceipt): KeyOwner {
  if (!isKeyEntry(entry) || !isRegistration(entry))
    throw new AttestationError('invalid_bundle', 'must be an entry that registers a key', ['key', 'entry']);
  if (entry.key_fingerprint !== proven.fingerprint)
    throw new AttestationError('invalid_bundle', 'is about another key', ['key', 'entry', 'key_fingerprint']);
  if (entry.agent_id !== null && entry.agent_id !== proven.receipt.agent_id)
    throw new AttestationError('invalid_bundle', 'is not the agent of the receipt', ['key', 'entry', 'agent_id']);
  if (entry.type === 'key_registered' && index >= proven.log_index)
    throw new AttestationError('invalid_bundle', 'must be before the receipt', ['key', 'index']);
  assertEntryIncluded(entry, { index, hashes }, proven, ['key']);
  return { key_id: entry.id, agent_id: entry.agent_id, registered_at: entry.at };
}

/** True for the first entry of a key. Only an upgrade can have found a key that was no longer active. */
export function isRegistration({ type, status }: KeyEntry): boolean {
  return type === 'key_found' || (type === 'key_registered' && status === 'active');
}
