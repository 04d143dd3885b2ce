import { createHash } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startPortal, type TestPortal } from '../support/portal.js';
import { readStored } from '../support/stored.js';
import { fullKey } from '../support/tenants.js';
import { allow, asking, callTool, connect, exchange, post, REDIRECT, refresh, register } from './assistant.js';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

let portal: TestPortal;
let now = Date.now();
const clock = { now: () => now, sleep: async () => {} };
beforeAll(async () => {
  portal = await startPortal({ clock, rateLimit: '0', env: { PORTAL_OAUTH: '1' } });
});
afterAll(() => portal.close());
beforeEach(() => {
  now += 2 * DAY;
});

const statusOf = async (token: string) => (await callTool(portal.url, token, 'get_cart')).status;
const INVALID = { status: 400, json: { error: 'invalid_grant' } };

async function newClient(): Promise<string> {
  return (await register(portal.url, { redirect_uris: [REDIRECT], client_name: 'Assistant' })).json.client_id;
}

describe('a grant', () => {
  test('has a cart of its own, and ends for every token on its page', async () => {
    const [one, other] = [await connect(portal.url), await connect(portal.url)];
    const lines = { line_items: [{ item: { id: 'preserving-ebook' }, quantity: 1 }] };
    const added = await callTool(portal.url, one.tokens.access_token, 'add_line_items', lines);
    expect(added.json.result.isError).toBeUndefined();
    const cart = await callTool(portal.url, other.tokens.access_token, 'get_cart');
    expect(cart.json.result.content[0].text).not.toContain('preserving-ebook');
    expect((await fetch(`${one.manage}/end`, { method: 'POST' })).status).toBe(200);
    expect(await statusOf(one.tokens.access_token)).toBe(401);
    expect(await refresh(portal.url, one.client_id, one.tokens.refresh_token)).toMatchObject(INVALID);
    expect(await statusOf(other.tokens.access_token)).toBe(200);
  });

  test('ends on the day that the person chose, also for its refresh tokens', async () => {
    const { client_id, tokens } = await connect(portal.url, { days: '1' });
    now += DAY - MINUTE;
    const { json } = await refresh(portal.url, client_id, tokens.refresh_token);
    expect(json.scope).toBe('commerce');
    expect(await statusOf(json.access_token)).toBe(200);
    now += MINUTE;
    expect(await statusOf(json.access_token)).toBe(401);
    expect(await refresh(portal.url, client_id, json.refresh_token)).toMatchObject(INVALID);
  });

  test('has no other page than that of its own secret link', async () => {
    const { manage } = await connect(portal.url);
    const forged = manage.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'));
    expect((await fetch(manage)).status).toBe(200);
    expect((await fetch(forged)).status).toBe(404);
    expect((await fetch(`${forged}/end`, { method: 'POST' })).status).toBe(404);
  });

  test('rejects the reference of another buyer', async () => {
    const { tokens } = await connect(portal.url);
    const authorization = `Bearer ${tokens.access_token}`;
    const headers = { authorization, 'x-buyer-id': 'somebody', accept: 'application/json, text/event-stream' };
    const body = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'get_cart', arguments: {} } };
    const { json } = await portal.request('POST', '/mcp', { key: null, headers, body });
    expect(json.result).toMatchObject({ isError: true });
    expect(json.result.content[0].text).toContain('x-buyer-id: must be omitted');
  });
});

