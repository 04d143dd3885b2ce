import { AttestationError } from '../../attestation/attestation-error.js';
import {
  type AgentEntry,
  type ConsumerEntry,
  type ConsumerKeyState,
  type KeyEntry,
  privateHash,
  type TypedEntry,
} from '../../attestation/log-entry.js';
import { readRegisteredKey } from '../../attestation/public-key.js';
import { findCopyFault, parseBody } from './audited-body.js';
import { KEY_COPIES, type SigningKeyColumns } from './audited-key.js';
import type { LogAuditRows, StoredColumns } from './log-audit-rows.js';
import type { Replay, SaltedEntry } from './replay.js';

/** Describes rows of keys, agents and consumers that differ from the log's entries, and rows and entries without a counterpart. */
export async function findRowFaults(
  rows: LogAuditRows,
  { keys, agents, consumers }: Replay,
  coversRows: boolean,
): Promise<readonly string[]> {
  const [keyRows, agentRows] = [await rows.allKeys(), await rows.allAgents()];
  const consumerRows = coversRows ? await rows.allConsumers() : [];
  return [
    ...faultsOf('signing key', keyRows, keys, keyRowFault),
    ...faultsOf('agent', agentRows, agents, agentRowFault),
    ...(coversRows ? faultsOf('consumer', consumerRows, consumers, consumerRowFault) : []),
  ];
}

function faultsOf<Row extends { readonly key: unknown }, E extends TypedEntry & { readonly id: string }>(
  what: string,
  rows: readonly Row[],
  known: ReadonlyMap<string, SaltedEntry<E>>,
  faultOf: (row: Row, known: SaltedEntry<E>) => string | undefined,
): string[] {
  const there = new Set(rows.map(({ key }) => key));
  const gone = [...known.keys()].filter((id) => !there.has(id));
  const wrong = rows.flatMap((row) => {
    const entry = known.get(String(row.key));
    const fault = entry ? faultOf(row, entry) : 'the log has no entry of it, so it was added';
    return fault === undefined ? [] : [`${what} ${row.key} is not as the log says: ${fault}`];
  });
  return [...wrong, ...gone.map((id) => `${what} ${id} is gone: the log has entries of it`)];
}

/** Members of a key's entry that are times. */
const KEY_TIMES = ['created_at', 'retired_at', 'revoked_at'] as const;

function keyRowFault(row: SigningKeyColumns, { entry, salt }: SaltedEntry<KeyEntry>): string | undefined {
  const body = parseBody(row);
  if (!body) return 'its body is not that of a key';
  const copy = findCopyFault(row, body, KEY_COPIES);
  if (copy !== undefined) return copy;
  const member =
    differing(body, entry, ['id', 'agent_id', 'key_fingerprint', 'status']) ?? differingTime(body, entry, KEY_TIMES);
  if (member !== undefined) return memberText(member, body, entry);
  const publicKey = keyIn(Reflect.get(body, 'public_key'));
  if (!publicKey || publicKey.fingerprint !== Reflect.get(body, 'key_fingerprint')) return 'its public key was changed';
  if (publicKey.thumbprint !== Reflect.get(body, 'jwk_thumbprint')) return 'its jwk_thumbprint was changed';
  return hiddenFault(entry.private_hash, salt, body, ['revoked_reason']);
}

function consumerRowFault(row: StoredColumns, salted: SaltedEntry<ConsumerEntry>): string | undefined {
  const { entry, salt } = salted;
  return namedRowFault(
    'a consumer',
    row,
    salted,
    (body) =>
      hiddenFault(entry.link_hash, salt, body, ['linked_consumer_org_id', 'linked_at']) ??
      findConsumerKeyFault(body, entry),
  );
}

