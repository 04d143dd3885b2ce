import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { publicKeyOf } from '../../src/attestation/public-key.js';
import { readSubmittedKey } from '../../src/domain/signing-key/submitted-key.js';
import { bytesOf, refusal, uncheckedVerdict, VERIFIERS, verdict } from './judge.js';
import { readJson, tally, vectors } from './vectors.js';

const FILE = z.array(
  z.object({
    number: z.number(),
    key: z.string(),
    sig: z.string(),
    msg: z.string(),
    flags: z.array(z.string()).nullish(),
  }),
);

vectors('CCTV Ed25519, 686 cases', () => {
  const cases = readJson('cctv-ed25519/ed25519vectors.json', FILE).map(({ number, key, sig, msg, flags }) => ({
    number,
    key,
    signature: sig,
    message: Buffer.from(msg).toString('hex'),
    has: (flag: string) => flags?.includes(flag) ?? false,
  }));
  const kind = ({ has }: (typeof cases)[number]) =>
    has('non_canonical_A')
      ? 'A of low order, spelt another way'
      : has('low_order_A')
        ? 'A of low order'
        : 'any other A';
  /** Without the cofactor, and bytes of R compared as they are: only then is nothing left over. */
  const right = ({ has }: (typeof cases)[number]) =>
    !has('low_order_residue') && !has('non_canonical_R') ? 'accepted' : 'refused';

  it('holds all of them: 225 with A of low order, 171 with A of low order spelt another way, 290 others', () => {
    expect(cases).toHaveLength(686);
    expect(tally(cases.map(kind))).toEqual({
      'A of low order': 225,
      'A of low order, spelt another way': 171,
      'any other A': 290,
    });
  });

  describe.each(VERIFIERS)('$name', ({ check }) => {
    it('never sees the 396 weak keys; of the other 290 cases it accepts 51 and refuses 239', () => {
      const found = cases.map((one) => ({ ...one, kind: kind(one), verdict: verdict(check, one) }));
      expect(tally(found.map((one) => `${one.kind}: ${one.verdict}`))).toEqual({
        'A of low order, spelt another way: weak_public_key': 171,
        'A of low order: weak_public_key': 225,
        'any other A: accepted': 51,
        'any other A: refused': 239,
      });
      const readable = found.filter((one) => one.verdict !== 'weak_public_key');
      expect(readable.map((one) => [one.number, one.verdict])).toEqual(readable.map((one) => [one.number, right(one)]));
    });

    it('accepts no R that is spelt another way, 131 cases', () => {
      const other = cases.filter((one) => kind(one) === 'any other A' && one.has('non_canonical_R'));
      expect(tally(other.map((one) => verdict(check, one)))).toEqual({ refused: 131 });
    });
  });

  it('both verifiers are of one mind of the 396 weak keys too, and would let 74 forgeries through', () => {
    const weak = cases.filter((one) => kind(one) !== 'any other A');
    const [tweetnacl, openSsl] = VERIFIERS.map(({ check }) => weak.map((one) => uncheckedVerdict(check, one)));
    expect(tweetnacl).toEqual(openSsl);
    expect(tweetnacl).toEqual(weak.map(right));
    expect(tally(tweetnacl ?? [])).toEqual({ accepted: 74, refused: 322 });
  });
});

vectors('points of low order, 14 encodings', () => {
  const { points } = readJson('cctv-ed25519/low_order_points.json', z.object({ points: z.array(z.string()) }));

  it('holds all of them, each once', () => {
    expect(new Set(points).size).toBe(14);
    expect(points).toHaveLength(14);
  });

  it.each(points)('%s is refused as bytes and as PEM', (point) => {
    const der = Buffer.from(`302a300506032b6570032100${point}`, 'hex').toString('base64');
    const pem = `-----BEGIN PUBLIC KEY-----\n${der}\n-----END PUBLIC KEY-----\n`;
    expect(refusal(() => publicKeyOf(bytesOf(point))).code).toBe('weak_public_key');
    expect(refusal(() => readSubmittedKey(pem)).code).toBe('weak_public_key');
  });
});
