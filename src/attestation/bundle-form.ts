import { AttestationError } from './attestation-error.js';
import { HASH_RULE } from './closed-form.js';
import { readInstant } from './instant.js';
import { isJsonObject } from './json-object.js';

/** All data needed to verify a receipt without the portal (docs/receipts-format.md, Bundles). Bytes are in base64. */
export interface ReceiptBundle {
  /** Format version: `v0`, `v0.` and a number for later versions with more members, or `v1`. */
  readonly bundle: string;
  readonly id: string;
  readonly receipt: object;
  readonly signed_bytes: string;
  readonly signature: string;
  /** PEM. */
  readonly public_key: string;
  readonly received_at: string;
  readonly log: {
    /** Verifier key. */
    readonly public_key: string;
    readonly index: number;
    readonly tree_size: number;
    readonly hashes: readonly string[];
    /** Signed note. */
    readonly checkpoint: string;
  };
  /** Only in `v1`: the log entry that registered the key, with its proof under the same checkpoint. */
  readonly key?: BundleKey;
  /** Only in `v1`: the JSON that `context_hash` of the receipt identifies. */
  readonly context?: object;
  /** Only in `v1`: the consumer's decisions, oldest first. */
  readonly countersignatures?: readonly BundleCountersignature[];
  /** Only in `v1`: the chain of delegations under which the receipt was signed. */
  readonly delegation?: BundleDelegation;
  /** Only in `v0` with a number: the hash of that chain, which the leaf contains. */
  readonly delegation_hash?: string;
}

/** A log entry with its proof, such as that of whose key signed a receipt. */
export interface BundleKey {
  /** The entry, whose canonical JSON is the leaf data. */
  readonly entry: object;
  readonly index: number;
  readonly hashes: readonly string[];
}

/** The log entry of a countersignature, and one of the consumer before it that has its key. */
export interface BundleCountersignature extends BundleKey {
  readonly key: BundleKey;
}

/** A chain, and the last log entry, before the receipt, of the owner of its first key. */
export interface BundleDelegation {
  readonly chain: readonly unknown[];
  readonly key: BundleKey;
}

/** Decisions about a receipt: a dispute can be followed by an acceptance, which is final. */
const MAX_DECISIONS = 2;

interface Kind {
  readonly expected: string;
  fits(value: unknown): boolean;
}

const OBJECT: Kind = { expected: 'an object', fits: isJsonObject };
const TEXT: Kind = { expected: 'a string', fits: (value) => typeof value === 'string' };
const UUID: Kind = {
  expected: 'a UUID',
  fits: (value) => typeof value === 'string' && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(value),
};
const UTC_TIME: Kind = {
  expected: 'a time in UTC with milliseconds',
  fits: (value) => typeof value === 'string' && readInstant(value) !== undefined && /\.\d{3}Z$/.test(value),
};
const COUNT: Kind = { expected: 'a whole number', fits: (value) => Number.isSafeInteger(value) };
const TEXTS: Kind = { expected: 'a list of strings', fits: (value) => Array.isArray(value) && value.every(TEXT.fits) };

const BUNDLE: Readonly<Record<Exclude<keyof ReceiptBundle, 'key' | 'delegation_hash' | keyof typeof OPTIONAL>, Kind>> =
  {
    bundle: {
      expected: '"v0", "v0." and a number, or "v1"',
      fits: (value) => typeof value === 'string' && /^(v0(\.(0|[1-9]\d{0,8}))?|v1)$/.test(value),
    },
    id: UUID,
    receipt: OBJECT,
    signed_bytes: TEXT,
    signature: TEXT,
    public_key: TEXT,
    received_at: UTC_TIME,
    log: OBJECT,
  };
const LOG: Readonly<Record<keyof ReceiptBundle['log'], Kind>> = {
  public_key: TEXT,
  index: COUNT,
  tree_size: COUNT,
  hashes: TEXTS,
  checkpoint: TEXT,
};

