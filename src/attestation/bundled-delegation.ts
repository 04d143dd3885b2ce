import { AttestationError } from './attestation-error.js';
import type { BundleDelegation, BundleKey } from './bundle-form.js';
import {
  assertDelegated,
  type Delegation,
  type DelegationChain,
  type DelegationLink,
  verifyDelegation,
} from './delegation.js';
import type { DelegatedJob } from './delegation-scope.js';
import { isRegistration } from './key-owner.js';
import { isConsumerWithKeys, isKeyEntry } from './log-entry.js';
import { orderIn } from './order-in-context.js';
import { assertEntryIncluded, type ProvenReceipt } from './proven-entry.js';

/** The owner of the key that begins a chain, by the log. */
export interface DelegationRoot {
  readonly owner: 'agent' | 'organization' | 'consumer';
  /** Id of the agent or consumer; null for the organization, whose key is valid for all agents. */
  readonly owner_id: string | null;
  readonly key_fingerprint: string;
  /** Time of the key's registration, by the log. */
  readonly key_registered_at: string;
}

/** The chain under which a receipt was signed. */
export interface ProvenDelegation {
  readonly root: DelegationRoot;
  /** Statements of the links, that of the root first. */
  readonly links: readonly Delegation[];
}

const PATH = ['delegation', 'chain'];
const KEY_PATH = ['delegation', 'key'];

/**
 * Verifies that a chain allowed a receipt: all signatures, the last link, and that the log had the first key as that of
 * the receipt's consumer, or of an agent or the organization. `context`: the order that the receipt is about, if known.
 * @throws AttestationError `invalid_delegation`, `outside_delegation`, `invalid_bundle`, `invalid_proof`
 */
export function verifyBundledDelegation(
  { key }: BundleDelegation,
  chain: DelegationChain,
  proven: ProvenReceipt,
  context: object | undefined,
): ProvenDelegation {
  verifyDelegation(chain, PATH);
  const { consumer_id, job_id, resolution, issued_at } = proven.receipt;
  const job: DelegatedJob = { consumer_id, job_id, resolution, ...orderIn(context) };
  assertDelegated(chain, { ...job, issued_at, key_fingerprint: proven.fingerprint }, PATH);
  const root = verifyRoot(key, chain.links[0], proven);
  return { root, links: chain.links.map(({ statement }) => statement) };
}

function verifyRoot({ entry, index, hashes }: BundleKey, first: DelegationLink, proven: ProvenReceipt): DelegationRoot {
  if (index >= proven.log_index)
    throw new AttestationError('invalid_bundle', 'must be before the receipt', [...KEY_PATH, 'index']);
  const proof = { index, hashes };
  const { fingerprint: key_fingerprint } = first.key;
  if (isKeyEntry(entry)) {
    if (!isRegistration(entry) || entry.status !== 'active' || entry.key_fingerprint !== key_fingerprint) throw noKey();
    assertEntryIncluded(entry, proof, proven, KEY_PATH);
    const { agent_id: owner_id, created_at: key_registered_at } = entry;
    return { owner: owner_id === null ? 'organization' : 'agent', owner_id, key_fingerprint, key_registered_at };
  }
  if (!isConsumerWithKeys(entry) || entry.id !== proven.receipt.consumer_id)
    throw new AttestationError('invalid_bundle', "must be an entry of a key, or of the receipt's consumer with keys", [
      ...KEY_PATH,
      'entry',
    ]);
  const key = entry.keys.find(({ public_key, status }) => public_key === first.public_key && status === 'active');
  if (!key) throw noKey();
  assertEntryIncluded(entry, proof, proven, KEY_PATH);
  return { owner: 'consumer', owner_id: entry.id, key_fingerprint, key_registered_at: key.created_at };
}

function noKey(): AttestationError {
  return new AttestationError('invalid_bundle', 'does not have the key of the first link as active', [
    ...KEY_PATH,
    'entry',
  ]);
}
