import type { ReceiptBundle } from '../../src/attestation/bundle-form.js';
import { toBase64 } from '../../src/attestation/bytes.js';
import { canonicalJson } from '../../src/attestation/canonical-json.js';
import { signCheckpoint } from '../../src/attestation/checkpoint.js';
import { contextHash } from '../../src/attestation/context-hash.js';
import { type Countersignature, countersign, type Decision } from '../../src/attestation/countersignature.js';
import type { SignedDelegation } from '../../src/attestation/delegation.js';
import { generateKeyPair, sign } from '../../src/attestation/ed25519.js';
import {
  COUNTERSIGNED_TYPES,
  type ConsumerEntry,
  type CountersignedEntry,
  entryLeaf,
  type KeyEntry,
  type TypedEntry,
} from '../../src/attestation/log-entry.js';
import { receiptLeafHash } from '../../src/attestation/log-leaf.js';
import { inclusionProof, leafHash, rootAt } from '../../src/attestation/merkle.js';
import { vkeyOf } from '../../src/attestation/note.js';
import { type Receipt, receiptHash, signedBytes } from '../../src/attestation/receipt.js';
import { signReceipt } from '../../src/attestation/signed-receipt.js';
import { sha256 } from '../actors/signer.js';
import { RECEIPT } from './sample.js';
import { growTree } from './tree.js';

export function noteSigner(name: string) {
  const { seed, publicKey } = generateKeyPair();
  return { name, publicKey, sign: (message: Uint8Array) => sign(message, seed) };
}

export const SIGNER = generateKeyPair();
export const LOG = noteSigner('portal.example/org_7Q2M');
const RECEIVED_AT = '2026-11-20T10:00:01.234Z';

/** Builds the bundle of a receipt that is entry `index` in a log of `size` entries. */
export function makeBundle(form: Partial<Form> = {}): ReceiptBundle {
  return grown(form).bundle;
}

const RECEIPT_ID = '01a1f8e7-9c20-7000-8000-000000000001';

interface Form {
  readonly index: number;
  readonly size: number;
  readonly receipt: Receipt;
  readonly log: ReturnType<typeof noteSigner>;
  /** Hashes of other leaves, by index. */
  readonly others: ReadonlyMap<number, Uint8Array>;
  /** Hash of the receipt's chain of delegations. */
  readonly delegation_hash: string | undefined;
}

function grown({
  index = 4,
  size = 7,
  receipt = RECEIPT,
  log = LOG,
  others = new Map(),
  delegation_hash,
}: Partial<Form>) {
  const id = RECEIPT_ID;
  const bytes = signedBytes(receipt);
  const entry = receiptLeafHash({ id, receipt_hash: receiptHash(bytes), received_at: RECEIVED_AT, delegation_hash });
  const leaves = Array.from({ length: size }, (_, at) =>
    at === index ? entry : (others.get(at) ?? leafHash(Uint8Array.of(at))),
  );
  const { hashAt } = growTree(leaves);
  const bundle = {
    bundle: 'v0',
    id,
    ...signReceipt(receipt, SIGNER),
    signed_bytes: toBase64(bytes),
    received_at: RECEIVED_AT,
    log: {
      public_key: vkeyOf(log),
      index,
      tree_size: size,
      hashes: inclusionProof(index, size, hashAt).map(toBase64),
      checkpoint: signCheckpoint({ size, root: rootAt(size, hashAt) }, log),
    },
  };
  return { bundle, hashAt };
}

const CONTEXT = { v: 1, order_id: 'ord_1', total: 3799, line_items: [{ title: 'Zo\u00eb \u{1F33F}', rate: 0.1 }] };
export const CONTEXT_RECEIPT = { ...RECEIPT, context_hash: contextHash(CONTEXT) };

/** Members of the entry that registers the signer's key. */
export function keyEntry(change: Partial<KeyEntry> = {}): KeyEntry {
  const at = '2026-11-20T09:59:00.000Z';
  return {
    ...{ type: 'key_registered', at, id: '01a1f8e6-b1c0-7000-8000-000000000001', agent_id: RECEIPT.agent_id },
    ...{ key_fingerprint: SIGNER.publicKey.fingerprint, status: 'active', created_at: at, retired_at: null },
    ...{ revoked_at: null, private_hash: '0'.repeat(64), ...change },
  };
}

/** Builds a v1 bundle: the key's entry is leaf `keyIndex`, the receipt leaf `index` of `size`. */
export function makeBundleV1({
  index = 4,
  keyIndex = 1,
  size = 7,
  receipt = CONTEXT_RECEIPT,
  context = CONTEXT as object | null,
  entry = keyEntry(),
} = {}) {
  const { hashAt, bundle } = grown({ index, size, receipt, others: new Map([[keyIndex, leafHash(entryLeaf(entry))]]) });
  const hashes = inclusionProof(keyIndex, size, hashAt).map(toBase64);
  return { ...bundle, bundle: 'v1', key: { entry, index: keyIndex, hashes }, ...(context && { context }) };
}

/** Key of the consumer. */
export const CONSUMER = generateKeyPair();

/** Members of a consumer's entry that has its key. */
export function consumerEntry(consumer_id: string, change: Partial<ConsumerEntry> = {}): ConsumerEntry {
  const [at, id] = ['2026-11-20T09:58:00.000Z', '01a1f8e5-b1c0-7000-8000-000000000001'];
  const key = { id, public_key: CONSUMER.publicKey.pem, status: 'active', created_at: at, revoked_at: null } as const;
  const hashes = { link_hash: '1'.repeat(64), private_hash: '2'.repeat(64) };
  return { type: 'consumer_changed', at, id: consumer_id, created_at: at, keys: [key], ...hashes, ...change };
}

