import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { toBase64 } from '../../src/attestation/bytes.js';
import { canonicalJson } from '../../src/attestation/canonical-json.js';
import { keyPairOf, readSignature, sign } from '../../src/attestation/ed25519.js';
import { readPublicKey } from '../../src/attestation/public-key.js';
import { readReceipt, receiptHash, receiptOf, signedBytes } from '../../src/attestation/receipt.js';
import { signReceipt, verifyReceipt } from '../../src/attestation/signed-receipt.js';
import { verifySignature } from '../../src/domain/signing-key/submitted-key.js';
import { attempt, bytesOf, refusal } from './judge.js';
import { readJson, tally, vectors } from './vectors.js';

const BODY = z.object({
  receipt: z.unknown(),
  signature: z.string().default(''),
  public_key: z.string().default(''),
});
const KEY = z.object({
  seedHex: z.string(),
  pem: z.string(),
  fingerprintSha256SpkiHex: z.string(),
  jwkThumbprint: z.string(),
});
const VALID = z.object({
  name: z.string(),
  key: z.enum(['k1', 'k2']),
  canonical: z.string(),
  sha256: z.string(),
  body: BODY,
});
const INVALID = z.object({
  name: z.string(),
  expect: z.string(),
  body: BODY.optional(),
  bodyBase64: z.string().optional(),
});
const FILE = z.object({
  keys: z.object({ k1: KEY, k2: KEY }),
  valid: z.array(VALID),
  invalid: z.array(INVALID),
});

/** Results of the library for vectors with a fault in the JSON text, which only the strict HTTP reader sees. */
const OF_THE_TEXT: Readonly<Record<string, string>> = {
  'duplicate member': 'verified',
  'invalid utf-8 in a string': 'invalid_receipt',
  'reversed surrogate pair': 'invalid_receipt',
  'integer beyond 2^53-1': 'signature_invalid',
};

vectors('receipts made here, 9 valid and 28 invalid', () => {
  const { keys, valid, invalid } = readJson('made-here/receipt_v0.json', FILE);

  it('contains all vectors', () => {
    expect([valid.length, invalid.length]).toEqual([9, 28]);
    expect(tally(valid.map(({ key }) => key))).toEqual({ k1: 8, k2: 1 });
  });

  it.each(['k1', 'k2'] as const)('computes the published fingerprint and thumbprint of key %s', (name) => {
    const { seedHex, pem, fingerprintSha256SpkiHex, jwkThumbprint } = keys[name];
    const read = readPublicKey(pem);
    expect([read.pem, read.fingerprint, read.thumbprint]).toEqual([pem, fingerprintSha256SpkiHex, jwkThumbprint]);
    expect(keyPairOf(bytesOf(seedHex)).publicKey).toEqual(read);
  });

  it.each(valid)('accepts a valid vector: $name', ({ key, canonical, sha256, body }) => {
    const receipt = readReceipt(body.receipt);
    const bytes = signedBytes(receipt);
    const pair = keyPairOf(bytesOf(keys[key].seedHex));
    expect(receipt, 'the very same value').toBe(body.receipt);
    expect(canonicalJson(receipt)).toBe(canonical);
    expect(receiptHash(bytes)).toBe(sha256);
    expect(receiptOf(bytes)).toEqual(body.receipt);
    expect(verifyReceipt(body)).toBe(body.receipt);
    expect(verifySignature(readSignature(body.signature), bytes, readPublicKey(body.public_key))).toBe(true);
    expect(signReceipt(receipt, pair)).toEqual(body);
    expect(toBase64(sign(bytes, pair.seed))).toBe(body.signature);
  });

  const [ofTheText, ofTheValue] = [true, false].map((wanted) =>
    invalid.filter(({ name }) => Object.hasOwn(OF_THE_TEXT, name) === wanted),
  );

  describe('24 invalid vectors for the library', () => {
    it('contains all vectors', () => {
      expect(ofTheValue).toHaveLength(24);
      expect(tally(invalid.map((one) => one.expect))).toEqual({
        invalid_json: 3,
        invalid_receipt: 11,
        invalid_signature_encoding: 6,
        signature_invalid: 7,
        unsupported_receipt_version: 1,
      });
    });

    it.each(ofTheValue ?? [])('$name: $expect', (one) => {
      expect(refusal(() => verifyReceipt(bodyOf(one))).code).toBe(one.expect);
    });
  });

  describe('4 invalid vectors whose fault is only in the text, which the library does not see', () => {
    it('contains all vectors', () => {
      expect((ofTheText ?? []).map(({ name }) => name)).toEqual(Object.keys(OF_THE_TEXT));
    });

    it.each(ofTheText ?? [])('$name: judges the parsed value, so the result is not $expect', (one) => {
      const answer = attempt(() => verifyReceipt(bodyOf(one)));
      expect('code' in answer ? answer.code : 'verified').toBe(OF_THE_TEXT[one.name]);
    });
  });
});

function bodyOf({ body, bodyBase64 = '' }: z.infer<typeof INVALID>) {
  return body ?? BODY.parse(JSON.parse(Buffer.from(bodyBase64, 'base64').toString()));
}
