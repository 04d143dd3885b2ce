import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { canonicalJson } from '../../attestation/canonical-json.js';
import { oncePer } from '../values/once-per.js';
import { omitUndefined } from '../values/present.js';
import { wellFormedJson } from '../values/well-formed-json.js';
import type { HiddenMember, OrderEvidence } from './evidence.js';
import type { Order } from './order.js';
import { ORDER_MEMBER_NAMES, ORDER_MEMBERS, type OrderMember } from './order-members.js';

/** Length in base62 characters, which have 131 bits. */
const SALT_LENGTH = 22;

/** Creates the salts of an order. `secret` returns a random text of this length. */
export function createOrderEvidence(secret: (length: number) => string, context?: 2): OrderEvidence {
  const salt = () => secret(SALT_LENGTH);
  const salts = { order: salt(), buyer: salt(), address: salt(), properties: salt(), texts: salt() };
  return { ...(context && { context }), salts };
}

/** Hashes by member; a member without a value is absent. */
export type OrderHashes = { readonly [Name in OrderMember]?: string };

/**
 * Hashes a member: SHA-256 of its salt and the canonical JSON of `{ NAME: VALUE }`, base64url. `undefined` if it has no
 * value, or the order has no salts.
 */
export function orderMemberHash(order: Order, name: OrderMember): string | undefined {
  const { salt, of } = ORDER_MEMBERS[name];
  const value = of(order);
  if (value === undefined || !order.evidence) return undefined;
  const { salts } = order.evidence;
  return hashMember(salts[salt] ?? salts.order, name, value);
}

/** Hashes all members, once per row object. */
export const orderHashes = oncePer((order: Order): OrderHashes => {
  const hashes: { [Name in OrderMember]?: string } = {};
  for (const name of ORDER_MEMBER_NAMES) {
    const hash = orderMemberHash(order, name);
    if (hash !== undefined) hashes[name] = hash;
  }
  return hashes;
});

/** Hashes the members that differ between two versions of an order; null for one that has no value any more. */
export function changedOrderHashes(before: Order, after: Order): { readonly [Name in OrderMember]?: string | null } {
  const hashes: { [Name in OrderMember]?: string | null } = {};
  for (const name of ORDER_MEMBER_NAMES) {
    const { salt, of } = ORDER_MEMBERS[name];
    const isSame =
      before.evidence?.salts[salt] === after.evidence?.salts[salt] && isDeepStrictEqual(of(before), of(after));
    if (!isSame) hashes[name] = orderMemberHash(after, name) ?? null;
  }
  return hashes;
}

/** Hash of a hidden member as ordered, also after its erasure; null if the order had no such member. */
export function hiddenHash(order: Order, name: HiddenMember): string | null {
  const { salts, hashes } = order.evidence ?? {};
  return (salts?.[name] === undefined ? hashes?.[name] : orderMemberHash(order, name)) ?? null;
}

/**
 * Removes the salts of erased values. Without them, the hashes in the log and in the context prove nothing about a person;
 * the context keeps its hashes.
 */
export function eraseEvidence(order: Order): OrderEvidence | undefined {
  const { evidence } = order;
  if (!evidence) return undefined;
  const { order: salt, properties } = evidence.salts;
  const of = (name: HiddenMember) => hiddenHash(order, name) ?? undefined;
  if (evidence.context !== 2) return { salts: { order: salt, ...omitUndefined({ properties }) } };
  const hashes = omitUndefined({ buyer: of('buyer'), address: of('address'), properties: of('properties') });
  return { context: 2, salts: { order: salt }, hashes };
}

function hashMember(salt: string, name: string, value: unknown): string {
  return createHash('sha256')
    .update(salt)
    .update(canonicalJson(wellFormedJson({ [name]: value })))
    .digest('base64url');
}
