import { createHmac } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { join } from 'node:path';
import { type CryptoKey, exportJWK, exportSPKI, generateKeyPair, type JWTPayload, SignJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hashSecret } from '../../src/domain/values/secret.js';
import { readIssuers } from '../../src/oauth/outside/issuer-settings.js';
import { registryCaller } from '../actors/registry-caller.js';
import { attackedDatabase, faultOf } from '../e2e/order-tampering/database.js';
import { listenLocally } from '../support/listen-locally.js';
import { startPortal, type TestPortal } from '../support/portal.js';
import { temporaryFolder } from '../support/temporary-folder.js';
import { fullKey } from '../support/tenants.js';
import { callTool } from './assistant.js';

/** Tokens of an outside issuer. A host on this machine stands in for it. */

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const LIMITS = { per_order: 2_000, categories: ['Kitchen', 'Books'] };

let portal: TestPortal;
let host: Server;
let issuer: string;
let now = Date.now();
const clock = { now: () => now, sleep: async () => {} };

/** The issuer's keys by id, and those that it publishes. */
const pairs = new Map<string, Awaited<ReturnType<typeof generateKeyPair>>>();
let published: readonly string[] = ['first'];
let requests = 0;

beforeAll(async () => {
  for (const [kid, algorithm] of [
    ['first', 'RS256'],
    ['second', 'ES256'],
    ['stranger', 'RS256'],
  ] as const)
    pairs.set(kid, await generateKeyPair(algorithm, { extractable: true }));
  host = createServer(async (_request, response) => {
    requests += 1;
    const keys = await Promise.all(
      published.map(async (kid) => ({ ...(await exportJWK(pairOf(kid).publicKey)), kid, use: 'sig' })),
    );
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ issuer, jwks_uri: `${issuer}/keys`, keys }));
  });
  issuer = (await listenLocally(host)).replace('127.0.0.1', 'localhost');
  const file = join(temporaryFolder(), 'issuers.json');
  const settings = {
    ...{ issuer, deployments: [], deployment_claim: 'deployment', limits: LIMITS },
    ...{ scope_claim: ['realm_access', 'roles'], scopes: { shopper: ['commerce'] } },
  };
  writeFileSync(file, JSON.stringify([{ ...settings, deployments: ['dep_01930000-0000-7000-8000-000000000003'] }]));
  const env = { PORTAL_OAUTH: '1', PORTAL_LOCAL_ADDRESSES: '1', PORTAL_OAUTH_ISSUERS: file };
  portal = await startPortal({ clock, rateLimit: '0', env });
  expect(portal.demo.deployment_id).toBe('dep_01930000-0000-7000-8000-000000000003');
});
afterAll(async () => {
  host.closeAllConnections();
  host.close();
  await portal.close();
});

function pairOf(kid: string): { readonly publicKey: CryptoKey; readonly privateKey: CryptoKey } {
  return pairs.get(kid) ?? expect.fail(`no key ${kid}`);
}

const seconds = (milliseconds: number) => Math.floor((now + milliseconds) / 1000);

/** Claims of a valid token; undefined members of `changes` are left out. */
function claims(changes: Readonly<Record<string, unknown>> = {}): JWTPayload {
  const all = {
    ...{ iss: issuer, aud: `${portal.url}/mcp`, sub: 'ada', azp: 'Assistant', deployment: portal.demo.deployment_id },
    ...{ realm_access: { roles: ['shopper', 'other'] }, iat: seconds(0), exp: seconds(5 * MINUTE) },
    ...changes,
  };
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined));
}

function signed(
  payload: JWTPayload,
  header: { readonly kid?: string; readonly alg?: string; readonly by?: string } = {},
) {
  const { kid = 'first', alg = 'RS256', by = kid } = header;
  return new SignJWT(payload).setProtectedHeader({ alg, kid, typ: 'at+jwt' }).sign(pairOf(by).privateKey);
}

const token = (changes: Readonly<Record<string, unknown>> = {}) => signed(claims(changes));
const statusOf = async (text: string, path?: string) => (await callTool(portal.url, text, 'get_cart', {}, path)).status;

const encoded = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