/** Members of the entry of a decision about a receipt. */
export function countersignedEntry(
  receipt: Receipt,
  decision: Decision,
  change: Partial<Countersignature> = {},
): CountersignedEntry {
  const reason_hash = decision === 'accept' ? null : '3'.repeat(64);
  const about = { receipt_hash: receiptHash(signedBytes(receipt)), order_id: null, consumer_id: receipt.consumer_id };
  const signed = countersign(
    { version: 'v0', ...about, decision, reason_hash, issued_at: '2026-11-20T10:00:02Z', ...change },
    CONSUMER,
  );
  const [at, key_id] = ['2026-11-20T10:00:03.000Z', '01a1f8e5-b1c0-7000-8000-000000000001'];
  return { type: COUNTERSIGNED_TYPES[decision], at, id: RECEIPT_ID, key_id, ...signed };
}

/** Leaves of a countersigned bundle: entries of decisions, by index, and those of the consumer before them. */
export interface CountersignedForm extends Partial<Form> {
  readonly decisions?: ReadonlyMap<number, CountersignedEntry>;
  readonly consumer?: ConsumerEntry;
  readonly consumerIndex?: number;
}

/** Builds a v1 bundle with countersignatures, by default of an acceptance. */
export function makeCountersigned({
  index = 4,
  size = 9,
  receipt = RECEIPT,
  decisions = new Map([[6, countersignedEntry(receipt, 'accept')]]),
  consumer = consumerEntry(receipt.consumer_id),
  consumerIndex = 2,
}: CountersignedForm = {}) {
  const entry = keyEntry();
  const entries: readonly (readonly [number, TypedEntry])[] = [[0, entry], [consumerIndex, consumer], ...decisions];
  const others = new Map(entries.map(([at, one]) => [at, leafHash(entryLeaf(one))]));
  const { hashAt, bundle } = grown({ index, size, receipt, others });
  const proven = <Entry>(at: number, one: Entry) => ({
    entry: one,
    index: at,
    hashes: inclusionProof(at, size, hashAt).map(toBase64),
  });
  const key = proven(consumerIndex, consumer);
  const countersignatures = [...decisions].map(([at, one]) => ({ ...proven(at, one), key }));
  return { ...bundle, bundle: 'v1', key: proven(0, entry), countersignatures };
}

/** Leaves of a bundle with a chain, whose first key an entry has as active. */
export interface DelegatedForm extends Partial<Form> {
  readonly chain: readonly SignedDelegation[];
  readonly root?: KeyEntry | ConsumerEntry;
  readonly rootIndex?: number;
}

/** Builds a v1 bundle with a chain of delegations, which a key of the consumer begins by default. */
export function makeDelegated({
  chain,
  index = 4,
  size = 9,
  receipt = RECEIPT,
  root = consumerEntry(receipt.consumer_id),
  rootIndex = 2,
}: DelegatedForm) {
  const entry = keyEntry();
  const others = new Map<number, Uint8Array>([
    [0, leafHash(entryLeaf(entry))],
    [rootIndex, leafHash(entryLeaf(root))],
  ]);
  const delegation_hash = sha256(canonicalJson(chain));
  const { hashAt, bundle } = grown({ index, size, receipt, others, delegation_hash });
  const proven = <Entry>(at: number, one: Entry) => ({
    entry: one,
    index: at,
    hashes: inclusionProof(at, size, hashAt).map(toBase64),
  });
  const delegation = { chain, key: proven(rootIndex, root) };
  return { ...bundle, bundle: 'v1', key: proven(0, entry), delegation };
}

/** Builds a bundle of the form `v0` of a receipt with a chain, of which it has only the hash. */
export function makeHashed(form: Partial<Form> & { readonly delegation_hash: string }) {
  return { ...grown(form).bundle, bundle: 'v0.1', delegation_hash: form.delegation_hash };
}

export type Path = readonly (string | number)[];

export interface Part {
  readonly path: Path;
  readonly value: unknown;
}

/** Lists every member and array entry of a value, at any depth, with its path. */
export function partsOf(value: unknown, path: Path = []): Part[] {
  if (typeof value !== 'object' || value === null) return [];
  const inner: [string | number, unknown][] = Array.isArray(value) ? [...value.entries()] : Object.entries(value);
  return inner.flatMap(([name, child]) => [
    { path: [...path, name], value: child },
    ...partsOf(child, [...path, name]),
  ]);
}

/** Returns a copy with the value at the path replaced; `undefined` removes the member. */
export function changed(value: unknown, [name, ...rest]: Path, other: unknown): unknown {
  if (name === undefined) return other;
  if (Array.isArray(value)) {
    return value.flatMap((entry, at) => (at === name ? listOf(changed(entry, rest, other)) : [entry]));
  }
  if (typeof value !== 'object' || value === null) throw new Error(`there is nothing at ${name}`);
  const members = Object.entries(value).flatMap(([member, child]) =>
    member === name ? listOf(changed(child, rest, other)).map((made) => [member, made]) : [[member, child]],
  );
  return Object.fromEntries(members);
}

function listOf(value: unknown): unknown[] {
  return value === undefined ? [] : [value];
}
