import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { generateKeyPair, sign, verify } from '../../src/attestation/ed25519.js';
import { type PublicKey, publicKeyOf } from '../../src/attestation/public-key.js';
import { verifySignature, verifySignatureInPool } from '../../src/domain/signing-key/submitted-key.js';
import { volume } from '../support/volume.js';
import { bytesOf, type Case, uncheckedVerdict } from './judge.js';
import { readJson, vectors } from './vectors.js';

/** The thread-pool verifier, which checks incoming receipts, must always agree with the synchronous verifiers. */

/** Returns the pool's verdicts on all cases, verified concurrently. */
async function inPool(cases: readonly Case[]): Promise<string[]> {
  // Keys are not checked when read here, so the verifiers must also agree on invalid keys.
  const given: { readonly args: Parameters<typeof verifySignature> }[] = [];
  for (const one of cases) {
    uncheckedVerdict((...args) => {
      given.push({ args });
      return false;
    }, one);
  }
  const verdicts = await Promise.all(given.map(({ args }) => verifySignatureInPool(...args)));
  return verdicts.map((isValid) => (isValid ? 'accepted' : 'refused'));
}

async function expectSame(cases: readonly Case[]): Promise<readonly string[]> {
  const found = await inPool(cases);
  expect(found).toEqual(cases.map((one) => uncheckedVerdict(verifySignature, one)));
  expect(found).toEqual(cases.map((one) => uncheckedVerdict(verify, one)));
  return found;
}

const WYCHEPROOF = z.object({
  testGroups: z.array(
    z.object({
      publicKey: z.object({ pk: z.string() }),
      tests: z.array(z.object({ msg: z.string(), sig: z.string() })),
    }),
  ),
});
const CCTV = z.array(z.object({ key: z.string(), sig: z.string(), msg: z.string() }));
const SPECCHECK = z.array(z.object({ message: z.string(), pub_key: z.string(), signature: z.string() }));

vectors('verdicts of the pool on published vectors', () => {
  it('matches Wycheproof: 112 cases, 65 of them valid', async () => {
    const { testGroups } = readJson('wycheproof/ed25519_test.json', WYCHEPROOF);
    const cases = testGroups.flatMap(({ publicKey, tests }) =>
      tests.map(({ msg, sig }) => ({ key: publicKey.pk, message: msg, signature: sig })),
    );
    const found = await expectSame(cases);
    expect([found.length, found.filter((one) => one === 'accepted').length]).toEqual([112, 65]);
  });

  it('matches ed25519-speccheck: low order, mixed order, S >= L, other encodings', async () => {
    const cases = readJson('ed25519-speccheck/cases.json', SPECCHECK);
    const found = await expectSame(cases.map(({ pub_key, ...rest }) => ({ key: pub_key, ...rest })));
    expect(found.flatMap((one, index) => (one === 'accepted' ? [index] : []))).toEqual([0, 1, 2, 3, 11]);
  });

  it('matches CCTV: 686 cases', async () => {
    const cases = readJson('cctv-ed25519/ed25519vectors.json', CCTV).map(({ key, sig, msg }) => ({
      ...{ key, signature: sig },
      message: Buffer.from(msg).toString('hex'),
    }));
    expect(cases).toHaveLength(686);
    const tried = cases.filter((_one, index) => index % volume(20, 1) === 0);
    expect(new Set(await expectSame(tried))).toEqual(new Set(['accepted', 'refused']));
  });
});

describe('the thread-pool verifier', () => {
  const { seed, publicKey } = generateKeyPair();
  const message = bytesOf('00ff10');
  const signature = sign(message, seed);
  const tried = (bytes: Uint8Array, key: PublicKey = publicKey) => verifySignatureInPool(bytes, message, key);

  it('accepts an unchanged signature only for its own key', async () => {
    expect(await tried(signature)).toBe(true);
    expect(await tried(signature, generateKeyPair().publicKey)).toBe(false);
  });

  it.each([0, 1, 32, 63, 65, 96, 128])('rejects a signature of %i bytes, without throwing', async (length) => {
    expect(await tried(Uint8Array.from({ length }, (_, at) => signature[at] ?? 0))).toBe(false);
  });

  it('rejects a signature with S + L, its second encoding', async () => {
    const L = 2n ** 252n + 27742317777372353535851937790883648493n;
    const s = BigInt(`0x${Buffer.from(signature.subarray(32)).reverse().toString('hex')}`) + L;
    const second = Buffer.from(s.toString(16).padStart(64, '0'), 'hex').reverse();
    expect(await tried(Buffer.concat([signature.subarray(0, 32), second]))).toBe(false);
  });

  it('verifies the bytes as they were at the call, even if they change later', async () => {
    const bytes = Uint8Array.from(message);
    const verdict = verifySignatureInPool(signature, bytes, publicKeyOf(publicKey.bytes));
    bytes.fill(1);
    expect(await verdict).toBe(true);
  });
});
