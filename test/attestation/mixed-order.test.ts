import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { littleEndian } from '../../src/attestation/curve.js';
import { keyPairOf } from '../../src/attestation/ed25519.js';
import { publicKeyOf } from '../../src/attestation/public-key.js';
import { bytesOf, VERIFIERS } from './judge.js';

/** Keys of mixed order: the key of RFC 8032, 7.1, test 1, plus each point of order 2, 4 and 8 (docs/receipts-format.md). */

const SEED = bytesOf('9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60');
const L = 2n ** 252n + 27742317777372353535851937790883648493n;
const MIXED = [
  { order: 8n, key: '3b5b475c4b82dd1572799fc546f4c6c03e478c6654aa4c7f945b347ea32af60d' },
  { order: 4n, key: '40c7570f4dd54835b9131184410ed4a0cc93e7d9ad053cbc6d07a62426999582' },
  { order: 8n, key: '9158312a9a8d6e3b34c891d6d61444f8b8211c5117ebad15bdb0bd68b07e0245' },
  { order: 2n, key: '16a567fe7d4ef5482ab4012c369bf8c5f11e8d0c2559dcda50fde59708f8aee5' },
  { order: 8n, key: 'b2a4b8a3b47d22ea8d86603ab90b393fc1b87399ab55b3806ba4cb815cd509f2' },
  { order: 4n, key: 'ad38a8f0b22ab7ca46ecee7bbef12b5f336c182652fac34392f859dbd9666a7d' },
  { order: 8n, key: '5ca7ced5657291c4cb376e2929ebbb0747dee3aee81452ea424f42974f81fdba' },
];

describe.each(MIXED)('a key of mixed order, with a part of order $order', ({ order, key }) => {
  const publicKey = publicKeyOf(bytesOf(key));

  it.each(VERIFIERS)(
    'verifies with $name exactly when k modulo L is a multiple of the order, as without the cofactor',
    ({ check }) => {
      const tried = Array.from({ length: 40 }, (_, at) => signedFor(publicKey.bytes, Buffer.from(`message ${at}`)));
      const found = tried.map(({ signature, message }) => check(signature, message, publicKey));
      expect(found).toEqual(tried.map(({ k }) => k % order === 0n));
      expect(new Set(found)).toEqual(new Set([true, false]));
    },
  );
});

/** Signs as the owner of the seed does for this public key: R = [r]B, S = r + ka modulo L. */
function signedFor(key: Uint8Array, message: Uint8Array) {
  const nonce = createHash('sha256').update(message).digest();
  const R = keyPairOf(nonce).publicKey.bytes;
  const k = littleEndian(createHash('sha512').update(R).update(key).update(message).digest()) % L;
  const S = (scalarOf(nonce) + k * scalarOf(SEED)) % L;
  const signature = Buffer.concat([R, Buffer.from(S.toString(16).padStart(64, '0'), 'hex').reverse()]);
  return { signature, message, k };
}

/** Secret scalar of a seed (RFC 8032, 5.1.5). */
function scalarOf(seed: Uint8Array): bigint {
  const half = createHash('sha512').update(seed).digest().subarray(0, 32);
  return (littleEndian(half) & (2n ** 254n - 8n)) | (2n ** 254n);
}
