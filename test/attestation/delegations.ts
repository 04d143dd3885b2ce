import { type Delegation, type SignedDelegation, signDelegation } from '../../src/attestation/delegation.js';
import type { DelegationScope } from '../../src/attestation/delegation-scope.js';
import { generateKeyPair, type KeyPair } from '../../src/attestation/ed25519.js';
import type { Receipt } from '../../src/attestation/receipt.js';
import type { Random } from '../faults/random.js';
import { CONSUMER, SIGNER } from './bundle-sample.js';

/** Chains of delegations for receipts that the signer of the sample bundles signs. */

export type Limits = Pick<Delegation, 'scope' | 'not_before' | 'expires_at'>;

const BETWEEN: readonly KeyPair[] = Array.from({ length: 7 }, generateKeyPair);

/** Order that the scopes of random chains name. */
export const ORDER = { order_id: 'ord_1', shop_id: 'shop_1' };

type Sign = (content: Parameters<typeof signDelegation>[0], issuer: KeyPair) => SignedDelegation;

/** Builds a chain with one link for each of the limits, from the consumer's key to that of the signer. */
export function signChain(
  limits: readonly Limits[],
  root: KeyPair = CONSUMER,
  sign: Sign = signDelegation,
): readonly SignedDelegation[] {
  return limits.map((limit, at) => {
    const issuer = at === 0 ? root : pairAt(at - 1);
    const subject = at === limits.length - 1 ? SIGNER : pairAt(at);
    return sign({ ...limit, subject: subject.publicKey.fingerprint }, issuer);
  });
}

/** Builds a chain that reads well but has no valid signature, which would cost most of the time. */
export function formChain(limits: readonly Limits[]): readonly SignedDelegation[] {
  return signChain(limits, CONSUMER, (content, { publicKey }) => ({
    statement: { version: 'v0', issuer: publicKey.fingerprint, ...content },
    signature: `${'A'.repeat(86)}==`,
    public_key: publicKey.pem,
  }));
}

function pairAt(index: number): KeyPair {
  const pair = BETWEEN[index];
  if (!pair) throw new Error(`there is no key ${index}`);
  return pair;
}

/** Draws limits that allow a receipt, each within those before. */
export function narrowing(receipt: Receipt, random: Random): readonly Limits[] {
  const length = 1 + random.below(8);
  const second = Math.floor(Date.parse(receipt.issued_at) / 1000);
  const begins = ['0000-01-01T00:00:00Z', secondText(second - 1), secondText(second)];
  const ends = ['9999-12-31T23:59:59Z', secondText(second + 60), secondText(second + 1)];
  let [begin, end, scope] = [0, 0, {} as DelegationScope];
  return Array.from({ length }, () => {
    begin += random.below(begins.length - begin);
    end += random.below(ends.length - end);
    scope = narrowed(scope, receipt, random);
    return { scope, not_before: begins[begin] ?? '', expires_at: ends[end] ?? '' };
  });
}

function narrowed(scope: DelegationScope, receipt: Receipt, random: Random): DelegationScope {
  const { consumer_id, job_id, resolution } = receipt;
  const { resolutions = [resolution, 'failure', 'partial', 'done_2'], job_prefix = '' } = scope;
  const more: readonly (() => DelegationScope)[] = [
    () => ({}),
    () => ({ consumer_id }),
    () => ({ order_id: ORDER.order_id }),
    () => ({ shop_id: ORDER.shop_id }),
    () => ({ job_prefix: job_id.slice(0, Math.max(1, job_prefix.length, random.below(job_id.length + 1))) }),
    () => ({ resolutions: resolutions.filter((one) => one === resolution || random.chance(0.5)) }),
  ];
  return { ...scope, ...random.of(more)() };
}

/** Changes limits at or after the first link, so that one of them allows more than the one before it. */
export function widened(limits: readonly Limits[], at: number, random: Random): readonly Limits[] {
  const before = limits[at - 1];
  if (!before) throw new Error('the first link can allow anything');
  const { resolutions, job_prefix, ...ids } = before.scope;
  const scopeOf = (change: DelegationScope | undefined) => ({
    ...limits[at],
    scope: { ...limits[at]?.scope, ...change },
  });
  const wider: readonly (() => Partial<Limits>)[] = [
    ...(before.not_before === '0000-01-01T00:00:00Z' ? [] : [() => ({ not_before: '0000-01-01T00:00:00Z' })]),
    ...(before.expires_at === '9999-12-31T23:59:59Z' ? [] : [() => ({ expires_at: '9999-12-31T23:59:59Z' })]),
    ...Object.keys(ids).map((name) => () => scopeOf({ [name]: 'other' })),
    ...Object.keys(before.scope).map((name) => () => ({ scope: without(limits[at]?.scope ?? {}, name) })),
    ...(job_prefix === undefined ? [] : [() => scopeOf({ job_prefix: `x${job_prefix}` })]),
    ...(resolutions === undefined ? [] : [() => scopeOf({ resolutions: [...resolutions, 'more'] })]),
  ];
  if (wider.length === 0) return limits;
  const change = random.of(wider)();
  return limits.map((limit, index) => (index === at ? { ...limit, ...change } : limit));
}

function without(scope: DelegationScope, name: string): DelegationScope {
  return Object.fromEntries(Object.entries(scope).filter(([member]) => member !== name));
}

function secondText(second: number): string {
  return `${new Date(second * 1000).toISOString().slice(0, 19)}Z`;
}
