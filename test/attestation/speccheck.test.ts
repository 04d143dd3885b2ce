import { expect, it } from 'vitest';
import { z } from 'zod';
import { uncheckedVerdict, VERIFIERS, verdict } from './judge.js';
import { readJson, vectors } from './vectors.js';

const FILE = z.array(z.object({ message: z.string(), pub_key: z.string(), signature: z.string() }));

/** Cases with a weak key A: of low order (0, 1) or non-canonical (10, 11). In case 2, R has low order; in 3, both have
 * mixed order; 4 and 5 are valid only with the cofactor; 6 and 7 have S >= L; 8 and 9 have a non-canonical R. */
const WEAK = [0, 1, 10, 11];
const ACCEPTED = [2, 3];
/** Cases that a verifier alone accepts, if the key was not checked when it was read. */
const ACCEPTED_UNCHECKED = [0, 1, 2, 3, 11];

vectors('ed25519-speccheck, 12 cases', () => {
  const cases = readJson('ed25519-speccheck/cases.json', FILE).map(({ pub_key, ...rest }) => ({
    key: pub_key,
    ...rest,
  }));
  const all = [...cases.keys()];

  it('contains all cases', () => {
    expect(all).toHaveLength(12);
  });

  it.each(VERIFIERS)(
    '$name accepts only cases 2 and 3; the keys of cases 0, 1, 10 and 11 are rejected when they are read',
    ({ check }) => {
      expect(cases.map((one) => verdict(check, one))).toEqual(
        all.map((n) => (WEAK.includes(n) ? 'weak_public_key' : ACCEPTED.includes(n) ? 'accepted' : 'refused')),
      );
    },
  );

  it.each(VERIFIERS)('$name alone would also accept cases 0, 1 and 11, but none with S >= L', ({ check }) => {
    expect(cases.map((one) => uncheckedVerdict(check, one))).toEqual(
      all.map((n) => (ACCEPTED_UNCHECKED.includes(n) ? 'accepted' : 'refused')),
    );
  });
});
