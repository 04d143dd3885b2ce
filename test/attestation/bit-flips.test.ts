import { describe, expect, it } from 'vitest';
import { AttestationError } from '../../src/attestation/attestation-error.js';
import { toBase64, utf8 } from '../../src/attestation/bytes.js';
import { canonicalJson } from '../../src/attestation/canonical-json.js';
import { generateKeyPair, sign } from '../../src/attestation/ed25519.js';
import { publicKeyOf } from '../../src/attestation/public-key.js';
import { receiptHash } from '../../src/attestation/receipt.js';
import { signReceipt, verifyReceipt } from '../../src/attestation/signed-receipt.js';
import { volume } from '../support/volume.js';
import { attempt, refusal, VERIFIERS } from './judge.js';
import { RECEIPT } from './sample.js';

const { seed, publicKey } = generateKeyPair();
const message = Uint8Array.from({ length: 40 }, (_, at) => at * 7);
const signature = sign(message, seed);

/** Distance between flipped bits. A distance of seven reaches every byte, and every bit position. */
const STEP = volume(7, 1);

/** All copies that differ in one bit, in steps of `STEP`. */
function oneBitOff(bytes: Uint8Array): Uint8Array[] {
  return Array.from({ length: Math.ceil((bytes.length * 8) / STEP) }, (_, index) => {
    const bit = index * STEP;
    return bytes.map((byte, at) => (at === bit >> 3 ? byte ^ (1 << (bit & 7)) : byte));
  });
}

/** Returns the copies that a verifier accepts, and the number tried. */
function accepted<T>(others: readonly T[], accepts: (other: T) => boolean): readonly [accepted: number, of: number] {
  return [others.filter(accepts).length, others.length];
}

describe.each(VERIFIERS)('$name', ({ check }) => {
  it('accepts the unchanged signature', () => {
    expect(check(signature, message, publicKey)).toBe(true);
  });

  it('rejects the signature when one of its 512 bits is flipped', () => {
    const found = accepted(oneBitOff(signature), (other) => check(other, message, publicKey));
    expect(found).toEqual([0, Math.ceil(512 / STEP)]);
  });

  it("rejects the signature when one of the message's 320 bits is flipped", () => {
    const found = accepted(oneBitOff(message), (other) => check(signature, other, publicKey));
    expect(found).toEqual([0, Math.ceil(320 / STEP)]);
  });

  it("rejects the signature when one of the key's 256 bits is flipped", () => {
    const others = oneBitOff(publicKey.bytes).map((bytes) => attempt(() => publicKeyOf(bytes)));
    const found = accepted(others, (key) => !(key instanceof AttestationError) && check(signature, message, key));
    expect(found).toEqual([0, Math.ceil(256 / STEP)]);
  });

  it.each([0, 1, 32, 63, 65, 96, 128])('rejects a signature of %i bytes without throwing', (length) => {
    const bytes = Uint8Array.from({ length }, (_, at) => signature[at] ?? 0);
    expect(check(bytes, message, publicKey)).toBe(false);
  });

  it('rejects a malleated signature with S + L, 2L, 4L or 8L', () => {
    const L = 2n ** 252n + 27742317777372353535851937790883648493n;
    const s = BigInt(`0x${Buffer.from(signature.subarray(32)).reverse().toString('hex')}`);
    for (const times of [1n, 2n, 4n, 8n]) {
      const hex = (s + times * L).toString(16).padStart(64, '0');
      const other = Uint8Array.from([...signature.subarray(0, 32), ...Buffer.from(hex, 'hex').reverse()]);
      expect(check(other, message, publicKey), `S + ${times}L`).toBe(false);
    }
  });
});

describe('a signed receipt', () => {
  const signed = signReceipt(RECEIPT, { seed, publicKey });

  it('cannot be made from an invalid receipt', () => {
    for (const other of [
      { job_id: '' },
      { job_id: 'a\u200bb' },
      { job_id: 'e\u0301' },
      { issued_at: 'today' },
      { metadata: { at: new Date(0) } },
    ]) {
      const error = refusal(() => signReceipt({ ...RECEIPT, ...other }, { seed, publicKey }));
      expect(error.code).toBe('invalid_receipt');
    }
  });

  it('verifies unchanged', () => {
    expect(verifyReceipt(signed)).toBe(RECEIPT);
  });

  it("is rejected with another signer's key", () => {
    const public_key = generateKeyPair().publicKey.pem;
    expect(refusal(() => verifyReceipt({ ...signed, public_key })).code).toBe('signature_invalid');
  });

  it('is rejected with a signature over other bytes', () => {
    const other = toBase64(sign(message, seed));
    expect(refusal(() => verifyReceipt({ ...signed, signature: other })).code).toBe('signature_invalid');
  });

  it.each(Object.keys(RECEIPT).filter((name) => name !== 'version'))('is rejected with another %s', (name) => {
    const others: Readonly<Record<string, unknown>> = {
      issued_at: '2026-11-20T10:00:00+00:00',
      metadata: { steps: 3 },
    };
    const receipt = { ...RECEIPT, [name]: others[name] ?? 'other' };
    const { code, detail } = refusal(() => verifyReceipt({ ...signed, receipt }));
    expect(code).toBe('signature_invalid');
    expect(detail).toContain(receiptHash(utf8(canonicalJson(receipt))));
  });
});
