import {
  createPrivateKey,
  createPublicKey,
  sign as signWithNode,
  verify as verifyWithNode,
  webcrypto,
} from 'node:crypto';
import fc from 'fast-check';
import nacl from 'tweetnacl';
import { describe, expect, it } from 'vitest';
import {
  generateKeyPair,
  type KeyPair,
  keyPairOf,
  privateKeyPem,
  sign,
  verify,
} from '../../src/attestation/ed25519.js';
import { publicKeyOf } from '../../src/attestation/public-key.js';
import { verifySignature } from '../../src/domain/signing-key/submitted-key.js';
import { volume } from '../support/volume.js';
import { alwaysAsync, SEED } from './always.js';
import { refusal } from './judge.js';

const { subtle } = webcrypto;
const SEEDS = fc.uint8Array({ minLength: 32, maxLength: 32 });
const MESSAGES = fc.oneof(fc.uint8Array({ maxLength: 300 }), fc.uint8Array({ minLength: 8000, maxLength: 9000 }));

/** Other implementations, which sign and verify with the seed and public key of a pair of this library. */
const OTHERS = [
  {
    name: 'tweetnacl',
    sign: async (message: Uint8Array, { seed }: KeyPair) =>
      nacl.sign.detached(message, nacl.sign.keyPair.fromSeed(seed).secretKey),
    verify: async (signature: Uint8Array, message: Uint8Array, { publicKey }: KeyPair) =>
      nacl.sign.detached.verify(message, signature, publicKey.bytes),
  },
  {
    name: 'node:crypto',
    sign: async (message: Uint8Array, { seed }: KeyPair) =>
      signWithNode(null, message, createPrivateKey(privateKeyPem(seed))),
    verify: async (signature: Uint8Array, message: Uint8Array, { publicKey }: KeyPair) =>
      verifyWithNode(null, message, createPublicKey(publicKey.pem), signature),
  },
  {
    name: 'Web Crypto',
    async sign(message: Uint8Array, { seed, publicKey: { x } }: KeyPair) {
      const jwk = { kty: 'OKP', crv: 'Ed25519', x, d: Buffer.from(seed).toString('base64url') };
      const key = await subtle.importKey('jwk', jwk, 'Ed25519', false, ['sign']);
      return new Uint8Array(await subtle.sign('Ed25519', key, message));
    },
    async verify(signature: Uint8Array, message: Uint8Array, { publicKey: { x } }: KeyPair) {
      const key = await subtle.importKey('jwk', { kty: 'OKP', crv: 'Ed25519', x }, 'Ed25519', false, ['verify']);
      return subtle.verify('Ed25519', key, signature, message);
    },
  },
];

describe(`random keys and messages (seed ${SEED})`, () => {
  it.each(OTHERS)('$name makes the same signatures, and accepts those of this library', async (other) => {
    const drawn = fc.tuple(SEEDS, MESSAGES);
    await alwaysAsync(
      drawn,
      async ([seed, message]) => {
        const pair = keyPairOf(seed);
        const ours = sign(message, seed);
        const theirs = Uint8Array.from(await other.sign(message, pair));
        expect(theirs).toEqual(ours);
        expect(await other.verify(ours, message, pair)).toBe(true);
        expect([verify, verifySignature].map((check) => check(theirs, message, pair.publicKey))).toEqual([true, true]);
      },
      volume(20, 60),
    );
  });
});

describe('key pairs', () => {
  it('differ each time', () => {
    const pairs = Array.from({ length: 50 }, () => generateKeyPair());
    expect(new Set(pairs.map(({ publicKey }) => publicKey.fingerprint)).size).toBe(50);
    for (const { seed, publicKey } of pairs) expect(keyPairOf(seed).publicKey).toEqual(publicKey);
  });

  it.each([0, 31, 33, 64])('rejects private and public keys of %i bytes', (length) => {
    expect(refusal(() => keyPairOf(new Uint8Array(length))).code).toBe('invalid_private_key');
    expect(refusal(() => publicKeyOf(new Uint8Array(length))).code).toBe('invalid_public_key');
  });
});
