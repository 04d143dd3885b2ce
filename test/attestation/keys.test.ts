import { createHash, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { generateKeyPair, privateKeyPem } from '../../src/attestation/ed25519.js';
import { readPublicKey } from '../../src/attestation/public-key.js';
import { readSubmittedKey } from '../../src/domain/signing-key/submitted-key.js';
import { bytesOf, refusal } from './judge.js';

const { seed, publicKey } = generateKeyPair();
const { pem } = publicKey;
const base64 = pem.split('\n')[1] ?? '';

function framed(der: string | Uint8Array, label = 'PUBLIC KEY'): string {
  const text = typeof der === 'string' ? der : Buffer.from(der).toString('base64');
  return `-----BEGIN ${label}-----\n${text}\n-----END ${label}-----\n`;
}

const derHex = Buffer.from(base64, 'base64').toString('hex');
const keyHex = derHex.slice(24);
/** Returns a PEM text with this DER, given in hex. */
const der = (hex: string) => framed(bytesOf(hex));

describe('a submitted key', () => {
  it.each<[string, string]>([
    ['an empty string', ''],
    ['1,001 characters', pem.padEnd(1001, '\n')],
    ['1 MB', 'A'.repeat(2 ** 20)],
    ['a certificate', framed('MIIBszCCAVmgAwIBAgIUQ', 'CERTIFICATE')],
    ['two public keys', pem + pem],
    ['an RSA key of PKCS#1', spki(generateKeyPairSync('rsa', { modulusLength: 2048 }).publicKey, 'pkcs1')],
    ['a key after other text', `key\n${pem}`],
    ['a key before other text', `${pem}key`],
    ['an empty line before the key', `\n${pem}`],
    ['an empty line after the key', `${pem}\n`],
    ['a BOM', `\uFEFF${pem}`],
    ['a NUL after the label', pem.replace('KEY-----\n', 'KEY-----\0\n')],
    ['spaces in the base64', framed(base64.replace('MCow', 'MC ow'))],
    ['a space at the end of a line', framed(`${base64} `)],
    ['base64 broken into two lines', framed(`${base64.slice(0, 32)}\n${base64.slice(32)}`)],
    ['base64url', framed(`${base64.slice(0, 20)}-_${base64.slice(22)}`)],
    ['unused bits that are set at the end of the base64', framed(base64.replace(/.=$/, 'B='))],
    ['CR alone', pem.replaceAll('\n', '\r')],
    ['no line breaks', pem.replaceAll('\n', '')],
    ['written-out line breaks', pem.replaceAll('\n', '\\n')],
    ['an indented block', pem.replaceAll('\n', '\n  ')],
    ['lower-case labels', pem.replaceAll('PUBLIC KEY', 'public key')],
    ['a trailing byte in the DER', der(`${derHex}00`)],
    ['a length in long form', der(`30812a300506032b6570032100${keyHex}`)],
    ['a bit string with one unused bit', der(`302a300506032b6570032101${keyHex}`)],
    ['NULL parameters', der(`302c300706032b65700500032100${keyHex}`)],
    ['a key of 31 bytes', der(`3029300506032b6570032000${keyHex.slice(2)}`)],
    ['a key of 33 bytes', der(`302b300506032b6570032200${keyHex}00`)],
    ['the raw 32 bytes', Buffer.from(keyHex, 'hex').toString('base64')],
    ['an OpenSSH line', `ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAI${base64.slice(17)} me@here`],
    ['a JWK', JSON.stringify({ kty: 'OKP', crv: 'Ed25519', x: publicKey.x })],
  ])('rejects %s: invalid_public_key', (_, text) => {
    expect([readPublicKey, readSubmittedKey].map((read) => refusal(() => read(text)).code)).toEqual([
      'invalid_public_key',
      'invalid_public_key',
    ]);
  });

  it.each<[string, string]>([
    ['RSA', spki(generateKeyPairSync('rsa', { modulusLength: 2048 }).publicKey)],
    ['P-256', spki(generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey)],
    ['X25519', spki(generateKeyPairSync('x25519').publicKey)],
    ['Ed448', spki(generateKeyPairSync('ed448').publicKey)],
  ])('rejects a key of type %s, with either line ending: unsupported_key_algorithm', (_, text) => {
    expect(refusal(() => readSubmittedKey(text)).code).toBe('unsupported_key_algorithm');
    expect(refusal(() => readSubmittedKey(text.replaceAll('\n', '\r\n'))).code).toBe('unsupported_key_algorithm');
    expect(refusal(() => readPublicKey(text)).code).toBe('invalid_public_key');
  });

  it.each<[string, string]>([
    ['a private key', privateKeyPem(seed)],
    ['a private key after the public one', pem + privateKeyPem(seed)],
    ['a private key with other text', `my key: ${privateKeyPem(seed)}`],
    ['an EC PRIVATE KEY', privateKeyPem(seed).replaceAll('PRIVATE KEY', 'EC PRIVATE KEY')],
    ['an encrypted private key', privateKeyPem(seed).replaceAll('PRIVATE KEY', 'ENCRYPTED PRIVATE KEY')],
  ])('rejects %s, without quoting it in the message: private_key_submitted', (_, text) => {
    for (const read of [readPublicKey, readSubmittedKey]) {
      const error = refusal(() => read(text));
      expect(error.code).toBe('private_key_submitted');
      for (const shown of [error.message, error.detail, `${error.stack}`]) {
        expect(shown).not.toContain(privateKeyPem(seed).split('\n')[1]?.slice(24, 44));
      }
    }
  });

  it.each([2, 7])('rejects y = %i, which no point of the curve has, as invalid_public_key', (y) => {
    for (const sign of ['00', '80']) {
      const text = der(`302a300506032b65700321000${y}${'0'.repeat(60)}${sign}`);
      for (const read of [readPublicKey, readSubmittedKey])
        expect(refusal(() => read(text)).detail).toBe('must be a point of the curve: no private key belongs to it');
      expect(refusal(() => readPublicKey(text)).code).toBe('invalid_public_key');
    }
  });

  it('rejects y >= p, a second encoding of another key, as weak_public_key', () => {
    for (let above = 0n; above < 19n; above += 1n) {
      for (const sign of [0n, 2n ** 255n]) {
        const hex = (2n ** 255n - 19n + above + sign).toString(16).padStart(64, '0');
        const text = der(`302a300506032b6570032100${Buffer.from(hex, 'hex').reverse().toString('hex')}`);
        expect(refusal(() => readSubmittedKey(text)).code).toBe('weak_public_key');
      }
    }
  });
});

it('examines a key text of 1,000 characters, and rejects one of 1,001 for its length', () => {
  const long = 'PRIVATE KEY'.padEnd(1000);
  expect(refusal(() => readPublicKey(long)).code).toBe('private_key_submitted');
  expect(refusal(() => readPublicKey(`${long} `)).detail).toBe('must have at most 1000 characters');
  expect(refusal(() => readSubmittedKey(`${long} `)).detail).toBe('must have at most 1000 characters');
});

describe('an accepted key', () => {
  it('has the fingerprint that `openssl pkey -pubin -outform der | sha256sum` prints', () => {
    expect(publicKey.fingerprint).toBe(createHash('sha256').update(Buffer.from(derHex, 'hex')).digest('hex'));
  });

  it('has the JWK thumbprint of RFC 8037, A.3', () => {
    const bytes = Buffer.from('11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo', 'base64url').toString('hex');
    const { x, thumbprint } = readPublicKey(der(`302a300506032b6570032100${bytes}`));
    expect(x).toBe('11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo');
    expect(thumbprint).toBe('kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k');
  });
});

function spki(key: KeyObject, type: 'spki' | 'pkcs1' = 'spki'): string {
  return key.export({ type, format: 'pem' }).toString();
}
