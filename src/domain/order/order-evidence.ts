import { createHash } from 'node:crypto';
import { canonicalJson } from '../../attestation/canonical-json.js';
import { omitUndefined } from '../values/present.js';
import { wellFormedJson } from '../values/well-formed-json.js';
import type { HiddenMember, OrderEvidence } from './evidence.js';
import { HIDDEN_MEMBERS } from './hidden-members.js';
import type { Order } from './order.js';

/** Length in base62 characters, which have 131 bits. */
const SALT_LENGTH = 22;

/** Creates the salts of an order. `secret` returns a random text of this length. */
export function createOrderEvidence(secret: (length: number) => string): OrderEvidence {
  const salt = () => secret(SALT_LENGTH);
  const salts = { order: salt(), buyer: salt(), address: salt(), properties: salt(), texts: salt() };
  return { context: 2, salts };
}

/** Hash of a hidden member as ordered, also after its erasure; null if the order had no such member. */
export function hiddenHash(order: Order, name: HiddenMember): string | null {
  const { salts, hashes } = order.evidence ?? {};
  const salt = salts?.[name];
  if (salt === undefined) return hashes?.[name] ?? null;
  const value = HIDDEN_MEMBERS[name](order);
  return value === undefined ? null : hashMember(salt, name, value);
}

/**
 * Removes the salts of erased values. The context keeps their hashes, which prove nothing about a person without the
 * salts.
 */
export function eraseEvidence(order: Order): OrderEvidence | undefined {
  const { evidence } = order;
  if (!evidence) return undefined;
  const of = (name: HiddenMember) => hiddenHash(order, name) ?? undefined;
  const hashes = omitUndefined({ buyer: of('buyer'), address: of('address'), properties: of('properties') });
  return { context: 2, salts: { order: evidence.salts.order }, hashes };
}

/**
 * Replaces the salt of the address by its hash as ordered, before the address changes. The context stays the same, but
 * the first address can no longer be proved.
 */
export function freezeAddressEvidence(order: Order): OrderEvidence | undefined {
  const { evidence } = order;
  if (!evidence) return undefined;
  const { address: salt, ...salts } = evidence.salts;
  if (salt === undefined) return evidence;
  return {
    ...evidence,
    salts,
    hashes: { ...evidence.hashes, ...omitUndefined({ address: hiddenHash(order, 'address') ?? undefined }) },
  };
}

/** Hashes a member: SHA-256 of its salt and the canonical JSON of `{ NAME: VALUE }`, base64url. */
function hashMember(salt: string, name: string, value: unknown): string {
  return createHash('sha256')
    .update(salt)
    .update(canonicalJson(wellFormedJson({ [name]: value })))
    .digest('base64url');
}