describe('a code', () => {
  test('is valid once: used again, it ends the grant and its tokens', async () => {
    const { asked, code, tokens } = await connect(portal.url);
    expect(await statusOf(tokens.access_token)).toBe(200);
    expect(await exchange(portal.url, asked, code)).toMatchObject(INVALID);
    expect(await statusOf(tokens.access_token)).toBe(401);
  });

  test('gives tokens to one of two exchanges at once, and leaves none valid', async () => {
    const asked = asking(await newClient());
    const { code } = await allow(portal.url, asked);
    const replies = await Promise.all([exchange(portal.url, asked, code), exchange(portal.url, asked, code)]);
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 400]);
    const token = replies.find(({ status }) => status === 200)?.json.access_token;
    expect(await statusOf(token)).toBe(401);
  });

  test.each<[string, Record<string, string>]>([
    ['another verifier', { code_verifier: 'A'.repeat(43) }],
    ['another redirect URI', { redirect_uri: `${REDIRECT}/` }],
    ['the port of another redirect URI', { redirect_uri: 'http://127.0.0.1:7778/done' }],
    ['another resource', { resource: 'http://127.0.0.1/mcp' }],
  ])('is rejected with %s', async (_name, changes) => {
    const asked = asking(await newClient());
    const { code } = await allow(portal.url, asked);
    expect(await exchange(portal.url, asked, code, changes)).toMatchObject(INVALID);
    expect((await exchange(portal.url, asked, code)).status).toBe(200);
  });

  test('is rejected without a verifier (PKCE downgrade)', async () => {
    const asked = asking(await newClient());
    const { code } = await allow(portal.url, asked);
    const form = { grant_type: 'authorization_code', code, client_id: asked.client_id, redirect_uri: REDIRECT };
    const reply = await post(`${portal.url}/oauth/token`, form);
    expect(reply).toMatchObject({ status: 400, json: { error: 'invalid_request' } });
  });

  test('is rejected for another client, and after five minutes', async () => {
    const asked = asking(await newClient());
    const { code } = await allow(portal.url, asked);
    const stolen = { ...asked, client_id: await newClient() };
    expect(await exchange(portal.url, stolen, code)).toMatchObject(INVALID);
    now += 5 * MINUTE;
    expect(await exchange(portal.url, asked, code)).toMatchObject(INVALID);
  });
});

describe('a refresh token', () => {
  test('gives the same pair again shortly after, for a client that lost the response', async () => {
    const { client_id, tokens } = await connect(portal.url);
    const first = await refresh(portal.url, client_id, tokens.refresh_token);
    now += MINUTE;
    const again = await refresh(portal.url, client_id, tokens.refresh_token);
    expect(again.json).toEqual({ ...first.json, expires_in: 3_540 });
    expect(await statusOf(first.json.access_token)).toBe(200);
  });

  test('gives one pair to clients that refresh at once', async () => {
    const { client_id, tokens } = await connect(portal.url);
    const replies = await Promise.all(
      Array.from({ length: 4 }, () => refresh(portal.url, client_id, tokens.refresh_token)),
    );
    expect(new Set(replies.map(({ json }) => json.refresh_token)).size).toBe(1);
    expect((await refresh(portal.url, client_id, replies[0]?.json.refresh_token)).status).toBe(200);
  });

  test('ends the grant if it is used again later', async () => {
    const { client_id, tokens } = await connect(portal.url);
    const next = (await refresh(portal.url, client_id, tokens.refresh_token)).json;
    now += MINUTE + 1;
    expect(await refresh(portal.url, client_id, tokens.refresh_token)).toMatchObject(INVALID);
    expect(await statusOf(next.access_token)).toBe(401);
    expect(await refresh(portal.url, client_id, next.refresh_token)).toMatchObject(INVALID);
  });

  test('is rejected for another client, and as an access token', async () => {
    const { tokens } = await connect(portal.url);
    expect(await refresh(portal.url, await newClient(), tokens.refresh_token)).toMatchObject(INVALID);
    expect(await statusOf(tokens.refresh_token)).toBe(401);
  });
});

