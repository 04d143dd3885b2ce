import { createServer, type RequestListener, type Server } from 'node:http';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { hashSecret } from '../../src/domain/values/secret.js';
import { MAX_REGISTERED_CLIENTS } from '../../src/oauth/register.js';
import { insertWrite } from '../../src/ports.js';
import { listenLocally } from '../support/listen-locally.js';
import { startPortal, type TestPortal } from '../support/portal.js';
import { allow, asking, exchange, openConsent, post, REDIRECT, register } from './assistant.js';

const DAY = 24 * 60 * 60 * 1000;

let portal: TestPortal;
let now = Date.now();
const clock = { now: () => now, sleep: async () => {} };
beforeAll(async () => {
  portal = await startPortal({ clock, rateLimit: '0', env: { PORTAL_OAUTH: '1', PORTAL_LOCAL_ADDRESSES: '1' } });
});
afterAll(() => portal.close());

let host: Server | undefined;
afterEach(() => {
  host?.closeAllConnections();
  host?.close();
  host = undefined;
});

/** Starts a host of metadata documents, and returns the URL of one. */
async function serve(listener: RequestListener): Promise<string> {
  host = createServer(listener);
  return `${(await listenLocally(host)).replace('127.0.0.1', 'localhost')}/client.json`;
}

const documentOf = (client_id: string, changes: object = {}) => ({
  ...{ client_id, client_name: 'Assistant', redirect_uris: [REDIRECT], token_endpoint_auth_method: 'none' },
  ...changes,
});

/** Serves a document that may change. */
async function serveDocument(changes: object = {}) {
  const served = { document: {} };
  const url = await serve((_request, response) => response.end(JSON.stringify(served.document)));
  served.document = documentOf(url, changes);
  return { url, served };
}

const consentStatus = async (client_id: string) => (await openConsent(portal.url, asking(client_id))).status;

describe('the metadata', () => {
  test('leads from the rejected call to the endpoints', async () => {
    const rejected = await portal.request('POST', '/mcp', { key: null, body: {} });
    expect(rejected.status).toBe(401);
    const challenge = rejected.headers.get('www-authenticate') ?? '';
    const [, url = ''] = /^Bearer resource_metadata="([^"]+)", scope="commerce"$/.exec(challenge) ?? [];
    const resource = await (await fetch(url)).json();
    expect(resource).toMatchObject({ resource: `${portal.url}/mcp`, authorization_servers: [portal.url] });
    const server = await (await fetch(`${portal.url}/.well-known/oauth-authorization-server`)).json();
    expect(server).toMatchObject({
      issuer: portal.url,
      code_challenge_methods_supported: ['S256'],
      authorization_response_iss_parameter_supported: true,
      client_id_metadata_document_supported: true,
      response_types_supported: ['code'],
      grant_types_supported: ['authorization_code', 'refresh_token'],
      token_endpoint_auth_methods_supported: ['none', 'client_secret_basic', 'client_secret_post'],
    });
  });

  test('names each deployment by its own URL, and no other path', async () => {
    const at = (path: string) => fetch(`${portal.url}/.well-known/oauth-protected-resource${path}`);
    const own = `/mcp/${portal.demo.deployment_id}`;
    expect(await (await at(own)).json()).toMatchObject({ resource: `${portal.url}${own}` });
    for (const path of ['', '/', '/mcp/', '/mcp/dep_none', '/api']) expect((await at(path)).status).toBe(404);
    const rejected = await portal.request('POST', own, { key: null, body: {} });
    expect(rejected.headers.get('www-authenticate')).toContain(`oauth-protected-resource${own}"`);
  });

  test('is absent unless OAuth is on', async () => {
    const plain = await startPortal();
    for (const path of ['/.well-known/oauth-protected-resource/mcp', '/.well-known/oauth-authorization-server'])
      expect((await plain.request('GET', path)).status).toBe(404);
    const rejected = await plain.request('POST', '/mcp', { key: null, body: {} });
    expect(rejected.headers.get('www-authenticate')).toBe('Bearer realm="portal"');
    await plain.close();
  });
});

