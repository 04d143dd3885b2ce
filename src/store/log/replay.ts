import { AttestationError } from '../../attestation/attestation-error.js';
import { readCountersignature } from '../../attestation/countersignature.js';
import { readSignature } from '../../attestation/ed25519.js';
import {
  type AgentEntry,
  type ConsumerEntry,
  type CountersignedEntry,
  type FoundEntry,
  isCountersignedEntry,
  type KeyEntry,
  type LogChangeEntry,
  type TypedEntry,
} from '../../attestation/log-entry.js';
import { readPublicKey } from '../../attestation/public-key.js';
import type { AcceptedReceipt } from '../../domain/receipt/receipt.js';
import { verifySignature } from '../../domain/signing-key/submitted-key.js';
import { CLOCK_SKEW } from '../../domain/values/clock-skew.js';
import { readStoredChain } from './delegation-fault.js';
import { type EntryRow, entryOf } from './log-audit-rows.js';
import { LogFault } from './log-fault.js';
import type { LogCoverage } from './log-head.js';

/** An entry with the salt of its `private_hash`. */
export interface SaltedEntry<E extends TypedEntry> {
  readonly entry: E;
  readonly salt: Uint8Array | null;
}

/**
 * Replays the entries of a log to find its keys, agents and names at each leaf. Keys and agents that an upgrade found
 * in an older log also count for the receipts before their entries.
 */
export class Replay {
  readonly keys = new Map<string, SaltedEntry<KeyEntry>>();
  /** Ids of the keys by fingerprint, of which an organization has each once. */
  private readonly keyIds = new Map<string, string>();
  readonly agents = new Map<string, SaltedEntry<AgentEntry>>();
  readonly consumers = new Map<string, SaltedEntry<ConsumerEntry>>();
  readonly changes: LogChangeEntry[] = [];
  /** Index of the last leaf that may be an order or consumer which an upgrade found, and of the last such grant. */
  private foundUntil: number;
  private grantsFoundUntil: number;
  private readonly found: { readonly keys: Map<string, KeyEntry>; readonly agents: Map<string, AgentEntry> };
  /** True after the first entry that was not written by the upgrade; the upgrade's entries must not follow it. */
  private hasOtherEntries = false;

  /** `entries`: all entries of the log, except those of orders, countersignatures and grants. The coverage is the head's. */
  constructor(entries: readonly EntryRow[], { covers_rows, covers_grants }: LogCoverage) {
    const endOf = (ending: FoundEntry['type'], isCovered: boolean) =>
      entries.find(({ type }) => type === ending)?.log_index ?? (isCovered ? -1 : Number.POSITIVE_INFINITY);
    this.foundUntil = endOf('rows_found', covers_rows);
    this.grantsFoundUntil = endOf('grants_found', covers_grants);
    const read = entries.map(entryOf);
    this.found = {
      keys: new Map(read.flatMap((entry) => (entry?.type === 'key_found' ? [[entry.id, entry]] : []))),
      agents: new Map(read.flatMap((entry) => (entry?.type === 'agent_found' ? [[entry.id, entry]] : []))),
    };
  }

  /**
   * Applies the next entry.
   * @throws LogFault if it is malformed, or cannot follow the earlier entries
   */
  apply(row: EntryRow): void {
    const { log_index, type, salt } = row;
    const entry = entryOf(row);
    if (!entry) throw new LogFault(`entry ${log_index} of the log does not have the form of an entry`);
    if (entry.type !== type)
      throw new LogFault(`entry ${log_index} of the log is of the type ${entry.type}, not ${type}`);
    const fault = this.foundFault(entry, log_index) ?? this.faultOf(entry);
    if (fault !== undefined) throw new LogFault(`entry ${log_index} (${type}) cannot follow those before it: ${fault}`);
    if (isKeyEntry(entry)) {
      this.keys.set(entry.id, { entry, salt });
      this.keyIds.set(entry.key_fingerprint, entry.id);
    } else if (isConsumerEntry(entry)) this.consumers.set(entry.id, { entry, salt });
    else if (isAgentEntry(entry)) this.agents.set(entry.id, { entry, salt });
    else if (entry.type === 'rows_found') this.foundUntil = log_index;
    else if (entry.type === 'grants_found') this.grantsFoundUntil = log_index;
    else if (isChangeOfLog(entry)) this.changes.push(entry);
  }

  /**
   * Describes why, given its key, agent and delegation, a receipt cannot be the next leaf of the log; `undefined` if it
   * can.
   */
  lifeFault(row: AcceptedReceipt): string | undefined {
    return this.keyFault(row) ?? this.agentFault(row) ?? this.rootFault(row);
  }

  /** Checks the first key of a chain: a signing key of the organization, or else a key of the receipt's consumer. */
  private rootFault({ delegation, consumer_id }: AcceptedReceipt): string | undefined {
    const first = delegation === null ? undefined : readStoredChain(delegation)?.links[0];
    if (!first) return undefined;
    const { key, public_key } = first;
    const signing = this.keys.get(this.keyIds.get(key.fingerprint) ?? '')?.entry;
    const root = signing ?? this.consumers.get(consumer_id)?.entry.keys?.find((one) => one.public_key === public_key);
    return root?.status === 'active'
      ? undefined
      : 'the first key of its delegation was not active when it was accepted';
  }

  private keyFault(row: AcceptedReceipt): string | undefined {
    const known = this.keys.get(row.signing_key_id)?.entry;
    const key = known ?? this.found.keys.get(row.signing_key_id);
    if (!key) return 'its signing key was not registered when it was accepted';
    if (key.key_fingerprint !== row.key_fingerprint) return 'its signing key is registered with another fingerprint';
    if (key.agent_id !== null && key.agent_id !== row.agent_id)
      return 'its signing key was registered for another agent';
    if (!known) return foundKeyFault(key, row);
    if (key.status === 'revoked') return 'its signing key had been revoked when it was accepted';
    if (key.retired_at !== null && row.issued_at > Date.parse(key.retired_at))
      return 'it was issued after its signing key had been retired';
    return undefined;
  }

