import { createPublicKey, generateKeyPairSync, webcrypto } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fromBase64, sameBytes, toBase64, toBase64Url } from '../../src/attestation/bytes.js';
import {
  generateKeyPair,
  keyPairOf,
  privateKeyPem,
  readPrivateKey,
  readSignature,
} from '../../src/attestation/ed25519.js';
import { publicKeyOf, readPublicKey } from '../../src/attestation/public-key.js';
import { readSubmittedKey } from '../../src/domain/signing-key/submitted-key.js';
import { always, SEED } from './always.js';
import { refusal } from './judge.js';

const BYTES = fc.uint8Array({ maxLength: 100 });
const CHARS = fc.constantFrom(...'ABCDQRSTefgw0189+/=-_ \n\r\0é');

describe(`base64 of random bytes (seed ${SEED})`, () => {
  it("equals Node's encoding, and decodes to the bytes", () => {
    always(BYTES, (bytes) => {
      const buffer = Buffer.from(bytes);
      expect([toBase64(bytes), toBase64Url(bytes)]).toEqual([buffer.toString('base64'), buffer.toString('base64url')]);
      expect(fromBase64(toBase64(bytes))).toEqual(bytes);
    });
  });

  it('decodes only the canonical encoding of its bytes', () => {
    always(fc.string({ unit: CHARS, maxLength: 12 }), (text) => {
      const bytes = fromBase64(text);
      if (bytes) expect(Buffer.from(bytes).toString('base64')).toBe(text);
    });
  });

  it('rejects a text with one character added or replaced, unless it then encodes other bytes', () => {
    const edits = fc.tuple(BYTES, fc.nat(), CHARS, fc.nat(1));
    always(edits, ([bytes, where, char, drop]) => {
      const text = toBase64(bytes);
      const at = where % (text.length + 1);
      const other = text.slice(0, at) + char + text.slice(at + drop);
      const read = fromBase64(other);
      expect(read === undefined || toBase64(read) === other).toBe(true);
      if (other !== text && read) expect(sameBytes(read, bytes)).toBe(false);
    });
  });

  it.each([
    'A',
    'AA',
    'AAA',
    'A===',
    '====',
    '=',
    '==',
    'AB==',
    'AAB=',
    'AA==\n',
    'AA= =',
    'AA-_',
    ' AAAA',
    'AA==AAAA',
  ])('rejects %j', (text) => expect(fromBase64(text)).toBeUndefined());
});

describe('signatures in base64', () => {
  it('reads a signature of 64 random bytes', () => {
    const bytes = webcrypto.getRandomValues(new Uint8Array(64));
    expect(readSignature(toBase64(bytes))).toEqual(bytes);
  });

  const text = toBase64(new Uint8Array(64).fill(0xfb));
  it.each<[string, string]>([
    ['an empty string', ''],
    ['63 bytes', toBase64(new Uint8Array(63))],
    ['61 bytes', toBase64(new Uint8Array(61))],
    ['65 bytes', toBase64(new Uint8Array(65))],
    ['67 bytes', toBase64(new Uint8Array(67))],
    ['base64url', text.replaceAll('+', '-').replaceAll('/', '_')],
    ['no padding', text.slice(0, -2)],
    ['a line break at the end', `${text}\n`],
    ['a leading space', ` ${text}`],
    ['a line break inside', `${text.slice(0, 44)}\n${text.slice(44)}`],
    ['unused bits that are set', text.replace(/.==$/, 'x==')],
    ['text after the padding', `${text}AAAA`],
    ['hex', '00'.repeat(64)],
  ])('rejects %s', (_, other) => {
    expect(refusal(() => readSignature(other)).code).toBe('invalid_signature_encoding');
  });
});

describe(`keys as PEM (seed ${SEED})`, () => {
  it('writes public keys like OpenSSL, and reads both line endings', () => {
    const seeds = fc.uint8Array({ minLength: 32, maxLength: 32 });
    always(
      seeds,
      (seed) => {
        const { publicKey } = keyPairOf(seed);
        expect(publicKey.pem).toBe(createPublicKey(privateKeyPem(seed)).export({ type: 'spki', format: 'pem' }));
        for (const pem of [publicKey.pem, publicKey.pem.trimEnd(), publicKey.pem.replaceAll('\n', '\r\n')]) {
          expect([readPublicKey(pem), readSubmittedKey(pem)]).toEqual([publicKey, publicKey]);
        }
        expect(publicKeyOf(publicKey.bytes)).toEqual(publicKey);
      },
      50,
    );
  });

  it('writes private keys like OpenSSL, and reads both line endings', () => {
    for (let count = 0; count < 20; count += 1) {
      const pem = generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
      const pair = readPrivateKey(pem);
      expect(privateKeyPem(pair.seed)).toBe(pem);
      expect(readPrivateKey(pem.replaceAll('\n', '\r\n').trimEnd())).toEqual(pair);
    }
  });

  const { seed, publicKey } = generateKeyPair();
  const pem = privateKeyPem(seed);
  it.each<[string, string]>([
    ['an empty string', ''],
    ['a public key', publicKey.pem],
    ['a key after other text', `key:\n${pem}`],
    ['a key before other text', `${pem}key`],
    ['two private keys', pem + pem],
    ['a key with a broken line', pem.replace('MC4', 'MC4\n')],
    ['a key without its last character', pem.replace(/.\n-----END/, '\n-----END')],
    ['an X25519 key', generateKeyPairSync('x25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()],
    [
      'a P-256 key',
      generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    ],
    ['the seed in base64', toBase64(seed)],
  ])('rejects %s as a private key, without quoting it in the message', (_, other) => {
    const { code, message } = refusal(() => readPrivateKey(other));
    expect(code).toBe('invalid_private_key');
    expect(message).not.toContain(pem.split('\n')[1]?.slice(24, 44));
  });
});