describe('a client in a browser of another origin', () => {
  const preflight = (path: string) =>
    fetch(`${portal.url}${path}`, { method: 'OPTIONS', headers: { origin: 'https://a.example' } });

  test.each([
    '/.well-known/oauth-authorization-server',
    '/.well-known/oauth-protected-resource/mcp',
    '/oauth/token',
    '/oauth/register',
    '/oauth/revoke',
  ])('may call %s', async (path) => {
    const { status, headers } = await preflight(path);
    expect([status, headers.get('access-control-allow-origin')]).toEqual([204, '*']);
    expect(headers.get('access-control-allow-headers')).toContain('content-type');
    expect(headers.get('access-control-allow-credentials')).toBeNull();
  });

  test('reads responses and errors, and not the consent page', async () => {
    const origins = await Promise.all(
      [
        fetch(`${portal.url}/.well-known/oauth-authorization-server`),
        fetch(`${portal.url}/oauth/token`, { method: 'POST', body: new URLSearchParams({ grant_type: 'other' }) }),
        fetch(`${portal.url}/oauth/authorize?client_id=none`),
      ].map(async (sent) => (await sent).headers.get('access-control-allow-origin')),
    );
    expect(origins).toEqual(['*', '*', null]);
    expect((await preflight('/oauth/authorize')).headers.get('access-control-allow-origin')).toBeNull();
  });
});

describe('a registration', () => {
  test('gives a public client, even if it asks for a secret', async () => {
    const { status, json } = await register(portal.url, {
      ...{ redirect_uris: [REDIRECT], client_name: 'Assistant', token_endpoint_auth_method: 'client_secret_post' },
      software_id: 'ignored',
    });
    expect(status).toBe(201);
    expect(json).toMatchObject({ client_id: expect.stringMatching(/^cli_/), token_endpoint_auth_method: 'none' });
    expect(json.client_secret).toBeUndefined();
  });

  test.each([
    'http://example.com/done',
    'https://user@example.com/done',
    'https://example.com/done#x',
    'http://localhost.example.com/done',
    'http://127.0.0.1@example.com/done',
    'javascript:alert(1)',
    'data:text/html,x',
    'https:\\\\example.com',
    'not a uri',
    '/done',
  ])('rejects the redirect URI %s', async (uri) => {
    const { status, json } = await register(portal.url, { redirect_uris: [REDIRECT, uri] });
    expect([status, json.error]).toEqual([400, 'invalid_redirect_uri']);
  });

  test.each([
    'https://claude.ai/api/mcp/auth_callback',
    'cursor://anysphere.cursor-mcp/oauth/callback',
    'http://[::1]:3000/x',
  ])('accepts the redirect URI %s', async (uri) => {
    const { json } = await register(portal.url, { redirect_uris: [uri] });
    const page = await openConsent(portal.url, asking(json.client_id, { redirect_uri: uri }));
    expect(page.status).toBe(200);
  });

  test.each([{}, { redirect_uris: [] }, { redirect_uris: [REDIRECT], grant_types: ['password'] }, []])(
    'rejects the metadata %j',
    async (metadata) => {
      expect(await register(portal.url, metadata)).toMatchObject({
        status: 400,
        json: { error: 'invalid_client_metadata' },
      });
    },
  );

  test('expires after a day unless it was used', async () => {
    const [unused, used] = await Promise.all(
      [1, 2].map(async () => (await register(portal.url, { redirect_uris: [REDIRECT] })).json.client_id),
    );
    const asked = asking(used);
    await exchange(portal.url, asked, (await allow(portal.url, asked)).code);
    now += DAY;
    expect([await consentStatus(unused), await consentStatus(used)]).toEqual([401, 200]);
  });

  test('is limited per address, and in number', async () => {
    const limited = await startPortal({ env: { PORTAL_OAUTH: '1' }, rateLimit: '1' });
    const replies = [];
    for (let count = 0; count < 21; count += 1)
      replies.push(await register(limited.url, { redirect_uris: [REDIRECT] }));
    expect(replies.map(({ status }) => status)).toEqual([...Array(20).fill(201), 429]);
    await limited.close();
    const client = { kind: 'registered' as const, name: '', redirect_uris: [REDIRECT], secret_hash: null };
    const flood = Array.from({ length: MAX_REGISTERED_CLIENTS }, (_one, index) =>
      insertWrite('oauth_client', {
        id: `flood${index}`,
        ...client,
        expires_at: now + DAY,
        created_at: now,
        version: 0,
      }),
    );
    for (let at = 0; at < flood.length; at += 1_000) {
      const writes = flood.slice(at, at + 1_000);
      await portal.app.store.update(() => ({ writes, result: undefined }), 'oauth_clients');
    }
    expect((await register(portal.url, { redirect_uris: [REDIRECT] })).status).toBe(400);
    const removals = flood.map(({ row }) => ({ type: 'remove' as const, table: 'oauth_client' as const, key: row.id }));
    await portal.app.store.update(() => ({ writes: removals, result: undefined }), 'oauth_clients');
  });
});

