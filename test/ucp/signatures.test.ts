import { parseDictionary } from 'structured-headers';
import { describe, expect, test } from 'vitest';
import { signatureBase } from '../../src/ucp/signatures/base.js';
import { isSignedBy, type Jwk, readKeys, thumbprint, verifyingKey } from '../../src/ucp/signatures/keys.js';
import {
  contentDigest,
  requestMessage,
  responseMessage,
  type SignableMessage,
} from '../../src/ucp/signatures/message.js';
import { verifyRequest } from '../../src/ucp/signatures/verify.js';
import { readText, vectors } from '../attestation/vectors.js';
import { changeCharacter } from '../support/change-character.js';
import { messageOf, pairOf, SENT, type Sent, signed, WHOLE } from './signing.js';

const NOW = 1_800_000_000_000;

const verdict = (sent: Sent, keys: readonly Jwk[], now = NOW) =>
  verifyRequest({ message: messageOf(sent), body: Buffer.from(sent.body), keys, now });

const pair = pairOf('key-1');
const failed = (fault: string) => ({ state: 'failed', fault });
const VERIFIED = { state: 'verified', kid: 'key-1' };

vectors('RFC 9421, signatures', () => {
  const { request, keys, cases } = JSON.parse(readText('rfc9421.json'));
  test.each<{ name: string; kind: string; key: string; base: string; signature: string }>(cases)('$name', (one) => {
    const lines = one.base.split('\n');
    const input = parseDictionary(`sig=${lines.at(-1)?.slice('"@signature-params": '.length)}`).get('sig');
    const fields = Object.fromEntries(
      lines.slice(0, -1).map((line) => [line.slice(1, line.indexOf('":')), line.slice(line.indexOf('": ') + 3)]),
    );
    const { pathname, search, host } = new URL(request.url);
    const field = (name: string) => (fields[name] === undefined ? [] : [fields[name]]);
    const message: SignableMessage =
      one.kind === 'request'
        ? requestMessage({ method: request.method, authority: host, target: `${pathname}${search}`, field })
        : responseMessage(200, fields);
    expect(signatureBase(message, input as never)).toBe(one.base);
    const key = verifyingKey(keys.find(({ kid }: Jwk) => kid === one.key));
    if (!key) throw new Error('the key of the vector is not supported');
    const signature = Buffer.from(one.signature, 'base64');
    expect(isSignedBy(key, one.base, signature)).toBe(true);
    for (const at of [0, 20, 63]) {
      const other = Buffer.from(signature);
      other[at] = (other[at] ?? 0) ^ 1;
      expect(isSignedBy(key, one.base, other)).toBe(false);
    }
  });
});

