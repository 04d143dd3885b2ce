import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, concatBytes } from '@noble/hashes/utils.js';
import { fromUtf8, utf8 } from './bytes.js';
import { canonicalJson, canonicalText } from './canonical-json.js';
import { type Countersignature, type Decision, isCountersignature } from './countersignature.js';
import { isJsonObject } from './json-object.js';

/** Leaves that are not receipts (docs/receipts-format.md, Entries). Times are ISO 8601 in UTC with milliseconds. */

export const KEY_ENTRIES = ['key_registered', 'key_found', 'key_retired', 'key_revoked'] as const;
export const AGENT_ENTRIES = ['agent_created', 'agent_found', 'agent_changed'] as const;
export const CONSUMER_ENTRIES = ['consumer_created', 'consumer_found', 'consumer_changed'] as const;
export const COUNTERSIGNED_ENTRIES = ['receipt_accepted', 'receipt_disputed'] as const;
export const PLACED_ENTRIES = ['order_placed', 'order_found'] as const;
export const CHANGE_ENTRIES = ['order_changed', 'order_erased'] as const;
export const GRANT_ENTRIES = ['grant_created', 'grant_found'] as const;
export const GRANT_CHANGE_ENTRIES = ['grant_changed', 'grant_erased'] as const;
export const FOUND_ENTRIES = ['rows_found', 'grants_found'] as const;
export const LOG_ENTRIES = ['log_adopted', 'log_rotated', 'log_key_lost'] as const;

/** State of a signing key, valid from this leaf on; that of `key_found` also holds for the receipts before it. */
export interface KeyEntry {
  readonly type: (typeof KEY_ENTRIES)[number];
  readonly at: string;
  /** Key id. */
  readonly id: string;
  /** Null if the key is valid for all agents of the organization. */
  readonly agent_id: string | null;
  readonly key_fingerprint: string;
  readonly status: 'active' | 'retired' | 'revoked';
  readonly created_at: string;
  readonly retired_at: string | null;
  readonly revoked_at: string | null;
  /** Hash of `{ revoked_reason }`. */
  readonly private_hash: string;
}

/** State of an agent, valid from this leaf on; that of `agent_found` also holds for the receipts before it. */
export interface AgentEntry {
  readonly type: (typeof AGENT_ENTRIES)[number];
  readonly at: string;
  /** Agent id. */
  readonly id: string;
  readonly created_at: string;
  /** Hash of `{ name, description }`. */
  readonly private_hash: string;
}

/** State of a consumer's key. */
export interface ConsumerKeyState {
  readonly id: string;
  /** PEM. */
  readonly public_key: string;
  readonly status: 'active' | 'revoked';
  readonly created_at: string;
  readonly revoked_at: string | null;
}

/** State of a consumer, valid from this leaf on. */
export interface ConsumerEntry {
  readonly type: (typeof CONSUMER_ENTRIES)[number];
  readonly at: string;
  /** Consumer id. */
  readonly id: string;
  readonly created_at: string;
  /** Hash of `{ linked_at, linked_consumer_org_id }`, with the salt of `private_hash`. */
  readonly link_hash: string;
  /** All keys of the consumer; absent if it never had one. */
  readonly keys?: readonly ConsumerKeyState[];
  /** Hash of `{ name, description }`. */
  readonly private_hash: string;
}

/** Type of the entry of each decision. */
export const COUNTERSIGNED_TYPES: Readonly<Record<Decision, CountersignedEntry['type']>> = {
  accept: 'receipt_accepted',
  dispute: 'receipt_disputed',
};

/** A consumer's decision about a receipt. */
export interface CountersignedEntry {
  readonly type: (typeof COUNTERSIGNED_ENTRIES)[number];
  readonly at: string;
  /** Receipt id. */
  readonly id: string;
  readonly key_id: string;
  /** PEM. */
  readonly public_key: string;
  /** Base64. */
  readonly signature: string;
  readonly statement: Countersignature;
}

/** State of an order when the log began to cover it. */
export interface PlacedEntry {
  readonly type: (typeof PLACED_ENTRIES)[number];
  readonly at: string;
  /** Order id. */
  readonly id: string;
  /** Version of the order's row, which rises with each entry. */
  readonly version: number;
  readonly events: readonly string[];
  /** Hash that receipts about the order contain. */
  readonly context_hash: string;
  /** Salted hashes of the order's members. */
  readonly hashes: Readonly<Record<string, string>>;
}

/** Members of an order that changed; null for one that has no value any more. */
export interface OrderChangeEntry {
  readonly type: (typeof CHANGE_ENTRIES)[number];
  readonly at: string;
  readonly id: string;
  readonly version: number;
  readonly events: readonly string[];
  readonly hashes: Readonly<Record<string, string | null>>;
}

export type OrderEntry = PlacedEntry | OrderChangeEntry;

