import { describe, expect, it } from 'vitest';
import {
  assertDelegated,
  type DelegatedReceipt,
  type Delegation,
  delegationBytes,
  readDelegation,
  signDelegation,
  verifyDelegation,
} from '../../src/attestation/delegation.js';
import { keyPairOf } from '../../src/attestation/ed25519.js';
import { readReceipt, verifyCountersignature, verifyReceipt } from '../../src/receipts.js';
import { jcs, sha256, signerOfSeed } from '../actors/signer.js';
import { Random } from '../faults/random.js';
import { CONSUMER, SIGNER } from './bundle-sample.js';
import { formChain, type Limits, narrowing, ORDER, signChain, widened } from './delegations.js';
import { attempt, refusal } from './judge.js';
import { RECEIPT } from './sample.js';

/** Chains of delegations: form, signatures, narrowing and what they allow. */

const SEED = '9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60';
const PAIR = keyPairOf(Buffer.from(SEED, 'hex'));
const DAY: Limits = { scope: {}, not_before: '2026-11-20T00:00:00Z', expires_at: '2026-11-21T00:00:00Z' };
const JOB: DelegatedReceipt = {
  ...{ consumer_id: RECEIPT.consumer_id, job_id: RECEIPT.job_id, resolution: RECEIPT.resolution, ...ORDER },
  ...{ issued_at: RECEIPT.issued_at, key_fingerprint: SIGNER.publicKey.fingerprint },
};

/** Reads and verifies a chain, and checks that it allows the receipt. */
function allow(chain: unknown, job: DelegatedReceipt = JOB) {
  const read = readDelegation(chain);
  verifyDelegation(read);
  assertDelegated(read, job);
  return read;
}

const faultOf = (run: () => unknown) => {
  const { code, path, detail } = refusal(run);
  return `${code} ${path.join('.')}: ${detail}`;
};