describe('an access token', () => {
  test('expires after an hour', async () => {
    const { tokens } = await connect(portal.url);
    expect(tokens.expires_in).toBe(3_600);
    now += 60 * MINUTE - 1;
    expect(await statusOf(tokens.access_token)).toBe(200);
    now += 1;
    expect(await statusOf(tokens.access_token)).toBe(401);
  });

  test('is accepted only by its own resource', async () => {
    const { deployment_id } = portal.demo;
    const own = `/mcp/${deployment_id}`;
    const { tokens } = await connect(portal.url, {}, { resource: `${portal.url}${own}` });
    const { access_token } = tokens;
    expect((await callTool(portal.url, access_token, 'get_cart', {}, own)).status).toBe(200);
    expect((await callTool(portal.url, access_token, 'get_cart')).status).toBe(401);
    expect((await callTool(portal.url, access_token, 'get_cart', {}, '/mcp/dep_other')).status).toBe(401);
    const headers = { authorization: `Bearer ${access_token}` };
    for (const path of ['/api/commerce/cart', '/ucp/2026-04-08/checkout-sessions/x'])
      expect((await portal.request('GET', path, { key: null, headers })).status).not.toBe(200);
  });

  test('is asked for more scopes with 403 by a tool outside its own', async () => {
    const { tokens } = await connect(portal.url);
    const rejected = await callTool(portal.url, tokens.access_token, 'submit_receipt');
    expect(rejected.status).toBe(403);
    expect(rejected.headers.get('www-authenticate')).toBe(
      `Bearer error="insufficient_scope", scope="commerce receipts:write", resource_metadata="${portal.url}/.well-known/oauth-protected-resource/mcp"`,
    );
    const more = await connect(portal.url, {}, { scope: 'commerce receipts:write' });
    expect((await callTool(portal.url, more.tokens.access_token, 'submit_receipt')).status).toBe(200);
  });

  test('is revoked alone by its client, and with the refresh token the grant is', async () => {
    const { client_id, tokens } = await connect(portal.url);
    const revoke = (token: string, by = client_id) => post(`${portal.url}/oauth/revoke`, { token, client_id: by });
    expect((await revoke(tokens.refresh_token, await newClient())).status).toBe(200);
    expect(await statusOf(tokens.access_token)).toBe(200);
    expect((await revoke(tokens.access_token)).status).toBe(200);
    expect(await statusOf(tokens.access_token)).toBe(401);
    const next = (await refresh(portal.url, client_id, tokens.refresh_token)).json;
    expect(await statusOf(next.access_token)).toBe(200);
    expect((await revoke(next.refresh_token)).status).toBe(200);
    expect(await statusOf(next.access_token)).toBe(401);
    expect((await revoke('unknown')).status).toBe(200);
  });

  test('is described to its organization only', async () => {
    const { client_id, tokens, manage } = await connect(portal.url);
    const key = await fullKey(portal, 'organization');
    const look = (token: string, by: string) =>
      post(`${portal.url}/oauth/introspect`, { token }, { authorization: `Bearer ${by}` });
    const { json } = await look(tokens.access_token, key);
    expect(json).toMatchObject({ active: true, client_id, scope: 'commerce', aud: `${portal.url}/mcp` });
    expect(json.exp - json.iat).toBe(3_600);
    expect((await look(tokens.access_token, portal.demo.deployment_key)).status).toBe(403);
    expect((await look('unknown', key)).json).toEqual({ active: false });
    await fetch(`${manage}/end`, { method: 'POST' });
    expect((await look(tokens.access_token, key)).json).toEqual({ active: false });
  });
});

test('only hashes of codes and tokens are stored', async () => {
  const { code, tokens } = await connect(portal.url);
  const texts = [code, tokens.access_token, tokens.refresh_token];
  for (const table of ['api_key', 'oauth_code', 'oauth_token']) {
    const stored = JSON.stringify(await readStored(portal.database, `SELECT key, body FROM ${table}`));
    for (const text of texts) expect(stored).not.toContain(text);
  }
  const hashes = JSON.stringify(await readStored(portal.database, 'SELECT key FROM oauth_token'));
  expect(hashes).toContain(createHash('sha256').update(tokens.refresh_token).digest('hex'));
});