describe('a metadata document', () => {
  test('is the client, named by its host', async () => {
    const { url } = await serveDocument();
    const page = await openConsent(portal.url, asking(url));
    expect(page.status).toBe(200);
    expect(page.text).toContain('data-client="metadata"');
    const asked = asking(url);
    const { code } = await allow(portal.url, asked);
    expect((await exchange(portal.url, asked, code)).status).toBe(200);
  });

  test('counts as it is now: a redirect URI that it no longer has is rejected', async () => {
    const { url, served } = await serveDocument();
    expect(await consentStatus(url)).toBe(200);
    served.document = documentOf(url, { redirect_uris: ['https://example.com/done'] });
    expect(await consentStatus(url)).toBe(400);
  });

  test.each<[string, object]>([
    ['of another client', { client_id: 'https://example.com/client.json' }],
    ['with a secret', { token_endpoint_auth_method: 'client_secret_basic' }],
    ['without redirect URIs', { redirect_uris: [] }],
    ['with a script as redirect URI', { redirect_uris: [REDIRECT, 'javascript:alert(1)'] }],
    ['for another kind of grant', { grant_types: ['client_credentials'] }],
    ['that is huge', { filler: 'x'.repeat(6_000) }],
  ])('%s is rejected', async (_name, changes) => {
    const { url } = await serveDocument(changes);
    expect(await consentStatus(url)).toBe(401);
  });

  test('that redirects, fails or is no JSON is rejected', async () => {
    let answer: RequestListener = (_request, response) => response.writeHead(302, { location: '/other.json' }).end();
    const url = await serve((request, response) => answer(request, response));
    expect(await consentStatus(url)).toBe(401);
    answer = (_request, response) => response.writeHead(500).end();
    expect(await consentStatus(url)).toBe(401);
    answer = (_request, response) => response.end('<html>');
    expect(await consentStatus(url)).toBe(401);
  });

  test('that does not come in time is rejected', async () => {
    const url = await serve(() => {});
    expect(await consentStatus(url)).toBe(401);
  });

  test.each([
    'https://10.0.0.1/client.json',
    'https://169.254.169.254/client.json',
    'http://example.com/client.json',
    'https://user@example.com/client.json',
    'https://example.com/a/../client.json',
    'https://example.com:443/client.json',
    'https://example.com/client.json#x',
    'https://example.com',
  ])('at %s is not fetched', async (url) => {
    expect(await consentStatus(url)).toBe(401);
  });

  test('is fetched at most 50 times at once', async () => {
    const limited = await startPortal({ clock, rateLimit: '1', env: { PORTAL_OAUTH: '1' } });
    const statuses = [];
    for (let count = 0; count < 51; count += 1)
      statuses.push((await openConsent(limited.url, asking('https://10.0.0.1/client.json'))).status);
    expect(statuses).toEqual([...Array(50).fill(401), 503]);
    await limited.close();
  });

  test('on this machine is not fetched by a portal in production', async () => {
    const asked: string[] = [];
    const url = await serve(({ url: path = '' }, response) => {
      asked.push(path);
      response.end();
    });
    const production = await startPortal({ env: { PORTAL_OAUTH: '1' } });
    expect((await openConsent(production.url, asking(url))).status).toBe(401);
    await production.close();
    expect(asked).toEqual([]);
  });
});

test('a predefined client must send its secret, in one of two ways', async () => {
  const client = { kind: 'predefined' as const, name: 'Partner', redirect_uris: [REDIRECT], expires_at: null };
  const row = { id: 'partner', ...client, secret_hash: hashSecret('cs_secret'), created_at: now, version: 0 };
  await portal.app.store.update(() => ({ writes: [insertWrite('oauth_client', row)], result: undefined }));
  const asked = asking('partner');
  expect((await openConsent(portal.url, asked)).text).toContain('data-client="predefined"');
  const { code } = await allow(portal.url, asked);
  expect((await exchange(portal.url, asked, code)).json.error).toBe('invalid_client');
  expect((await exchange(portal.url, asked, code, { client_secret: 'cs_wrong' })).json.error).toBe('invalid_client');
  const { json } = await exchange(portal.url, asked, code, { client_secret: 'cs_secret' });
  const authorization = `Basic ${Buffer.from('partner:cs_secret').toString('base64')}`;
  const form = { grant_type: 'refresh_token', refresh_token: json.refresh_token };
  expect((await post(`${portal.url}/oauth/token`, form, { authorization })).status).toBe(200);
});
