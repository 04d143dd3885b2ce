import { describe, expect, it } from 'vitest';
import { toBase64, utf8 } from '../../src/attestation/bytes.js';
import { canonicalJson } from '../../src/attestation/canonical-json.js';
import { generateKeyPair, privateKeyPem, readPrivateKey, readSignature, sign } from '../../src/attestation/ed25519.js';
import { readPublicKey } from '../../src/attestation/public-key.js';
import { signedBytes } from '../../src/attestation/receipt.js';
import { signReceipt, verifyReceipt } from '../../src/attestation/signed-receipt.js';
import { readSubmittedKey, verifySignature } from '../../src/domain/signing-key/submitted-key.js';
import { volume } from '../support/volume.js';
import { refusal } from './judge.js';
import { IN_PROCESS } from './parties.js';
import { madeByPython, OPENSSL, PYTHON } from './programs.js';
import { RECEIPT } from './sample.js';

const PARTIES = [...IN_PROCESS, OPENSSL, PYTHON];
const TIMES = volume([1], [1, 2]);
const bytes = signedBytes(RECEIPT);

describe.each(PARTIES.filter(({ missing }) => missing !== undefined))('$name', ({ missing }) => {
  it('signs and verifies like this library', ({ skip }) => skip(missing));
});

describe.each(PARTIES.filter(({ missing }) => missing === undefined))('$name', (party) => {
  it.each(TIMES)('signs a receipt that this library accepts (%i)', async () => {
    const key = await party.makeKey();
    const public_key = await party.publicKeyOf(key);
    const signature = await party.sign(key, bytes);
    const signed = { receipt: RECEIPT, signature: toBase64(signature), public_key };
    expect(verifyReceipt(signed)).toBe(RECEIPT);
    expect(verifySignature(signature, bytes, readSubmittedKey(public_key))).toBe(true);
    const receipt = { ...RECEIPT, job_id: 'job-0002' };
    expect(refusal(() => verifyReceipt({ ...signed, receipt })).code).toBe('signature_invalid');
  });

  it.each(TIMES)('verifies signatures of this library, but not for another message or key (%i)', async (time) => {
    const pair = generateKeyPair();
    const signed = signReceipt({ ...RECEIPT, job_id: `job-${time}` }, pair);
    const signature = readSignature(signed.signature);
    const message = signedBytes(signed.receipt);
    const other = message.with(time, (message[time] ?? 0) ^ 1);
    expect(await party.verify(signed.public_key, message, signature)).toBe(true);
    expect(await party.verify(signed.public_key, other, signature)).toBe(false);
    expect(await party.verify(generateKeyPair().publicKey.pem, message, signature)).toBe(false);
  });

  it.each(TIMES)(
    'creates private keys that this library reads with the same public key and signature (%i)',
    async () => {
      const key = await party.makeKey();
      const { seed, publicKey } = readPrivateKey(key);
      expect(publicKey).toEqual(readPublicKey(await party.publicKeyOf(key)));
      expect(sign(bytes, seed)).toEqual(await party.sign(key, bytes));
      expect(privateKeyPem(seed)).toBe(key);
    },
  );

  it.each(TIMES)('reads private keys of this library (%i)', async () => {
    const { seed, publicKey } = generateKeyPair();
    expect(await party.publicKeyOf(privateKeyPem(seed))).toBe(publicKey.pem);
    expect(await party.sign(privateKeyPem(seed), bytes)).toEqual(sign(bytes, seed));
  });
});

describe('receipts written in Python', () => {
  it('yield the same canonical text, fingerprint and signatures as this library', async ({ skip }) => {
    if (PYTHON.missing !== undefined) skip(PYTHON.missing);
    const key = await PYTHON.makeKey();
    const public_key = await PYTHON.publicKeyOf(key);
    const receipt = {
      ...RECEIPT,
      metadata: { z: 1, a: ['é', 'e\u0301', '\u2028', '\u007f', '\n"\\'], n: -7, nested: { b: null, a: true } },
    };
    const made = madeByPython(JSON.stringify(receipt), public_key);
    expect(made).toEqual({ text: canonicalJson(receipt), fingerprint: readPublicKey(public_key).fingerprint });
    const signature = toBase64(await PYTHON.sign(key, utf8(made.text)));
    expect(verifyReceipt({ receipt, signature, public_key })).toBe(receipt);
  });
});
