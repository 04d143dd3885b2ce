import type { ReceiptBundle } from '../../src/attestation/bundle-form.js';
import { toBase64 } from '../../src/attestation/bytes.js';
import { signCheckpoint } from '../../src/attestation/checkpoint.js';
import { generateKeyPair, sign } from '../../src/attestation/ed25519.js';
import { receiptLeafHash } from '../../src/attestation/log-leaf.js';
import { inclusionProof, leafHash, rootAt } from '../../src/attestation/merkle.js';
import { vkeyOf } from '../../src/attestation/note.js';
import { receiptHash, signedBytes } from '../../src/attestation/receipt.js';
import { signReceipt } from '../../src/attestation/signed-receipt.js';
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
export function makeBundle({ index = 4, size = 7, receipt = RECEIPT, log = LOG } = {}): ReceiptBundle {
  const id = '01a1f8e7-9c20-7000-8000-000000000001';
  const bytes = signedBytes(receipt);
  const entry = receiptLeafHash({ id, receipt_hash: receiptHash(bytes), received_at: RECEIVED_AT });
  const leaves = Array.from({ length: size }, (_, at) => (at === index ? entry : leafHash(Uint8Array.of(at))));
  const { hashAt } = growTree(leaves);
  return {
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