  private agentFault({ agent_id, issued_at }: AcceptedReceipt): string | undefined {
    const agent = this.agents.get(agent_id)?.entry ?? this.found.agents.get(agent_id);
    if (!agent) return 'its agent did not exist when it was accepted';
    if (issued_at < Date.parse(agent.created_at) - CLOCK_SKEW) return 'it was issued before its agent was created';
    return undefined;
  }

  private faultOf(entry: TypedEntry): string | undefined {
    const isFound = entry.type === 'key_found' || entry.type === 'agent_found';
    if (isFound && this.hasOtherEntries) return 'what was found is entered once, before everything else';
    this.hasOtherEntries ||= !isFound;
    if (isKeyEntry(entry)) return this.keyEntryFault(entry);
    if (isConsumerEntry(entry)) return this.consumerEntryFault(entry);
    if (isAgentEntry(entry)) return this.agentEntryFault(entry);
    if (isCountersignedEntry(entry)) return this.countersignedFault(entry);
    if (!isChangeOfLog(entry)) return undefined;
    const next = (this.changes.at(-1)?.epoch ?? 1) + 1;
    return entry.epoch >= next ? undefined : `the log has had the epoch ${entry.epoch} already`;
  }

  private foundFault({ type }: TypedEntry, index: number): string | undefined {
    if (index > this.foundUntil && FOUND.includes(type)) return 'the log covered all orders and consumers already';
    const isLate = index > this.grantsFoundUntil && FOUND_GRANTS.includes(type);
    return isLate ? 'the log covered all grants already' : undefined;
  }

  private consumerEntryFault(entry: ConsumerEntry): string | undefined {
    const before = this.consumers.get(entry.id)?.entry;
    if (entry.type !== 'consumer_changed') return before ? 'the consumer was created before' : undefined;
    if (!before) return 'the consumer was not created before';
    return before.created_at === entry.created_at ? undefined : 'the consumer was created at another time';
  }

  private countersignedFault(countersigned: CountersignedEntry): string | undefined {
    const { key_id, public_key, statement, type } = countersigned;
    const key = this.consumers.get(statement.consumer_id)?.entry.keys?.find(({ id }) => id === key_id);
    if (key?.public_key !== public_key) return 'the consumer did not have this key';
    if (key.status === 'revoked') return 'the key of the consumer had been revoked';
    if ((statement.decision === 'accept') !== (type === 'receipt_accepted')) return 'the statement says something else';
    return isSigned(countersigned) ? undefined : 'the signature of the consumer is not valid';
  }

  private keyEntryFault(entry: KeyEntry): string | undefined {
    const before = this.keys.get(entry.id)?.entry;
    if (entry.type === 'key_registered' || entry.type === 'key_found')
      return before ? 'the key was registered before' : undefined;
    if (!before) return 'the key was not registered before';
    if (before.key_fingerprint !== entry.key_fingerprint || before.created_at !== entry.created_at)
      return 'it is of another key with the same id';
    if (before.agent_id !== entry.agent_id) return 'the key has another owner';
    return isNext(before, entry) ? undefined : `the key was ${before.status}`;
  }

  private agentEntryFault(entry: AgentEntry): string | undefined {
    const before = this.agents.get(entry.id)?.entry;
    if (entry.type !== 'agent_changed') return before ? 'the agent was created before' : undefined;
    if (!before) return 'the agent was not created before';
    return before.created_at === entry.created_at ? undefined : 'the agent was created at another time';
  }
}

function isNext(before: KeyEntry, { type, status }: KeyEntry): boolean {
  if (type === 'key_retired') return before.status === 'active' && status === 'retired';
  return type === 'key_revoked' && before.status !== 'revoked' && status === 'revoked';
}

/**
 * Checks a receipt that precedes the entry of its key, which an upgrade wrote later: only times show whether the key
 * could sign. Clocks of processes may differ a little.
 */
function foundKeyFault({ created_at, revoked_at }: KeyEntry, { received_at }: AcceptedReceipt): string | undefined {
  if (received_at < Date.parse(created_at) - CLOCK_SKEW) return 'it was accepted before its signing key was registered';
  if (revoked_at !== null && received_at > Date.parse(revoked_at) + CLOCK_SKEW)
    return 'it was accepted after its signing key was revoked';
  return undefined;
}

function isSigned({ statement, signature, public_key }: CountersignedEntry): boolean {
  try {
    const { bytes } = readCountersignature(statement);
    return verifySignature(readSignature(signature), bytes, readPublicKey(public_key));
  } catch (error) {
    if (error instanceof AttestationError) return false;
    throw error;
  }
}

function isKeyEntry(entry: TypedEntry): entry is KeyEntry {
  return 'key_fingerprint' in entry;
}

/** Entries of an upgrade, which end with `rows_found`. */
const FOUND: readonly TypedEntry['type'][] = ['order_found', 'consumer_found', 'rows_found'];

/** Entries of an upgrade, which end with `grants_found`. */
const FOUND_GRANTS: readonly TypedEntry['type'][] = ['grant_found', 'grants_found'];

function isChangeOfLog(entry: TypedEntry): entry is LogChangeEntry {
  return 'epoch' in entry;
}

function isConsumerEntry(entry: TypedEntry): entry is ConsumerEntry {
  return 'link_hash' in entry;
}

function isAgentEntry(entry: TypedEntry): entry is AgentEntry {
  return entry.type.startsWith('agent_');
}