describe('a token of an outside issuer', () => {
  test('opens the endpoint that its audience names, as a grant with the limits of the issuer', async () => {
    const { status, json } = await callTool(portal.url, await token(), 'get_cart');
    expect([status, json.error]).toEqual([200, undefined]);
    const owner = registryCaller(() => portal.url, await fullKey(portal, 'organization'));
    const keys: readonly { readonly grant?: object }[] = await owner.ok('list_keys', { limit: 100 });
    expect(keys.filter(({ grant }) => grant)).toMatchObject([
      {
        ...{ name: 'Assistant', scopes: ['commerce'], limits: { ...LIMITS, currency: 'USD' } },
        grant: { client_kind: 'outside', client_host: 'localhost', resource: '/mcp' },
      },
    ]);
  });

  test.each([{}, { categories: [] }, { categories: [' '] }])(
    'has no grant with limits that limit nothing: %j',
    (limits) => {
      const file = join(temporaryFolder(), 'wrong.json');
      writeFileSync(file, JSON.stringify([{ issuer, deployments: ['dep'], limits }]));
      expect(() => readIssuers(file, { local: true })).toThrow(/0\.limits/);
    },
  );

  test('is announced in the metadata before the own server', async () => {
    const metadata = await (await fetch(`${portal.url}/.well-known/oauth-protected-resource/mcp`)).json();
    expect(metadata).toMatchObject({ authorization_servers: [issuer, portal.url] });
  });

  test('has one buyer for each person and assistant', async () => {
    const cartOf = async (changes: object) => {
      const { json } = await callTool(portal.url, await token({ ...changes }), 'get_cart');
      return JSON.parse(json.result.content[0].text).data.id;
    };
    const ada = await cartOf({});
    expect(await cartOf({})).toBe(ada);
    expect(await cartOf({ sub: 'bob' })).not.toBe(ada);
    expect(await cartOf({ azp: 'Other' })).not.toBe(ada);
  });

  test('has entries in the log whose id is no hash of the person', async () => {
    expect(await statusOf(await token({ sub: 'in the log' }))).toBe(200);
    const { deployment_id, organization_id } = portal.demo;
    const hash = hashSecret(JSON.stringify([issuer, 'in the log', 'Assistant', deployment_id]));
    const found = await portal.app.store.findKeyByHash(hash);
    expect(found?.key.id).toMatch(/^grt_[0-9a-f]{32}$/);
    const database = attackedDatabase(portal.database);
    const rows = await database.run('SELECT data FROM log_entry UNION ALL SELECT data FROM log_pending', []);
    const entered = rows.map(({ data }) => String(data)).filter((data) => data.includes(`${found?.key.id}`));
    expect(entered).toHaveLength(1);
    for (const guessable of [hash.slice(0, 32), 'in the log', issuer]) expect(entered[0]).not.toContain(guessable);
    expect(await faultOf(database, organization_id)).toBeNull();
    await (await database.audit()).close();
  });

  test('is rejected within one call when its grant is ended, and the issuer cannot reopen it', async () => {
    const mine = { sub: 'to be ended' };
    const owner = registryCaller(() => portal.url, await fullKey(portal, 'organization'));
    const ids = async () => {
      const keys: readonly { readonly id: string }[] = await owner.ok('list_keys', { limit: 100 });
      return keys.map(({ id }) => id);
    };
    const before = await ids();
    expect(await statusOf(await token(mine))).toBe(200);
    const [key_id] = (await ids()).filter((id) => !before.includes(id));
    await owner.ok('revoke_key', { key_id });
    const statuses = [await statusOf(await token(mine)), await statusOf(await token({ ...mine, exp: seconds(DAY) }))];
    expect(statuses).toEqual([401, 401]);
    expect(await statusOf(await token())).toBe(200);
  });

  test('lets a grant begin again that has ended only by time', async () => {
    const mine = { sub: 'away for long' };
    expect(await statusOf(await token(mine))).toBe(200);
    now += 91 * DAY;
    expect(await statusOf(await token(mine))).toBe(200);
  });

  test('has only the scopes to which its claims are mapped', async () => {
    const { status, headers } = await callTool(
      portal.url,
      await token({ realm_access: { roles: ['admin'] } }),
      'get_cart',
    );
    expect(status).toBe(403);
    expect(headers.get('www-authenticate')).toContain('insufficient_scope');
  });

  test('is no key of the API', async () => {
    const { status } = await portal.request('GET', '/api/commerce/checkouts/current', { key: await token() });
    expect(status).toBe(401);
  });
});