const KEY: Readonly<Record<keyof BundleKey, Kind>> = { entry: OBJECT, index: COUNT, hashes: TEXTS };
const OPTIONAL = {
  context: OBJECT,
  countersignatures: {
    expected: `a list of 1 to ${MAX_DECISIONS} countersignatures`,
    fits: (value: unknown) => Array.isArray(value) && value.length >= 1 && value.length <= MAX_DECISIONS,
  },
  delegation: OBJECT,
};
const LIST: Kind = { expected: 'a list', fits: Array.isArray };
const DELEGATION: Readonly<Record<keyof BundleDelegation, Kind>> = { chain: LIST, key: OBJECT };
const DELEGATION_HASH: Kind = { ...HASH_RULE, fits: (value) => value === undefined || HASH_RULE.fits(value) };

/**
 * Checks the form of a bundle, without verifying its parts. In `v0`, unknown members are ignored, since its later
 * versions may add some, but those of `v1` are rejected: a relabelled bundle would lose their verification. In `v1`,
 * unknown members are rejected.
 * @throws AttestationError `invalid_bundle` with the missing or invalid member
 */
export function assertBundle(value: unknown): asserts value is ReceiptBundle {
  assertMembers(value, [], BUNDLE);
  assertMembers(Reflect.get(value, 'log'), ['log'], LOG);
  if (Reflect.get(value, 'bundle') !== 'v1') return assertV0(value);
  const optional = Object.entries(OPTIONAL).filter(([name]) => Object.hasOwn(value, name));
  assertExact(value, [], { ...BUNDLE, key: OBJECT, ...Object.fromEntries(optional) });
  assertExact(Reflect.get(value, 'log'), ['log'], LOG);
  assertExact(Reflect.get(value, 'key'), ['key'], KEY);
  const list: unknown = Object.hasOwn(value, 'countersignatures') ? Reflect.get(value, 'countersignatures') : [];
  if (!Array.isArray(list)) return;
  for (const [at, one] of list.entries()) assertCountersigned(one, ['countersignatures', String(at)]);
  if (Object.hasOwn(value, 'delegation')) assertDelegation(Reflect.get(value, 'delegation'));
}

function assertV0(value: object): void {
  assertMembers(value, [], { delegation_hash: DELEGATION_HASH });
  const later = ['key', ...Object.keys(OPTIONAL)].find((name) => Object.hasOwn(value, name));
  if (later !== undefined)
    throw new AttestationError('invalid_bundle', 'is a member of v1 alone, so bundle must be "v1"', [later]);
}

function assertDelegation(value: unknown): void {
  assertExact(value, ['delegation'], DELEGATION);
  assertExact(Reflect.get(value, 'key'), ['delegation', 'key'], KEY);
}

function assertCountersigned(value: unknown, path: readonly string[]): void {
  assertExact(value, path, { ...KEY, key: OBJECT });
  assertExact(Reflect.get(value, 'key'), [...path, 'key'], KEY);
}

/** Also rejects members that are not listed. */
function assertExact(
  value: unknown,
  path: readonly string[],
  members: Readonly<Record<string, Kind>>,
): asserts value is object {
  assertMembers(value, path, members);
  assertNoOthers(value, path, members);
}

function assertNoOthers(value: object, path: readonly string[], members: Readonly<Record<string, Kind>>): void {
  const other = Object.keys(value).find((name) => !Object.hasOwn(members, name));
  if (other !== undefined)
    throw new AttestationError('invalid_bundle', 'is not a member of a bundle of this version', [...path, other]);
}

function assertMembers(
  value: unknown,
  path: readonly string[],
  members: Readonly<Record<string, Kind>>,
): asserts value is object {
  if (!isJsonObject(value)) throw new AttestationError('invalid_bundle', 'must be an object', path);
  for (const [name, { expected, fits }] of Object.entries(members)) {
    if (!fits(Reflect.get(value, name)))
      throw new AttestationError('invalid_bundle', `must be ${expected}`, [...path, name]);
  }
}
