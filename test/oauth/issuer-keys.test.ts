import { exportJWK, type GenerateKeyPairResult, generateKeyPair, type JWK, SignJWT } from 'jose';
import { beforeAll, describe, expect, test } from 'vitest';
import { RateLimit } from '../../src/calls/rate-limit.js';
import { PortalError } from '../../src/domain/errors/portal-error.js';
import { IssuerKeys } from '../../src/oauth/outside/issuer-keys.js';
import { verifyToken } from '../../src/oauth/outside/verify-token.js';
import type { Connector } from '../../src/outbound/connector.js';

/** The keys of an outside issuer whose hosts misbehave. */

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const ISSUER = 'https://id.example/realms/shop';
const AUDIENCE = 'https://shop.example/mcp';

let key: GenerateKeyPairResult;
let jwk: JWK;
beforeAll(async () => {
  key = await generateKeyPair('EdDSA', { extractable: true });
  jwk = { ...(await exportJWK(key.publicKey)), kid: 'one' };
});

interface Host {
  readonly resolve?: Connector['resolve'];
  readonly get?: (url: URL, signal: AbortSignal, limit: number) => Promise<{ status?: number; body: string }>;
}

/** The issuer with a host that answers like this, and the URLs that were requested. */
function scene({ resolve = async () => ['93.184.215.14'], get }: Host, changes: object = {}) {
  const state = { now: Date.UTC(2026, 10, 28), isDown: false };
  const urls: string[] = [];
  const connector: Connector = {
    resolve,
    async get(url, _address, { signal, bytes }) {
      urls.push(url.href);
      if (state.isDown) throw new Error('down');
      const configuration = { issuer: ISSUER, jwks_uri: 'https://keys.example/jwks' };
      const isKeys = url.pathname === '/jwks';
      const { status = 200, body } = (await get?.(url, signal, bytes)) ?? {
        body: JSON.stringify(isKeys ? { keys: [jwk] } : configuration),
      };
      return { status, cacheControl: undefined, body: Buffer.from(body) };
    },
  };
  const settings = {
    ...{ issuer: ISSUER, deployments: ['dep'], buyer_claim: ['sub'], scope_claim: ['scope'] },
    ...changes,
  };
  const deps = { connector, outbound: { local: false }, limit: new RateLimit(1, 2), now: () => state.now };
  const issuer = { settings, keys: new IssuerKeys(deps, settings) };
  const verify = async () => {
    const claims = { iss: ISSUER, aud: AUDIENCE, sub: 'ada', exp: Math.floor(state.now / 1000) + 60 };
    const token = await new SignJWT(claims).setProtectedHeader({ alg: 'EdDSA', kid: 'one' }).sign(key.privateKey);
    return verifyToken(token, issuer, AUDIENCE, state.now).then(
      (payload) => (payload ? 'valid' : 'invalid'),
      (error: unknown) => (error instanceof PortalError ? error.code : 'thrown'),
    );
  };
  return { state, urls, verify };
}

test('finds the keys by the OpenID configuration, and keeps them for ten minutes', async () => {
  const { state, urls, verify } = scene({});
  expect([await verify(), await verify()]).toEqual(['valid', 'valid']);
  expect(urls).toEqual([`${ISSUER}/.well-known/openid-configuration`, 'https://keys.example/jwks']);
  state.now += 10 * MINUTE;
  expect(await verify()).toBe('valid');
  expect(urls).toHaveLength(4);
});

test('requests only the keys if their URL is in the settings', async () => {
  const { urls, verify } = scene({}, { jwks_uri: 'https://keys.example/jwks' });
  expect(await verify()).toBe('valid');
  expect(urls).toEqual(['https://keys.example/jwks']);
});

test('shares one request among tokens that arrive together', async () => {
  const { urls, verify } = scene({});
  expect(new Set(await Promise.all(Array.from({ length: 10 }, verify)))).toEqual(new Set(['valid']));
  expect(urls).toHaveLength(2);
});

test('uses known keys for a day while the issuer is down, and asks at most once a minute', async () => {
  const { state, urls, verify } = scene({});
  expect(await verify()).toBe('valid');
  state.isDown = true;
  state.now += 30 * MINUTE;
  expect([await verify(), await verify()]).toEqual(['valid', 'valid']);
  expect(urls).toHaveLength(3);
  state.now += DAY;
  expect(await verify()).toBe('unavailable');
  state.isDown = false;
  state.now += MINUTE;
  expect(await verify()).toBe('valid');
});

describe('without keys, a token is unavailable if the host', () => {
  test.each<[string, Host]>([
    ['has a private address', { resolve: async () => ['10.0.0.1'] }],
    ['has a private address beside a public one', { resolve: async () => ['93.184.215.14', '169.254.169.254'] }],
    ['has no address', { resolve: async () => [] }],
    ['redirects', { get: async () => ({ status: 302, body: '{}' }) }],
    ['answers with an error', { get: async () => ({ status: 500, body: '{}' }) }],
    ['answers with other JSON', { get: async () => ({ body: '{"keys":7}' }) }],
    ['answers with no JSON', { get: async () => ({ body: '<html>' }) }],
    [
      'names another issuer',
      { get: async () => ({ body: '{"issuer":"https://eve.example","jwks_uri":"https://eve.example"}' }) },
    ],
    [
      'names keys of a host that is not public',
      { get: async () => ({ body: JSON.stringify({ issuer: ISSUER, jwks_uri: 'http://169.254.169.254/keys' }) }) },
    ],
    [
      'sends more than 64 KiB',
      {
        get: async (_url, _signal, limit) => {
          expect(limit).toBe(64 * 1024);
          throw new Error('the body is too large');
        },
      },
    ],
  ])('%s', async (_name, host) => {
    expect(await scene(host).verify()).toBe('unavailable');
  });

  test('does not answer within 3 s', async () => {
    const started = scene({
      get: (_url, signal) =>
        new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
    });
    expect(await started.verify()).toBe('unavailable');
  });
});

test('is unavailable rather than invalid, so that clients keep their token', async () => {
  const { state, verify } = scene({});
  state.isDown = true;
  expect(await verify()).toBe('unavailable');
});