describe('an attack', () => {
  test.each<[string, () => Promise<string> | string]>([
    ['without a signature (alg none)', () => `${encoded({ alg: 'none' })}.${encoded(claims())}.`],
    [
      'that signs by HMAC with the public key',
      async () => {
        const head = `${encoded({ alg: 'HS256', kid: 'first' })}.${encoded(claims())}`;
        const pem = await exportSPKI(pairOf('first').publicKey);
        return `${head}.${createHmac('sha256', pem).update(head).digest('base64url')}`;
      },
    ],
    ['with a key of another algorithm', () => signed(claims(), { kid: 'first', alg: 'ES256', by: 'second' })],
    ['signed by a stranger under a known key id', () => signed(claims(), { by: 'stranger' })],
    ['with an unknown key id', () => signed(claims(), { kid: 'unknown', by: 'stranger' })],
    [
      'with a key in its header',
      async () =>
        new SignJWT(claims())
          .setProtectedHeader({ alg: 'RS256', jwk: await exportJWK(pairOf('stranger').publicKey) })
          .sign(pairOf('stranger').privateKey),
    ],
    ['for another audience', () => token({ aud: 'https://other.example/mcp' })],
    ['for the endpoint of another deployment', () => token({ aud: `${portal.url}/mcp/dep_other` })],
    ['without an audience', () => token({ aud: undefined })],
    ['of another issuer', () => token({ iss: 'https://other.example' })],
    ['of an issuer with a similar name', () => token({ iss: `${issuer}/` })],
    ['that expired more than a minute ago', () => token({ exp: seconds(-61_000) })],
    ['without an end', () => token({ exp: undefined })],
    ['that begins in more than a minute', () => token({ nbf: seconds(62_000) })],
    ['without a person', () => token({ sub: undefined })],
    ['with a person who is no text', () => token({ sub: { name: 'ada' } })],
    ['for no deployment', () => token({ deployment: undefined })],
    ['for another deployment', () => token({ deployment: 'dep_other' })],
    ['of more than 8 KiB', () => token({ padding: 'x'.repeat(8 * 1024) })],
    [
      'whose claims were changed',
      async () => (await token()).replace(/\.[^.]+\./, `.${encoded(claims({ sub: 'eve' }))}.`),
    ],
    ['that is no JSON', () => `${Buffer.from('{').toString('base64url')}.${Buffer.from('{').toString('base64url')}.AA`],
  ])('%s is rejected with 401', async (_name, make) => {
    expect(await statusOf(await make())).toBe(401);
  });

  test('of a skewed clock is not a valid token: a minute of difference is', async () => {
    expect(await statusOf(await token({ exp: seconds(-30_000) }))).toBe(200);
    expect(await statusOf(await token({ nbf: seconds(30_000) }))).toBe(200);
  });
});

describe('the keys of the issuer', () => {
  test('are fetched again for a token with a new key, at most once a minute', async () => {
    now += 2 * MINUTE;
    published = ['first', 'second'];
    expect(await statusOf(await signed(claims(), { kid: 'second', alg: 'ES256' }))).toBe(200);
    const before = requests;
    const flood = Array.from({ length: 5 }, async () =>
      statusOf(await signed(claims(), { kid: 'unknown', by: 'stranger' })),
    );
    expect(await Promise.all(flood)).toEqual([401, 401, 401, 401, 401]);
    expect(requests).toBe(before);
  });

  test('that are withdrawn no longer verify a token', async () => {
    published = ['second'];
    expect(await statusOf(await token())).toBe(200);
    now += 11 * MINUTE;
    expect(await statusOf(await token())).toBe(401);
    published = ['first'];
    now += 11 * MINUTE;
    expect(await statusOf(await token())).toBe(200);
  });
});