/** Compares the keys in a consumer's row with those of its entry. */
function findConsumerKeyFault(body: object, { keys = [] }: ConsumerEntry): string | undefined {
  const stored: unknown = Reflect.get(body, 'keys') ?? [];
  const isSame =
    Array.isArray(stored) && stored.length === keys.length && keys.every((key, at) => isSameKey(stored[at], key));
  return isSame ? undefined : 'its keys were changed';
}

function isSameKey(stored: unknown, key: ConsumerKeyState): boolean {
  if (typeof stored !== 'object' || stored === null) return false;
  const times = differingTime(stored, key, ['created_at', 'revoked_at']);
  if (times !== undefined || differing(stored, key, ['id', 'public_key', 'status']) !== undefined) return false;
  return keyIn(key.public_key)?.fingerprint === Reflect.get(stored, 'key_fingerprint');
}

function agentRowFault(row: StoredColumns, salted: SaltedEntry<AgentEntry>): string | undefined {
  return namedRowFault('an agent', row, salted);
}

/** `moreFaults` checks what only this kind of row has, once all else is as its entry says. */
function namedRowFault(
  what: string,
  row: StoredColumns,
  { entry, salt }: SaltedEntry<AgentEntry | ConsumerEntry>,
  moreFaults: (body: object) => string | undefined = () => undefined,
): string | undefined {
  const body = parseBody(row);
  if (!body) return `its body is not that of ${what}`;
  const copy = findCopyFault(row, body, ['organization_id', 'created_at']);
  if (copy !== undefined) return copy;
  const member = differing(body, entry, ['id']) ?? differingTime(body, entry, ['created_at']);
  if (member !== undefined) return memberText(member, body, entry);
  return hiddenFault(entry.private_hash, salt, body, ['name', 'description']) ?? moreFaults(body);
}

function differing(body: object, entry: object, names: readonly string[]): string | undefined {
  return names.find((name) => Reflect.get(body, name) !== Reflect.get(entry, name));
}

/**
 * Finds the first time that differs. Rows store times in milliseconds, entries in ISO 8601. A text in a row is a
 * difference, because the portal would compare it with numbers.
 */
function differingTime(body: object, entry: object, names: readonly string[]): string | undefined {
  return names.find((name) => Reflect.get(body, name) !== timeOf(Reflect.get(entry, name)));
}

function timeOf(entered: unknown): number | null {
  return typeof entered === 'string' ? Date.parse(entered) : null;
}

/** Formats a time as ISO 8601; `undefined` if the value is not a time. */
function timeText(value: unknown): string | null | undefined {
  if (value === null) return null;
  const date = Number.isInteger(value) ? new Date(Number(value)) : undefined;
  return date === undefined || Number.isNaN(date.getTime()) ? undefined : date.toISOString();
}

function memberText(name: string, body: object, entry: object): string {
  const stored: unknown = Reflect.get(body, name);
  const shown = name.endsWith('_at') ? timeText(stored) : stored;
  const isShown = shown === null || typeof shown === 'string';
  return `${name} is ${isShown ? JSON.stringify(shown) : 'of another form'}, and ${JSON.stringify(Reflect.get(entry, name))} in the log`;
}

function hiddenFault(
  hash: string,
  salt: Uint8Array | null,
  body: object,
  names: readonly string[],
): string | undefined {
  const hidden = Object.fromEntries(names.map((name) => [name, Reflect.get(body, name) ?? null]));
  if (salt !== null && hashOf(salt, hidden) === hash) return undefined;
  return `${names.join(' or ')} was changed`;
}

/** Returns `undefined` for a value without canonical JSON, which the portal cannot have written. */
function hashOf(salt: Uint8Array, hidden: object): string | undefined {
  try {
    return privateHash(salt, hidden);
  } catch (error) {
    if (error instanceof AttestationError) return undefined;
    throw error;
  }
}

function keyIn(pem: unknown) {
  try {
    return typeof pem === 'string' ? readRegisteredKey(pem) : undefined;
  } catch (error) {
    if (error instanceof AttestationError) return undefined;
    throw error;
  }
}
