import { generateKeyPairSync } from 'node:crypto';
import { createLocalJWKSet, decodeProtectedHeader, generalVerify, jwtVerify } from 'jose';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { toBase64Url, utf8 } from '../../src/attestation/bytes.js';
import { ed25519Key, p256Key } from '../../src/attestation/shop-key.js';
import { AttestationError, contextHash, parseBundle, verifyOrderStatement } from '../../src/receipts.js';
import { changed, partsOf } from './bundle-sample.js';
import { CLAIMS, makeStatement, SIGNERS } from './statement-sample.js';

const KIDS = SIGNERS.map(({ jwk }) => jwk.kid);

/** Error of a verification; `undefined` if the statement is valid. */
async function errorOf(value: unknown, shop?: readonly string[]): Promise<AttestationError | undefined> {
  try {
    await verifyOrderStatement(value, { shop });
    return undefined;
  } catch (error) {
    if (error instanceof AttestationError) return error;
    throw error;
  }
}

const headersWith = (members: object) =>
  SIGNERS.map(({ jwk: { alg, kid } }) => JSON.stringify({ alg, kid, typ: 'order-statement+jwt', ...members }));

describe('verification of an order statement', () => {
  it('returns what both keys signed', async () => {
    expect(await verifyOrderStatement(makeStatement())).toEqual({
      ...{ issuer: CLAIMS.iss, order_id: 'ord_1', signed_at: '2025-11-20T10:00:00.000Z' },
      ...{ context: CLAIMS.context, context_hash: contextHash(CLAIMS.context), keys: KIDS },
    });
  });

  it('reads the response of a portal', async () => {
    const value = parseBundle(JSON.stringify({ data: makeStatement() }));
    expect(await errorOf(value)).toBeUndefined();
  });

  it('has key ids that other software computes from the keys too', () => {
    expect(KIDS).toEqual([
      'oKIywvGUpTVTyxMQ3bwIIeQUudfr_CkLMjCE19ECD-U',
      'kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k',
    ]);
  });

  it('needs one of the keys that the reader names', async () => {
    const statement = makeStatement();
    for (const kid of KIDS) expect(await errorOf(statement, [kid, 'another'])).toBeUndefined();
    expect(await errorOf(statement, ['another'])).toMatchObject({
      detail: `it is signed by the keys ${KIDS.join(' and ')}, none of which you specified`,
    });
  });

  it('rejects every change of every member', async () => {
    const statement = makeStatement();
    for (const { path, value } of partsOf(statement)) {
      if (typeof value !== 'string') continue;
      const at = Math.floor(value.length / 2);
      const other = `${value.slice(0, at)}${value[at] === 'A' ? 'B' : 'A'}${value.slice(at + 1)}`;
      expect(await errorOf(changed(statement, path, other)), path.join('.')).toBeDefined();
      expect(await errorOf(changed(statement, path, null)), path.join('.')).toBeDefined();
    }
  });

  it('rejects each signature over another payload, though the other one is right', async () => {
    const [right, other] = [makeStatement(), makeStatement({ iat: CLAIMS.iat + 1 })];
    for (const at of [0, 1]) {
      const signatures = right.signatures.map((one, index) => (index === at ? other.signatures[at] : one));
      expect(await errorOf({ ...right, signatures })).toMatchObject({
        ...{ code: 'invalid_statement', path: ['signatures', at] },
        detail: 'is not a valid signature over this payload',
      });
    }
  });

  it.each([
    ['another member', { ...makeStatement(), more: 1 }],
    ['one signature', { ...makeStatement(), signatures: makeStatement().signatures.slice(1) }],
    ['the keys in another order', { ...makeStatement(), keys: makeStatement().keys.toReversed() }],
    ['a list', [makeStatement()]],
  ])('rejects %s', async (_what, value) => {
    expect((await errorOf(value))?.code).toBe('invalid_statement');
  });

  it.each([
    ['another type', headersWith({ typ: 'JWT' })],
    ['no type', headersWith({ typ: undefined })],
    ['a critical extension', headersWith({ crit: ['b64'], b64: true })],
    ['no algorithm', headersWith({ alg: 'none' })],
    ['another form of the text', headersWith({}).map((text) => ` ${text}`)],
  ])('rejects headers with %s, though they are signed', async (_what, [first = '', second = '']) => {
    const error = await errorOf(makeStatement({}, { headers: [first, second] }));
    expect(error).toMatchObject({ code: 'invalid_statement', path: ['signatures', 0, 'protected'] });
  });

  it.each([
    ['iss', { iss: '' }],
    ['sub', { sub: 'ord 1' }],
    ['iat', { iat: 1.5 }],
    ['iat', { iat: 253_402_300_800 }],
    ['context', { context: { order_id: 'ord_2' } }],
    ['context', { context: [] }],
  ])('rejects a signed payload whose %s is not as it must be', async (name, claims) => {
    expect((await errorOf(makeStatement(claims)))?.path).toEqual(['payload', name]);
  });

  it('rejects a signed payload with another claim, and one without a claim', async () => {
    const { iss, ...rest } = CLAIMS;
    const payloadOf = (claims: object) => toBase64Url(utf8(JSON.stringify(claims)));
    for (const claims of [{ ...CLAIMS, exp: 1 }, rest])
      expect((await errorOf(makeStatement({}, { payload: payloadOf(claims) })))?.code).toBe('invalid_statement');
    expect(iss).toBe(CLAIMS.iss);
  });

  it.each([
    ['is not canonical JSON (RFC 8785)', ' {"context":{"order_id":"ord_1"},"iat":1,"iss":"a","sub":"ord_1"}'],
    ['is not strict JSON', '{"iat":1,"iat":1}'],
    ['is not strict JSON', `${'['.repeat(65)}${']'.repeat(65)}`],
    ['is not canonical JSON (RFC 8785)', '{"iat":9007199254740993}'],
  ])('rejects a signed payload that %s', async (detail, text) => {
    expect(await errorOf(makeStatement({}, { payload: toBase64Url(utf8(text)) }))).toMatchObject({ detail });
  });

  it('rejects keys that are no points of their curves, or weak', async () => {
    const [es256, eddsa] = SIGNERS;
    const zero = toBase64Url(new Uint8Array(32));
    const withKeys = (first: object, second: object) => ({ ...makeStatement(), keys: [first, second] });
    const p256 = makeStatement({}, { signers: [{ ...es256, jwk: p256Key(zero, zero) }, eddsa] });
    expect(await errorOf(p256)).toMatchObject({ detail: 'must be a point of the curve P-256' });
    const weak = makeStatement({}, { signers: [es256, { ...eddsa, jwk: ed25519Key(zero) }] });
    expect((await errorOf(weak))?.code).toBe('weak_public_key');
    expect(await errorOf(withKeys({ ...es256.jwk, kid: eddsa.jwk.kid }, eddsa.jwk))).toMatchObject({
      path: ['keys', 0],
    });
  });

  it('does not accept the key of another curve for ES256', async () => {
    const { publicKey } = generateKeyPairSync('ec', { namedCurve: 'secp256k1' });
    const { x, y } = z.object({ x: z.string(), y: z.string() }).parse(publicKey.export({ format: 'jwk' }));
    const [es256, eddsa] = SIGNERS;
    const statement = makeStatement({}, { signers: [{ ...es256, jwk: p256Key(x, y) }, eddsa] });
    expect(await errorOf(statement)).toMatchObject({ detail: 'must be a point of the curve P-256' });
  });
});

describe('other software', () => {
  it('verifies each signature with the key set', async () => {
    const statement = makeStatement();
    const keys = createLocalJWKSet({ keys: statement.keys.map((key) => ({ ...key })) });
    for (const signature of statement.signatures) {
      const one = { payload: statement.payload, signatures: [signature] };
      const { payload } = await generalVerify(one, keys);
      expect(JSON.parse(Buffer.from(payload).toString())).toEqual(CLAIMS);
    }
  });

  it('reads each signature as a JWT, as AP2 asks for in checkout_jwt', async () => {
    const { payload, signatures, keys } = makeStatement();
    const set = createLocalJWKSet({ keys: keys.map((key) => ({ ...key })) });
    for (const { protected: header, signature } of signatures) {
      const jwt = `${header}.${payload}.${signature}`;
      expect((await jwtVerify(jwt, set, { typ: 'order-statement+jwt', issuer: CLAIMS.iss })).payload).toEqual(CLAIMS);
      expect(Object.keys(decodeProtectedHeader(jwt))).toEqual(['alg', 'kid', 'typ']);
    }
  });
});
