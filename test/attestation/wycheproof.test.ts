import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { readPublicKey } from '../../src/attestation/public-key.js';
import { readSubmittedKey } from '../../src/domain/signing-key/submitted-key.js';
import { bytesOf, VERIFIERS, verdict } from './judge.js';
import { readJson, tally, vectors } from './vectors.js';

const FILE = z.object({
  numberOfTests: z.number(),
  testGroups: z.array(
    z.object({
      publicKey: z.object({ pk: z.string() }),
      publicKeyPem: z.string(),
      publicKeyJwk: z.object({ x: z.string() }),
      tests: z.array(
        z.object({ tcId: z.number(), msg: z.string(), sig: z.string(), result: z.enum(['valid', 'invalid']) }),
      ),
    }),
  ),
});

vectors('Wycheproof Ed25519, 112 cases with 59 keys', () => {
  const { numberOfTests, testGroups } = readJson('wycheproof/ed25519_test.json', FILE);
  const cases = testGroups.flatMap(({ publicKey, tests }) =>
    tests.map(({ tcId, msg, sig, result }) => ({
      name: `${tcId}: ${sig.length / 2} bytes`,
      key: publicKey.pk,
      message: msg,
      signature: sig,
      wanted: result === 'valid' ? 'accepted' : 'refused',
    })),
  );

  it('contains all cases: 65 valid, 47 invalid, 9 of which are not 64 bytes long', () => {
    expect([numberOfTests, cases.length, testGroups.length]).toEqual([112, 112, 59]);
    expect(tally(cases.map(({ wanted }) => wanted))).toEqual({ accepted: 65, refused: 47 });
    expect(cases.filter(({ signature }) => signature.length !== 128)).toHaveLength(9);
  });

  it.each(VERIFIERS)('decides all 112 cases as published with $name, and rejects no key as weak', ({ check }) => {
    expect(cases.map((one) => [one.name, verdict(check, one)])).toEqual(
      cases.map(({ name, wanted }) => [name, wanted]),
    );
  });

  describe('keys', () => {
    it.each([
      { name: 'the library', read: readPublicKey },
      { name: 'the portal', read: readSubmittedKey },
    ])('reads all 59 PEM texts as published with $name', ({ read }) => {
      for (const { publicKey, publicKeyPem, publicKeyJwk } of testGroups) {
        const { bytes, pem, x } = read(publicKeyPem);
        expect({ bytes, pem, x }).toEqual({ bytes: bytesOf(publicKey.pk), pem: publicKeyPem, x: publicKeyJwk.x });
      }
      expect(testGroups).toHaveLength(59);
    });
  });
});