/** Amounts that a grant allows without the buyer, in minor units. */
export interface GrantLimits {
  readonly per_order?: number;
  readonly per_30_days?: number;
  readonly ask_above?: number;
  readonly currency: string;
}

/** Members of a grant that a log shows. Names and people are among the hidden members of its entries. */
export interface GrantState {
  readonly kind: string;
  readonly deployment_id: string | null;
  readonly scopes: readonly string[];
  readonly buyer_required: boolean;
  /** Null if it may spend any amount. */
  readonly limits: GrantLimits | null;
  /** Null for an API key, as are `resource`, `linked_scopes` and `ends_at`. */
  readonly client_kind: string | null;
  readonly resource: string | null;
  readonly linked_scopes: readonly string[] | null;
  /** Parts of the person's profile that it may use. */
  readonly shares: readonly string[];
  readonly created_at: string;
  readonly expires_at: string | null;
  readonly ends_at: string | null;
  readonly revoked_at: string | null;
}

/** State of a grant when the log began to cover it. */
export interface GrantCreatedEntry {
  readonly type: (typeof GRANT_ENTRIES)[number];
  readonly at: string;
  /** Id of the grant, which is that of its API key. */
  readonly id: string;
  /** Version of the key's row, which rises with each entry. */
  readonly version: number;
  readonly state: GrantState;
  /** Salted hashes of the members that the log hides. */
  readonly hidden: Readonly<Record<string, string>>;
}

/** Members of a grant that changed; null for a hidden one that has no value any more. */
export interface GrantChangeEntry {
  readonly type: (typeof GRANT_CHANGE_ENTRIES)[number];
  readonly at: string;
  readonly id: string;
  readonly version: number;
  readonly state: Partial<GrantState>;
  readonly hidden: Readonly<Record<string, string | null>>;
}

export type GrantEntry = GrantCreatedEntry | GrantChangeEntry;

/** Ends the entries of rows that an upgrade found. */
export interface FoundEntry {
  readonly type: (typeof FOUND_ENTRIES)[number];
  readonly at: string;
}

/** Records that the log continues under another name or key. */
export interface LogChangeEntry {
  readonly type: (typeof LOG_ENTRIES)[number];
  readonly at: string;
  readonly epoch: number;
  /** Verifier keys before and after the change. */
  readonly closed: string;
  readonly opened: string;
  /** Size of the largest tree signed under the closed name; 0 if none. */
  readonly signed_size: number;
  /** Base64. */
  readonly signed_root: string;
}

export type TypedEntry =
  | KeyEntry
  | AgentEntry
  | ConsumerEntry
  | CountersignedEntry
  | OrderEntry
  | GrantEntry
  | FoundEntry
  | LogChangeEntry;

/** Encodes an entry as leaf data: canonical JSON of its members. */
export function entryLeaf(entry: TypedEntry): Uint8Array {
  return utf8(canonicalText(entry));
}

/** Hashes members that the log hides: SHA-256 of the salt and canonical JSON, lower-case hex. */
export function privateHash(salt: Uint8Array, hidden: object): string {
  return bytesToHex(sha256(concatBytes(salt, utf8(canonicalJson(hidden)))));
}

/** Decodes an entry from leaf data; `undefined` for other data, such as a receipt's. */
export function readEntry(data: Uint8Array): TypedEntry | undefined {
  const value = jsonIn(data);
  return value !== undefined && isEntry(value) ? value : undefined;
}

function jsonIn(data: Uint8Array): unknown {
  try {
    const text = fromUtf8(data);
    const value: unknown = JSON.parse(text);
    return canonicalJson(value) === text ? value : undefined;
  } catch {
    return undefined;
  }
}

const isText = (value: unknown) => typeof value === 'string';
const isTextOrNull = (value: unknown) => value === null || isText(value);
const isCount = (value: unknown) => Number.isSafeInteger(value);
const isOneOf = (names: readonly string[]) => (value: unknown) => names.some((name) => name === value);

const isHash = (value: unknown) => typeof value === 'string' && /^[\w-]{43}$/.test(value);
const isTexts = (value: unknown) => Array.isArray(value) && value.every(isText);
const isMapOf = (fits: (value: unknown) => boolean) => (value: unknown) =>
  isJsonObject(value) && Object.values(value).every(fits);

type Forms = Readonly<Record<string, (value: unknown) => boolean>>;

