import { describe, expect, it } from 'vitest';
import { verifyBundle } from '../../src/attestation/bundle.js';
import { contextHash } from '../../src/attestation/context-hash.js';
import { generateKeyPair } from '../../src/attestation/ed25519.js';
import {
  CONSUMER,
  changed,
  consumerEntry,
  keyEntry,
  makeDelegated,
  makeHashed,
  type Path,
  partsOf,
  SIGNER,
} from './bundle-sample.js';
import { type Limits, ORDER, signChain } from './delegations.js';
import { refusal } from './judge.js';
import { RECEIPT } from './sample.js';

const LIMITS: Limits = {
  scope: { job_prefix: 'job-' },
  ...{ not_before: '2026-11-20T00:00:00Z', expires_at: '2026-11-21T00:00:00Z' },
};
const CHAIN = signChain([LIMITS]);
const BUNDLE = makeDelegated({ chain: CHAIN });
const ROOT = consumerEntry(RECEIPT.consumer_id);
const [KEY] = ROOT.keys ?? [];

const errorOf = (bundle: unknown) => refusal(() => verifyBundle(bundle));

describe('verification of a bundle with a chain', () => {
  it('returns who allowed what, and whose key it is since when', () => {
    expect(verifyBundle(BUNDLE)).toMatchObject({
      delegation: {
        root: {
          ...{ owner: 'consumer', owner_id: RECEIPT.consumer_id, key_registered_at: KEY?.created_at },
          key_fingerprint: CONSUMER.publicKey.fingerprint,
        },
        links: CHAIN.map(({ statement }) => statement),
      },
    });
  });

  it.each([
    ['agent', 'agent_7Q2M'],
    ['organization', null],
  ])('accepts a chain that a key of the %s begins', (owner, agent_id) => {
    const root = keyEntry({ key_fingerprint: CONSUMER.publicKey.fingerprint, agent_id });
    expect(verifyBundle(makeDelegated({ chain: CHAIN, root })).delegation?.root).toMatchObject({
      owner,
      owner_id: agent_id,
    });
  });

  it('rejects a bundle whose chain was removed, replaced or added', () => {
    const { delegation, ...without } = BUNDLE;
    const detail = 'the log does not hold this receipt with this id and time';
    expect(errorOf(without).detail).toBe(detail);
    const other = signChain([LIMITS, LIMITS]);
    expect(errorOf({ ...BUNDLE, delegation: { ...delegation, chain: other } }).detail).toBe(detail);
    const { bundle, log } = makeHashed({ delegation_hash: '0'.repeat(64) });
    expect([bundle, errorOf({ ...without, log }).detail]).toEqual(['v0.1', detail]);
  });

  it('needs only the hash of the chain in v0', () => {
    const bundle = makeHashed({ delegation_hash: '4'.repeat(64) });
    expect(verifyBundle(bundle).delegation_hash).toBe('4'.repeat(64));
    expect(errorOf({ ...bundle, delegation_hash: '5'.repeat(64) }).code).toBe('invalid_proof');
    expect(errorOf({ ...bundle, delegation_hash: 'x' }).path).toEqual(['delegation_hash']);
  });

  it('compares the order of the scope with the context, if the bundle has it', () => {
    const context = { order_id: ORDER.order_id, seller: { shop_id: ORDER.shop_id } };
    const receipt = { ...RECEIPT, context_hash: contextHash(context) };
    const bundleOf = (scope: Limits['scope']) => ({
      ...makeDelegated({ receipt, chain: signChain([{ ...LIMITS, scope }]) }),
      context,
    });
    expect(verifyBundle(bundleOf(ORDER)).delegation?.links).toHaveLength(1);
    for (const name of ['order_id', 'shop_id'])
      expect(errorOf(bundleOf({ ...ORDER, [name]: 'other' }))).toMatchObject({
        code: 'outside_delegation',
        path: ['delegation', 'chain', 0, 'statement', 'scope', name],
      });
  });

  it.each([
    [
      'is for another receipt',
      makeDelegated({ chain: CHAIN, receipt: { ...RECEIPT, job_id: 'x' } }),
      'does not allow the receipt',
    ],
    [
      'is not by its root',
      makeDelegated({ chain: signChain([LIMITS], generateKeyPair()) }),
      'does not have the key of the first link as active',
    ],
    [
      'is by the signer itself',
      makeDelegated({ chain: signChain([LIMITS], SIGNER), root: keyEntry() }),
      'must not be the key of this link or one before it',
    ],
    [
      'leads back to the signer',
      makeDelegated({ chain: signChain([LIMITS, LIMITS], SIGNER), root: keyEntry() }),
      'must not be the key of this link or one before it',
    ],
    ['is after the receipt', makeDelegated({ chain: CHAIN, rootIndex: 5 }), 'must be before the receipt'],
    [
      'has a revoked root',
      makeDelegated({ chain: CHAIN, root: { ...ROOT, keys: KEY ? [{ ...KEY, status: 'revoked' }] : [] } }),
      'does not have the key of the first link as active',
    ],
    [
      'has a revoked signing key as root',
      makeDelegated({
        chain: CHAIN,
        root: keyEntry({ key_fingerprint: CONSUMER.publicKey.fingerprint, status: 'revoked', type: 'key_revoked' }),
      }),
      'does not have the key of the first link as active',
    ],
    [
      'has the key of another consumer as root',
      makeDelegated({ chain: CHAIN, root: consumerEntry('cons_other') }),
      "must be an entry of a key, or of the receipt's consumer with keys",
    ],
  ])('rejects a chain that %s, even if it is in the log', (_what, bundle, detail) => {
    expect(errorOf(bundle).detail).toBe(detail);
  });

  it.each(partsOf(BUNDLE.delegation).map(({ path, value }) => [path.join('.'), path, value] as const))(
    'rejects a changed, missing or additional member at delegation.%s',
    (_name, path: Path, value) => {
      const at = ['delegation', ...path];
      const others = typeof value === 'object' ? ['x', {}] : [undefined, `${value}x`];
      for (const other of others) expect(errorOf(changed(BUNDLE, at, other)).detail).toMatch(/^[a-z].*[^.]$/);
      if (typeof value !== 'object' || value === null || Array.isArray(value)) return;
      expect(errorOf(changed(BUNDLE, at, { ...value, added: 1 })).detail).toMatch(/^[a-z].*[^.]$/);
    },
  );
});
