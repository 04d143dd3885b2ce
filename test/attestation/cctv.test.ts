import { expect, it } from 'vitest';
import { z } from 'zod';
import { publicKeyOf } from '../../src/attestation/public-key.js';
import { readSubmittedKey } from '../../src/domain/signing-key/submitted-key.js';
import { volume } from '../support/volume.js';
import { bytesOf, type Case as Judged, refusal, uncheckedVerdict, VERIFIERS, verdict } from './judge.js';
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

interface Case extends Judged {
  readonly number: number;
  readonly flags: string;
  readonly has: (flag: string) => boolean;
}

vectors('CCTV Ed25519, 686 cases', () => {
  const cases: readonly Case[] = readJson('cctv-ed25519/ed25519vectors.json', FILE).map(
    ({ number, key, sig, msg, flags }) => ({
      number,
      key,
      signature: sig,
      message: Buffer.from(msg).toString('hex'),
      flags: [...(flags ?? [])].sort().join(' '),
      has: (flag) => flags?.includes(flag) ?? false,
    }),
  );
  const kind = ({ has }: Case) =>
    has('non_canonical_A')
      ? 'A of low order, spelt another way'
      : has('low_order_A')
        ? 'A of low order'
        : 'any other A';
  /** Verdict of cofactorless verification, which compares the bytes of R: only it rejects all ambiguous cases. */
  const right = ({ has }: Case) => (!has('low_order_residue') && !has('non_canonical_R') ? 'accepted' : 'refused');
  const isWeak = (one: Case) => kind(one) !== 'any other A';
  const expected = (one: Case) => (isWeak(one) ? 'weak_public_key' : right(one));
  const tried = volume(twoOfEach(cases), cases);

  it('contains all cases: 396 with weak keys, and 290 others, 51 of them valid', () => {
    expect(cases).toHaveLength(686);
    expect(tally(cases.map((one) => `${kind(one)}: ${expected(one)}`))).toEqual({
      'A of low order, spelt another way: weak_public_key': 171,
      'A of low order: weak_public_key': 225,
      'any other A: accepted': 51,
      'any other A: refused': 239,
    });
    expect(tally(cases.filter(isWeak).map(right))).toEqual({ accepted: 74, refused: 322 });
    expect(cases.filter((one) => !isWeak(one) && one.has('non_canonical_R'))).toHaveLength(131);
  });

  it('tests each combination of flags', () => {
    expect(new Set(tried.map(({ flags }) => flags)).size).toBe(65);
  });

  it.each(VERIFIERS)('accepts only valid signatures with $name, since weak keys are rejected earlier', ({ check }) => {
    const found = tried.map((one) => [one.number, verdict(check, one)]);
    expect(found).toEqual(tried.map((one) => [one.number, expected(one)]));
  });

  it('shows that without the check for weak keys, both verifiers agree and accept forgeries', () => {
    const weak = tried.filter(isWeak);
    const [tweetnacl, openSsl] = VERIFIERS.map(({ check }) => weak.map((one) => uncheckedVerdict(check, one)));
    expect(tweetnacl).toEqual(openSsl);
    expect(tweetnacl).toEqual(weak.map(right));
    expect(tweetnacl).toContain('accepted');
  });
});

/** Picks two cases for each combination of flags. */
function twoOfEach(cases: readonly Case[]): readonly Case[] {
  return cases.filter((one, index) => cases.slice(0, index).filter(({ flags }) => flags === one.flags).length < 2);
}

vectors('points of low order, 14 encodings', () => {
  const { points } = readJson('cctv-ed25519/low_order_points.json', z.object({ points: z.array(z.string()) }));

  it('contains all encodings, each once', () => {
    expect(new Set(points).size).toBe(14);
    expect(points).toHaveLength(14);
  });

  it.each(points)('rejects %s as bytes and as PEM', (point) => {
    const der = Buffer.from(`302a300506032b6570032100${point}`, 'hex').toString('base64');
    const pem = `-----BEGIN PUBLIC KEY-----\n${der}\n-----END PUBLIC KEY-----\n`;
    expect(refusal(() => publicKeyOf(bytesOf(point))).code).toBe('weak_public_key');
    expect(refusal(() => readSubmittedKey(pem)).code).toBe('weak_public_key');
  });
});
