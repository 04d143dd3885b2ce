import { AttestationError } from './attestation-error.js';
import type { BundleKey } from './bundle-form.js';
import { fromBase64 } from './bytes.js';
import { entryLeaf, isKeyEntry, type KeyEntry } from './log-entry.js';
import { leafHash, verifyInclusion } from './merkle.js';
import type { Receipt } from './receipt.js';

/** The owner of a signing key, as registered in a log. */
export interface KeyOwner {
  readonly key_id: string;
  /** Null if the key is valid for all agents of the organization. */
  readonly agent_id: string | null;
  /** Time of the entry: of the registration, or of an upgrade that found the key. */
  readonly registered_at: string;
}

/** A verified tree, and the receipt in it whose signer is in question. */
interface Proven {
  readonly receipt: Receipt;
  readonly fingerprint: string;
  readonly log_index: number;
  readonly tree_size: number;
  readonly root: Uint8Array;
}

/**
 * Verifies that the log registered the key for the agent of the receipt, and before the receipt.
 * @throws AttestationError `invalid_bundle`, `invalid_proof`
 */
export function verifyKeyOwner({ entry, index, hashes }: BundleKey, proven: Proven): KeyOwner {
  if (!isKeyEntry(entry) || !isRegistration(entry))
    throw new AttestationError('invalid_bundle', 'must be an entry that registers a key', ['key', 'entry']);
  if (entry.key_fingerprint !== proven.fingerprint)
    throw new AttestationError('invalid_bundle', 'is about another key', ['key', 'entry', 'key_fingerprint']);
  if (entry.agent_id !== null && entry.agent_id !== proven.receipt.agent_id)
    throw new AttestationError('invalid_bundle', 'is not the agent of the receipt', ['key', 'entry', 'agent_id']);
  if (entry.type === 'key_registered' && index >= proven.log_index)
    throw new AttestationError('invalid_bundle', 'must be before the receipt', ['key', 'index']);
  const path = hashes.map((text) => fromBase64(text) ?? new Uint8Array());
  if (!verifyInclusion(leafHash(entryLeaf(entry)), index, proven.tree_size, path, proven.root))
    throw new AttestationError('invalid_proof', 'the log does not hold this entry', ['key']);
  return { key_id: entry.id, agent_id: entry.agent_id, registered_at: entry.at };
}

/** True for the first entry of a key. Only an upgrade can have found a key that was no longer active. */
function isRegistration({ type, status }: KeyEntry): boolean {
  return type === 'key_found' || (type === 'key_registered' && status === 'active');
}
