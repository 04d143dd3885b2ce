import type { AgentEntry, KeyEntry } from '../../attestation/log-entry.js';
import type { SigningKey } from '../../domain/signing-key/signing-key.js';
import type { Agent } from '../../domain/tenant/tenant.js';

type Unhashed<E> = Omit<E, 'private_hash'>;

/** An entry of a row as it is now, and what the entry shows only the hash of. */
export interface Hiding {
  readonly entry: Unhashed<KeyEntry> | Unhashed<AgentEntry>;
  readonly hidden: object;
}

const iso = (instant: number) => new Date(instant).toISOString();
const isoOrNull = (instant: number | null) => (instant === null ? null : iso(instant));

/** What was done to a key, told from its row before and after. */
export function keyEntry(before: SigningKey | undefined, row: SigningKey): Hiding {
  return keyAs(keyEntryType(before, row), row, row.updated_at);
}

/** A key that was there before keys had entries. */
export function foundKey(row: SigningKey, now: number): Hiding {
  return keyAs('key_found', row, now);
}

export function agentEntry(before: Agent | undefined, row: Agent): Hiding {
  return agentAs(before ? 'agent_changed' : 'agent_created', row, row.updated_at);
}

/** An agent that was there before agents had entries. */
export function foundAgent(row: Agent, now: number): Hiding {
  return agentAs('agent_found', row, now);
}

/** What a key's entry shows only the hash of. */
export function hiddenOfKey({ revoked_reason }: SigningKey): object {
  return { revoked_reason };
}

/** What an agent's entry shows only the hash of. */
export function hiddenOfAgent({ name, description }: Agent): object {
  return { name, description };
}

function keyEntryType(before: SigningKey | undefined, { status, agent_id }: SigningKey): KeyEntry['type'] {
  if (!before) return 'key_registered';
  if (before.status !== status) return status === 'revoked' ? 'key_revoked' : 'key_retired';
  if (before.agent_id === null && agent_id !== null) return 'key_narrowed';
  throw new Error('a signing key changes only its status, or is narrowed to an agent');
}

function keyAs(type: KeyEntry['type'], row: SigningKey, at: number): Hiding {
  const { id, agent_id, key_fingerprint, status, created_at, retired_at, revoked_at } = row;
  const times = { created_at: iso(created_at), retired_at: isoOrNull(retired_at), revoked_at: isoOrNull(revoked_at) };
  return { entry: { type, at: iso(at), id, agent_id, key_fingerprint, status, ...times }, hidden: hiddenOfKey(row) };
}

function agentAs(type: AgentEntry['type'], row: Agent, at: number): Hiding {
  return { entry: { type, at: iso(at), id: row.id, created_at: iso(row.created_at) }, hidden: hiddenOfAgent(row) };
}