const KEY: Forms = {
  type: isOneOf(KEY_ENTRIES),
  at: isText,
  id: isText,
  agent_id: isTextOrNull,
  key_fingerprint: isText,
  status: isOneOf(['active', 'retired', 'revoked']),
  created_at: isText,
  retired_at: isTextOrNull,
  revoked_at: isTextOrNull,
  private_hash: isText,
};
const AGENT: Forms = { type: isOneOf(AGENT_ENTRIES), at: isText, id: isText, created_at: isText, private_hash: isText };
const CONSUMER: Forms = { ...AGENT, type: isOneOf(CONSUMER_ENTRIES), link_hash: isText };
const CONSUMER_KEY: Forms = {
  id: isText,
  public_key: isText,
  status: isOneOf(['active', 'revoked']),
  created_at: isText,
  revoked_at: isTextOrNull,
};
const CONSUMER_WITH_KEYS: Forms = {
  ...CONSUMER,
  keys: (value) => Array.isArray(value) && value.every((key) => hasForm(key, CONSUMER_KEY)),
};
const COUNTERSIGNED: Forms = {
  type: isOneOf(COUNTERSIGNED_ENTRIES),
  at: isText,
  id: isText,
  key_id: isText,
  public_key: isText,
  signature: isText,
  statement: isCountersignature,
};
const ORDER = { at: isText, id: isText, version: isCount, events: isTexts };
const PLACED: Forms = { ...ORDER, type: isOneOf(PLACED_ENTRIES), context_hash: isText, hashes: isMapOf(isHash) };
const CHANGE: Forms = {
  ...ORDER,
  type: isOneOf(CHANGE_ENTRIES),
  hashes: isMapOf((value) => value === null || isHash(value)),
};
const isListOrNull = (value: unknown) => value === null || isTexts(value);
const AMOUNTS: Forms = { per_order: isCount, per_30_days: isCount, ask_above: isCount };
const isLimits = (value: unknown) =>
  isJsonObject(value) && isText(Reflect.get(value, 'currency')) && hasSomeOf(value, { ...AMOUNTS, currency: isText });
const GRANT_STATE: Forms = {
  kind: isText,
  deployment_id: isTextOrNull,
  scopes: isTexts,
  buyer_required: (value) => typeof value === 'boolean',
  limits: (value) => value === null || isLimits(value),
  client_kind: isTextOrNull,
  resource: isTextOrNull,
  linked_scopes: isListOrNull,
  shares: isTexts,
  created_at: isText,
  expires_at: isTextOrNull,
  ends_at: isTextOrNull,
  revoked_at: isTextOrNull,
};
const GRANT = { at: isText, id: isText, version: isCount };
const GRANT_CREATED: Forms = {
  ...GRANT,
  type: isOneOf(GRANT_ENTRIES),
  state: (value) => hasForm(value, GRANT_STATE),
  hidden: isMapOf(isHash),
};
const GRANT_CHANGED: Forms = {
  ...GRANT,
  type: isOneOf(GRANT_CHANGE_ENTRIES),
  state: (value) => hasSomeOf(value, GRANT_STATE),
  hidden: isMapOf((value) => value === null || isHash(value)),
};
const FOUND: Forms = { type: isOneOf(FOUND_ENTRIES), at: isText };
const LOG: Forms = {
  type: isOneOf(LOG_ENTRIES),
  at: isText,
  epoch: isCount,
  closed: isText,
  opened: isText,
  signed_size: isCount,
  signed_root: isText,
};

/** True for the members of a key's entry. */
export function isKeyEntry(value: unknown): value is KeyEntry {
  return hasForm(value, KEY);
}

/** True for the members of an entry with a countersignature. */
export function isCountersigned(value: unknown): value is CountersignedEntry {
  return hasForm(value, COUNTERSIGNED);
}

/** True for the members of an entry of a consumer that has, or had, a key. */
export function isConsumerWithKeys(
  value: unknown,
): value is ConsumerEntry & { readonly keys: readonly ConsumerKeyState[] } {
  return hasForm(value, CONSUMER_WITH_KEYS);
}

export function isCountersignedEntry(entry: TypedEntry): entry is CountersignedEntry {
  return 'statement' in entry;
}

export function isOrderEntry(entry: TypedEntry): entry is OrderEntry {
  return 'hashes' in entry;
}

export function isGrantEntry(entry: TypedEntry): entry is GrantEntry {
  return 'hidden' in entry;
}

function isEntry(value: unknown): value is TypedEntry {
  const rows = [KEY, AGENT, CONSUMER, CONSUMER_WITH_KEYS, COUNTERSIGNED, PLACED, CHANGE, GRANT_CREATED, GRANT_CHANGED];
  return [...rows, FOUND, LOG].some((form) => hasForm(value, form));
}

function hasForm(value: unknown, forms: Forms): boolean {
  return hasSomeOf(value, forms) && Object.keys(value).length === Object.keys(forms).length;
}

/** True for an object with these members, or some of them, and no others. */
function hasSomeOf(value: unknown, forms: Forms): value is object {
  if (!isJsonObject(value)) return false;
  return Object.entries(value).every(([name, one]) => Object.hasOwn(forms, name) && forms[name]?.(one) === true);
}
