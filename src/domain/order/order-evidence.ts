import { isDeepStrictEqual } from 'node:util';
import { hashMember, SALT_LENGTH } from '../evidence/member-hash.js';
import { oncePer } from '../values/once-per.js';
import { omitUndefined } from '../values/present.js';
import type { HiddenMember, OrderEvidence } from './evidence.js';
import type { Order } from './order.js';
import { ORDER_MEMBER_NAMES, ORDER_MEMBERS, type OrderMember } from './order-members.js';

/** Creates the salts of a new order. `secret` returns a random text of this length. */
export function createOrderEvidence(
  secret: (length: number) => string,
  { grant }: Pick<Order, 'grant'> = {},
): OrderEvidence {
  const salts = { ...createSalts(secret), ...(grant && { grant: secret(SALT_LENGTH) }) };
  return { context: 2, entered: true, salts };
}

/** Prepares an order of an earlier version for the log. Its receipt context stays the same. */
export function enterOrder(order: Order, secret: (length: number) => string): Order {
  return { ...order, evidence: { ...(order.evidence ?? { salts: createSalts(secret) }), entered: true } };
}

function createSalts(secret: (length: number) => string): OrderEvidence['salts'] {
  const salt = () => secret(SALT_LENGTH);
  return { order: salt(), buyer: salt(), address: salt(), properties: salt(), texts: salt() };
}

/** Hashes by member; a member without a value is absent. */
export type OrderHashes = { readonly [Name in OrderMember]?: string };

/** Hashes all members. */
export function orderHashes(order: Order): OrderHashes {
  const hashes: { [Name in OrderMember]?: string } = {};
  for (const name of ORDER_MEMBER_NAMES) {
    const hash = orderMemberHash(order, name);
    if (hash !== undefined) hashes[name] = hash;
  }
  return hashes;
}

/** Hashes the members that differ between two versions of an order; null for one that has no value any more. */
export function changedOrderHashes(before: Order, after: Order): { readonly [Name in OrderMember]?: string | null } {
  const hashes: { [Name in OrderMember]?: string | null } = {};
  for (const name of ORDER_MEMBER_NAMES) {
    const { of } = ORDER_MEMBERS[name];
    const [earlier, later] = [of(before), of(after)];
    const hasSameSalt = findSalt(before, name) === findSalt(after, name);
    const isSame = (hasSameSalt || later === undefined) && isDeepStrictEqual(earlier, later);
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
  const { salts, context, entered } = evidence;
  const entry = omitUndefined({ entered });
  // Version 1 of the context contains the properties, so they are kept.
  if (context !== 2)
    return { ...entry, salts: { order: salts.order, ...omitUndefined({ properties: salts.properties }) } };
  const of = (name: HiddenMember) => hiddenHash(order, name) ?? undefined;
  const hashes = omitUndefined({
    ...{ buyer: of('buyer'), address: of('address') },
    ...{ properties: of('properties'), grant: of('grant') },
  });
  return { context, ...entry, salts: { order: salts.order }, hashes };
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

/** Member hashes that were computed, by row object: the context and the entry contain some of the same. */
const computed = oncePer((_order: Order) => new Map<OrderMember, string | undefined>());

/** Hashes a member; `undefined` if it has no value, or the order has no salts. */
function orderMemberHash(order: Order, name: OrderMember): string | undefined {
  const known = computed(order);
  if (!known.has(name)) known.set(name, computeMemberHash(order, name));
  return known.get(name);
}

function computeMemberHash(order: Order, name: OrderMember): string | undefined {
  const value = ORDER_MEMBERS[name].of(order);
  const salt = findSalt(order, name);
  if (value === undefined || salt === undefined) return undefined;
  return hashMember(salt, name, value);
}

/** Finds the salt of a member. A changed address has that of the buyer, and what an erasure leaves has that of the order. */
function findSalt({ evidence }: Order, name: OrderMember): string | undefined {
  const { salt } = ORDER_MEMBERS[name];
  return evidence?.salts[salt] ?? (salt === 'address' ? evidence?.salts.buyer : undefined) ?? evidence?.salts.order;
}
