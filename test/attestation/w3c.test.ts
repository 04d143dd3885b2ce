import { expect, it } from 'vitest';
import { z } from 'zod';
import { utf8 } from '../../src/attestation/bytes.js';
import { canonicalJson } from '../../src/attestation/canonical-json.js';
import { publicKeyOf } from '../../src/attestation/public-key.js';
import { receiptHash as sha256Hex } from '../../src/attestation/receipt.js';
import { bytesOf, VERIFIERS } from './judge.js';
import { readJson, readText, vectors } from './vectors.js';

const ALPHABET = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';

/** Decodes Multibase text: `z`, then base58 (Bitcoin alphabet) of bytes without leading zeros. */
function multibase(text: string): Uint8Array {
  const number = [...text.slice(1)].reduce((sum, char) => sum * 58n + BigInt(ALPHABET.indexOf(char)), 0n);
  const hex = number.toString(16);
  return bytesOf(hex.length % 2 === 0 ? hex : `0${hex}`);
}

const SIGNED = z.looseObject({ proof: z.looseObject({ proofValue: z.string() }) });

vectors('W3C eddsa-jcs-2022, 1 credential: 2 canonical texts, 3 hashes, 1 signature', () => {
  const { proof, ...document } = readJson('w3c-eddsa-jcs-2022/signedJCS.json', SIGNED);
  const { proofValue, ...config } = proof;
  const { publicKeyMultibase } = readJson(
    'w3c-eddsa-jcs-2022/publicKey.json',
    z.object({ publicKeyMultibase: z.string() }),
  );
  const [text, proofText] = ['canonDocJCS', 'proofCanonJCS'].map((name) => readText(`w3c-eddsa-jcs-2022/${name}.txt`));
  const [hash, proofHash, both, signature] = ['docHashJCS', 'proofHashJCS', 'combinedHashJCS', 'sigHexJCS'].map(
    (name) => readText(`w3c-eddsa-jcs-2022/${name}.txt`),
  );

  it('computes the canonical text and hash of the document', () => {
    expect(canonicalJson(document)).toBe(text);
    expect(sha256Hex(utf8(canonicalJson(document)))).toBe(hash);
  });

  it("computes the canonical text and hash of the proof's options", () => {
    expect(config).toEqual(readJson('w3c-eddsa-jcs-2022/proofConfigJCS.json', z.unknown()));
    expect(canonicalJson(config)).toBe(proofText);
    expect(sha256Hex(utf8(canonicalJson(config)))).toBe(proofHash);
  });

  it.each(VERIFIERS)('accepts with $name the signature over both hashes, but not in another order', ({ check }) => {
    const bytes = multibase(publicKeyMultibase);
    expect([...bytes.subarray(0, 2)]).toEqual([0xed, 0x01]);
    const key = publicKeyOf(bytes.subarray(2));
    expect(both).toBe(`${proofHash}${hash}`);
    expect(multibase(proofValue)).toEqual(bytesOf(signature ?? ''));
    expect(check(multibase(proofValue), bytesOf(both ?? ''), key)).toBe(true);
    expect(check(multibase(proofValue), bytesOf(`${hash}${proofHash}`), key)).toBe(false);
  });
});
