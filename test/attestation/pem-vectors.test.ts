import { createPublicKey } from 'node:crypto';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { AttestationError } from '../../src/attestation/attestation-error.js';
import { readPublicKey } from '../../src/attestation/public-key.js';
import { readSubmittedKey } from '../../src/domain/signing-key/submitted-key.js';
import { attempt } from './judge.js';
import { readJson, tally, vectors } from './vectors.js';

const FILE = z.object({
  cases: z.array(z.object({ name: z.string(), expect: z.enum(['accept', 'reject']), pem: z.string() })),
});

/** Expected codes other than `invalid_public_key`. The file itself only says `reject`. */
const CODES: Readonly<Record<string, string>> = {
  'PKCS#8 private key (public RFC 8032 test key)': 'private_key_submitted',
  'public then private': 'private_key_submitted',
  'P-256': 'unsupported_key_algorithm',
  'low-order point 01..00': 'weak_public_key',
  'non-canonical y = p + 1': 'weak_public_key',
};

vectors('PEM texts, 23 cases', () => {
  const { cases } = readJson('made-here/pem_cases.json', FILE);

  it('contains all cases: 2 accepted, 21 rejected, 5 of these for another reason than their encoding', () => {
    expect(cases).toHaveLength(23);
    expect(tally(cases.map((one) => one.expect))).toEqual({ accept: 2, reject: 21 });
    expect(cases.filter(({ name }) => Object.hasOwn(CODES, name))).toHaveLength(5);
  });

  it.each(cases)('$name: $expect', ({ name, expect: wanted, pem }) => {
    const [library, portal] = [readPublicKey, readSubmittedKey].map((read) => attempt(() => read(pem)));
    if (wanted === 'accept') {
      expect(library).toMatchObject({ pem: createPublicKey(pem).export({ type: 'spki', format: 'pem' }) });
      expect(portal).toEqual(library);
    } else {
      const code = CODES[name] ?? 'invalid_public_key';
      expect(codeOf(portal)).toBe(code);
      // The library has no OpenSSL, so it cannot tell a key of another algorithm from an invalid key.
      expect(codeOf(library)).toBe(code === 'unsupported_key_algorithm' ? 'invalid_public_key' : code);
    }
  });
});

function codeOf(answer: unknown): string {
  return answer instanceof AttestationError ? answer.code : 'accepted';
}