describe('a signed request', () => {
  test.each(['P-256', 'P-384', 'Ed25519'] as const)('verifies with a key of %s', (curve) => {
    const one = pairOf('key-1', curve);
    expect(verdict(signed(SENT, one), [one.jwk])).toEqual(VERIFIED);
  });

  test('verifies a request without a body, and requires that a query is covered', () => {
    const get: Sent = { method: 'GET', target: '/ucp/orders/1?a=b', headers: { 'ucp-agent': 'x="y"' }, body: '' };
    const components = ['@method', '@authority', '@path', '@query', 'ucp-agent'];
    expect(verdict(signed(get, pair, { components }), [pair.jwk])).toEqual(VERIFIED);
    expect(
      verdict(signed(get, pair, { components: components.filter((one) => one !== '@query') }), [pair.jwk]),
    ).toEqual({ state: 'unsigned' });
  });

  test.each(WHOLE)('treats a request that does not cover %s as unsigned', (left) => {
    const components = WHOLE.filter((one) => one !== left);
    expect(verdict(signed(SENT, pair, { components }), [pair.jwk])).toEqual({ state: 'unsigned' });
  });

  test.each<[string, (sent: Sent) => Sent, string]>([
    ['the method', (sent) => ({ ...sent, method: 'PUT' }), 'signature_invalid'],
    ['the path', (sent) => ({ ...sent, target: `${sent.target}x` }), 'signature_invalid'],
    ['a header', (sent) => ({ ...sent, headers: { ...sent.headers, 'idempotency-key': 'two' } }), 'signature_invalid'],
    ['one bit of the body', (sent) => ({ ...sent, body: sent.body.replace('[', 'Z') }), 'digest_mismatch'],
    [
      'the digest',
      (sent) => ({ ...sent, headers: { ...sent.headers, 'content-digest': contentDigest(Buffer.from('x')) } }),
      'digest_mismatch',
    ],
    [
      'body and digest',
      (sent) => ({
        ...sent,
        body: 'x',
        headers: { ...sent.headers, 'content-digest': contentDigest(Buffer.from('x')) },
      }),
      'signature_invalid',
    ],
    [
      'the signature',
      (sent) => ({
        ...sent,
        headers: {
          ...sent.headers,
          signature: String(sent.headers.signature).replace(/(?<=:).+/, (one) => changeCharacter(one, 0)),
        },
      }),
      'signature_invalid',
    ],
  ])('fails when %s is changed', (_name, change, fault) => {
    expect(verdict(change(signed(SENT, pair)), [pair.jwk])).toEqual(failed(fault));
  });

  test('fails when any bit of the signature or its covered content is changed', () => {
    const right = signed(SENT, pair);
    const [, value = ''] = /sig1=:([^:]+):/.exec(right.headers.signature ?? '') ?? [];
    const bytes = Buffer.from(value, 'base64');
    const flipped = (of: Buffer, bit: number) => {
      const other = Buffer.from(of);
      other[bit >> 3] = (other[bit >> 3] ?? 0) ^ (1 << (bit & 7));
      return other;
    };
    for (let bit = 0; bit < bytes.length * 8; bit += 1) {
      const signature = `sig1=:${flipped(bytes, bit).toString('base64')}:`;
      const other = { ...right, headers: { ...right.headers, signature } };
      expect([bit, verdict(other, [pair.jwk])]).toEqual([bit, failed('signature_invalid')]);
    }
    const body = Buffer.from(right.body);
    for (let bit = 0; bit < body.length * 8; bit += 1) {
      const message = messageOf(right);
      const changed = { message, body: flipped(body, bit), keys: [pair.jwk], now: NOW };
      expect([bit, verifyRequest(changed)]).toEqual([bit, failed('digest_mismatch')]);
    }
    for (const name of ['ucp-agent', 'idempotency-key', 'content-type', 'content-digest']) {
      const text = Buffer.from(right.headers[name] ?? '');
      for (let bit = 0; bit < text.length * 8; bit += 1) {
        const headers = { ...right.headers, [name]: flipped(text, bit).toString('latin1') };
        expect([name, bit, verdict({ ...right, headers }, [pair.jwk]).state]).toEqual([name, bit, 'failed']);
      }
    }
  });

  test('fails for a signature over another host', () => {
    expect(verdict(signed(SENT, pair, { authority: 'evil.example' }), [pair.jwk])).toEqual(failed('signature_invalid'));
  });

  test('rejects a signature in DER', () => {
    expect(verdict(signed(SENT, pair, { encoding: 'der' }), [pair.jwk])).toEqual(failed('signature_invalid'));
  });

  test('requires a usable key of the profile', () => {
    expect(verdict(signed(SENT, pair), [])).toEqual(failed('key_not_found'));
    expect(verdict(signed(SENT, pair), [{ ...pair.jwk, crv: 'secp256k1' }])).toEqual(failed('algorithm_unsupported'));
    expect(verdict(signed(SENT, pair), [{ ...pair.jwk, alg: 'ES384' }])).toEqual(failed('algorithm_unsupported'));
    expect(verdict(signed(SENT, pair), [pairOf('key-1').jwk])).toEqual(failed('signature_invalid'));
    const odd = [{ ...pair.jwk, use: 'enc' }, { ...pair.jwk, key_ops: ['sign'] }, { kty: 'EC' }, 7, pair.jwk];
    expect(verdict(signed(SENT, pair), readKeys(odd))).toEqual(VERIFIED);
  });

  test('verifies if one of two signatures is by a known key, in either order', () => {
    const bad = pairOf('bad');
    const one = signed(signed(SENT, bad, { label: 'a' }), pair, { label: 'b' });
    const other = signed(signed(SENT, pair, { label: 'a' }), bad, { label: 'b' });
    for (const sent of [one, other]) expect(verdict(sent, [pair.jwk])).toEqual(VERIFIED);
  });

  test('accepts a signature only within its times, and only with a fitting algorithm and tag', () => {
    const seconds = NOW / 1000;
    const at = (parameters: string) =>
      verdict(signed(SENT, pair, { parameters: `;keyid="key-1"${parameters}` }), [pair.jwk]);
    expect(at(`;created=${seconds};expires=${seconds + 1}`)).toEqual(VERIFIED);
    expect(at(`;expires=${seconds}`)).toEqual(failed('signature_invalid'));
    expect(at(`;created=${seconds + 301}`)).toEqual(failed('signature_invalid'));
    expect(at(';alg="ecdsa-p256-sha256"')).toEqual(VERIFIED);
    expect(at(';alg="ed25519"')).toEqual(failed('signature_invalid'));
    expect(at(';tag="other"')).toEqual(failed('signature_invalid'));
  });

  test('binds Web Bot Auth to the thumbprint of its key', () => {
    const seconds = NOW / 1000;
    const agent = { ...SENT, headers: { ...SENT.headers, 'signature-agent': 'sig1="https://agent.example"' } };
    const parameters = (kid: string) => `;keyid="${kid}";created=${seconds};expires=${seconds + 60};tag="web-bot-auth"`;
    const components = [...WHOLE, 'signature-agent'];
    const kid = thumbprint(pair.jwk);
    const bound = { jwk: { ...pair.jwk, kid }, key: pair.key };
    expect(verdict(signed(agent, bound, { components, parameters: parameters(kid) }), [bound.jwk])).toEqual({
      state: 'verified',
      kid,
    });
    expect(verdict(signed(agent, pair, { components, parameters: parameters('key-1') }), [pair.jwk])).toEqual(
      failed('signature_invalid'),
    );
    expect(verdict(signed(agent, pair), [pair.jwk])).toEqual({ state: 'unsigned' });
  });

  test.each([
    ['headers that are not dictionaries', { 'signature-input': '((', signature: '((' }],
    ['an input that is not a list', { 'signature-input': 'sig1=1', signature: 'sig1=:AAAA:' }],
    ['a signature that is not bytes', { 'signature-input': 'sig1=("@method");keyid="key-1"', signature: 'sig1="x"' }],
    ['only one of the two headers', { 'signature-input': 'sig1=("@method");keyid="key-1"' }],
  ])('treats a request with %s as unsigned', (_name, headers) => {
    expect(verdict({ ...SENT, headers: { ...SENT.headers, ...headers } }, [pair.jwk])).toEqual({ state: 'unsigned' });
  });
});
