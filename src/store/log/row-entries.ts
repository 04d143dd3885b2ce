import { isDeepStrictEqual } from 'node:util';
import {
  type AgentEntry,
  type ConsumerEntry,
  type ConsumerKeyState,
  type KeyEntry,
  privateHash,
} from '../../attestation/log-entry.js';
import type { SigningKey } from '../../domain/signing-key/signing-key.js';
import type { ConsumerKey } from '../../domain/tenant/consumer-key.js';
import type { Agent, Consumer } from '../../domain/tenant/tenant.js';

/** Builds an entry that contains some members of its row only as hashes with this salt. */
export type EntryDraft = (salt: Uint8Array) => KeyEntry | AgentEntry | ConsumerEntry;

const iso = (instant: number) => new Date(instant).toISOString();
const isoOrNull = (instant: number | null) => (instant === null ? null : iso(instant));

/** Derives the entry of a key's change from its row before and after; `undefined` if no entry records the change. */
export function buildKeyEntry(before: SigningKey | undefined, row: SigningKey): EntryDraft | undefined {
  const type = keyEntryType(before, row);
  return type && draftOfKey(type, row, row.updated_at);
}

/** Builds the entry of a key that was registered before keys had entries. */
export function buildFoundKeyEntry(row: SigningKey, now: number): EntryDraft {
  return draftOfKey('key_found', row, now);
}

/** Derives the entry of an agent's change; `undefined` if no entry records the change. */
export function buildAgentEntry(before: Agent | undefined, row: Agent): EntryDraft | undefined {
  if (!before) return draftOfAgent('agent_created', row, row.created_at);
  return hasSameNames(before, row) ? undefined : draftOfAgent('agent_changed', row, row.updated_at);
}

/** Builds the entry of an agent that was created before agents had entries. */
export function buildFoundAgentEntry(row: Agent, now: number): EntryDraft {
  return draftOfAgent('agent_found', row, now);
}

/** Derives the entry of a consumer's change; `undefined` if no entry records the change. */
export function buildConsumerEntry(before: Consumer | undefined, row: Consumer): EntryDraft | undefined {
  if (!before) return draftOfConsumer('consumer_created', row, row.created_at);
  const isSame =
    hasSameNames(before, row) &&
    before.linked_consumer_org_id === row.linked_consumer_org_id &&
    before.linked_at === row.linked_at &&
    isDeepStrictEqual(before.keys, row.keys);
  return isSame ? undefined : draftOfConsumer('consumer_changed', row, row.updated_at);
}

/** Builds the entry of a consumer that was created before consumers had entries. */
export function buildFoundConsumerEntry(row: Consumer, now: number): EntryDraft {
  return draftOfConsumer('consumer_found', row, now);
}

/** Returns the members of a key that its entry contains only as a hash. */
export function hiddenKeyMembers({ revoked_reason }: Pick<SigningKey, 'revoked_reason'>): object {
  return { revoked_reason };
}

/** Returns the members of an agent or consumer that its entry contains only as a hash. */
export function hiddenAgentMembers({ name, description }: Pick<Agent, 'name' | 'description'>): object {
  return { name, description };
}

function hasSameNames(before: Agent, row: Agent): boolean {
  return before.name === row.name && before.description === row.description;
}

function keyEntryType(before: SigningKey | undefined, row: SigningKey): KeyEntry['type'] | undefined {
  if (!before) return 'key_registered';
  if (before.status === row.status) return undefined;
  return row.status === 'revoked' ? 'key_revoked' : 'key_retired';
}

function draftOfKey(type: KeyEntry['type'], row: SigningKey, at: number): EntryDraft {
  const { id, agent_id, key_fingerprint, status, created_at, retired_at, revoked_at } = row;
  const times = { created_at: iso(created_at), retired_at: isoOrNull(retired_at), revoked_at: isoOrNull(revoked_at) };
  const entry = { type, at: iso(at), id, agent_id, key_fingerprint, status, ...times };
  return (salt) => ({ ...entry, private_hash: privateHash(salt, hiddenKeyMembers(row)) });
}

function draftOfAgent(type: AgentEntry['type'], row: Agent, at: number): EntryDraft {
  const entry = { type, at: iso(at), id: row.id, created_at: iso(row.created_at) };
  return (salt) => ({ ...entry, private_hash: privateHash(salt, hiddenAgentMembers(row)) });
}

function draftOfConsumer(type: ConsumerEntry['type'], row: Consumer, at: number): EntryDraft {
  const entry = { type, at: iso(at), id: row.id, created_at: iso(row.created_at) };
  const { linked_consumer_org_id, linked_at } = row;
  return (salt) => ({
    ...entry,
    link_hash: privateHash(salt, { linked_consumer_org_id, linked_at }),
    ...(row.keys && { keys: row.keys.map(keyStateOf) }),
    private_hash: privateHash(salt, hiddenAgentMembers(row)),
  });
}

function keyStateOf({ id, public_key, status, created_at, revoked_at }: ConsumerKey): ConsumerKeyState {
  return { id, public_key, status, created_at: iso(created_at), revoked_at: isoOrNull(revoked_at) };
}