describe('a link', () => {
  it('is the signature over a line and the canonical JSON', () => {
    const signed = signDelegation({ ...DAY, subject: SIGNER.publicKey.fingerprint }, PAIR);
    expect(signed.statement).toMatchObject({ version: 'v0', issuer: PAIR.publicKey.fingerprint });
    expect(signed.signature).toBe(signerOfSeed(SEED).signText(`portal delegation\n${jcs(signed.statement)}`));
  });

  it('never reads as a receipt or countersignature, nor one of them as a link', () => {
    const [link] = signChain([DAY]);
    if (!link) throw new Error('the chain is empty');
    const { statement, signature, public_key } = link;
    expect(() => readReceipt(statement)).toThrow('invalid_receipt');
    expect(refusal(() => verifyCountersignature({ statement, signature, public_key })).code).toBe(
      'invalid_countersignature',
    );
    expect(() => verifyReceipt({ receipt: RECEIPT, signature, public_key })).toThrow('signature_invalid');
    const bare = signerOfSeed(SEED).signText(jcs({ ...statement, issuer: PAIR.publicKey.fingerprint }));
    const unprefixed = {
      statement: { ...statement, issuer: PAIR.publicKey.fingerprint },
      signature: bare,
      public_key: PAIR.publicKey.pem,
    };
    expect(faultOf(() => allow([unprefixed]))).toContain('0.signature: is not a valid signature');
    expect(Buffer.from(delegationBytes(statement)).toString()).toMatch(/^portal delegation\n\{/);
  });
});

describe('a chain', () => {
  it('has the hash of its canonical JSON', () => {
    const chain = signChain([DAY, DAY]);
    expect(allow(chain)).toMatchObject({ text: jcs(chain), hash: sha256(jcs(chain)) });
  });

  it('allows a receipt within random limits, each within those before', () => {
    for (let seed = 0; seed < 60; seed += 1) {
      const limits = narrowing(RECEIPT, new Random(seed));
      const chain = readDelegation(formChain(limits));
      expect(
        attempt(() => assertDelegated(chain, JOB)),
        JSON.stringify(limits),
      ).toBeUndefined();
    }
  });

  it('is rejected if any link allows more than the one before, however it does', () => {
    const places = new Set<string>();
    for (let seed = 0; seed < 150; seed += 1) {
      const random = new Random(seed);
      const limits = narrowing(RECEIPT, random);
      if (limits.length < 2) continue;
      const at = 1 + random.below(limits.length - 1);
      const wider = widened(limits, at, random);
      const found = attempt(() => readDelegation(formChain(wider)));
      if (wider === limits) continue;
      expect(found, JSON.stringify(wider)).toMatchObject({ code: 'invalid_delegation' });
      if (found instanceof Error) places.add(found.path.slice(2).join('.'));
    }
    expect([...places].sort()).toEqual([
      'expires_at',
      'not_before',
      ...['consumer_id', 'job_prefix', 'order_id', 'resolutions', 'shop_id'].map((name) => `scope.${name}`),
    ]);
  });
});

const [ONE, TWO] = [signChain([DAY]), signChain([DAY, DAY])];
const [LINK] = ONE;
const signedAs = (change: Partial<Delegation>) => {
  const statement = { ...LINK?.statement, ...change };
  const signature = Buffer.from(SIGNER.seed).toString('hex');
  return [{ statement, public_key: CONSUMER.publicKey.pem, signature: signerOfSeed(signature).signText('x') }];
};

describe('the rules of a chain', () => {
  it.each<[string, unknown, string]>([
    ['no list', {}, 'invalid_delegation : must be a list of 1 to 8 links'],
    ['no link', [], 'invalid_delegation : must be a list of 1 to 8 links'],
    ['nine links', Array(9).fill(LINK), 'invalid_delegation : must be a list of 1 to 8 links'],
    ['a link that is no object', [1], 'invalid_delegation 0: must be an object'],
    ['a missing member', [{ ...LINK, signature: undefined }], 'invalid_delegation 0.signature: must be a string'],
    ['another member of a link', [{ ...LINK, note: '' }], 'invalid_delegation 0.note: is not a member of a link'],
    ['another version', signedAs({ version: 'v1' as 'v0' }), 'invalid_delegation 0.statement.version: must be "v0"'],
    [
      'another member of a statement',
      [{ ...LINK, statement: { ...LINK?.statement, note: '' } }],
      'invalid_delegation 0.statement.note: is not a member of a delegation',
    ],
    [
      'an unknown limit',
      signedAs({ scope: { shop: 'x' } as object }),
      'invalid_delegation 0.statement.scope.shop: is not a member of a scope',
    ],
    [
      'a repeated resolution',
      signedAs({ scope: { resolutions: ['success', 'success'] } }),
      'invalid_delegation 0.statement.scope.resolutions: must be a list of 1 to 16 different lower-case words such as success',
    ],
    [
      'an empty prefix',
      signedAs({ scope: { job_prefix: '' } }),
      'invalid_delegation 0.statement.scope.job_prefix: must be 1 to 255 characters without control characters or space at the ends',
    ],
    [
      'a time with a fraction',
      signedAs({ not_before: '2026-11-20T00:00:00.0Z' }),
      'invalid_delegation 0.statement.not_before: must be a time in UTC with whole seconds, such as 2026-11-20T10:00:00Z',
    ],
    [
      'an end before its beginning',
      signedAs({ expires_at: DAY.not_before }),
      'invalid_delegation 0.statement.expires_at: must be after not_before',
    ],
    [
      'another issuer than its key',
      signedAs({ issuer: '0'.repeat(64) }),
      'invalid_delegation 0.statement.issuer: must be the fingerprint of public_key',
    ],
    [
      'a key with CRLF',
      [{ ...LINK, public_key: LINK?.public_key.replaceAll('\n', '\r\n') }],
      'invalid_delegation 0.public_key: must be PEM with a line break (LF) after each line',
    ],
    ['no key', [{ ...LINK, public_key: 'x' }], 'invalid_public_key 0.public_key: must be one Ed25519 public key'],
    ['a signature of another form', [{ ...LINK, signature: 'x' }], 'invalid_signature_encoding 0.signature: must be'],
    ['a signature of another statement', signedAs({}), 'invalid_delegation 0.signature: is not a valid signature'],
    ['links in another order', [...TWO].reverse(), 'invalid_delegation 1.statement.issuer: must be the subject'],
    ['a missing link', TWO.slice(0, 1), 'invalid_delegation 0.statement.subject: must be the fingerprint of the key'],
  ])('reject %s', (_what, chain, fault) => {
    expect(faultOf(() => allow(chain))).toContain(fault);
  });

  it('reject more than 16 KiB', () => {
    const scope = { consumer_id: '\u{1F33F}'.repeat(255), order_id: '\u{1F33F}'.repeat(255), shop_id: 'é'.repeat(255) };
    expect(faultOf(() => allow(formChain(Array(8).fill({ ...DAY, scope }))))).toBe(
      'invalid_delegation : must be at most 16 KiB of canonical JSON',
    );
  });

  it.each<[string, Partial<Limits>, Partial<DelegatedReceipt>, string]>([
    ['another consumer', { scope: { consumer_id: 'x' } }, {}, 'scope.consumer_id: does not allow the receipt'],
    ['another order', { scope: { order_id: 'x' } }, {}, 'scope.order_id: does not allow the receipt'],
    ['no order', { scope: { order_id: 'x' } }, { order_id: null }, 'scope.order_id: does not allow the receipt'],
    ['another shop', { scope: { shop_id: 'x' } }, {}, 'scope.shop_id: does not allow the receipt'],
    ['another job', { scope: { job_prefix: 'job-1' } }, {}, 'scope.job_prefix: does not allow the receipt'],
    [
      'another resolution',
      { scope: { resolutions: ['failure'] } },
      {},
      'scope.resolutions: does not allow the receipt',
    ],
    ['an earlier time', { not_before: '2026-11-20T10:00:01Z' }, {}, 'not_before: is after issued_at of the receipt'],
    ['a later time', { expires_at: '2026-11-20T10:00:00Z' }, {}, 'expires_at: is not after issued_at of the receipt'],
  ])('reject a receipt with %s', (_what, limits, job, fault) => {
    const chain = signChain([DAY, { ...DAY, ...limits }]);
    expect(faultOf(() => allow(chain, { ...JOB, ...job }))).toBe(`outside_delegation 1.statement.${fault}`);
  });

  it.each([
    ['2026-11-20T10:00:00.999999999Z', true],
    ['2026-11-20T11:00:00+01:00', true],
    ['2026-11-20T10:00:01Z', false],
    ['2026-11-20T10:59:59.9+01:00', false],
  ])('compare the time in seconds (%s)', (issued_at, isAllowed) => {
    const chain = signChain([{ ...DAY, not_before: '2026-11-20T10:00:00Z', expires_at: '2026-11-20T10:00:01Z' }]);
    expect(attempt(() => allow(chain, { ...JOB, issued_at })) instanceof Error).toBe(!isAllowed);
  });

  it('allow any order if it is not known', () => {
    const chain = signChain([{ ...DAY, scope: { order_id: 'x', shop_id: 'y' } }]);
    expect(allow(chain, { ...JOB, order_id: undefined, shop_id: undefined }).links).toHaveLength(1);
  });
});
