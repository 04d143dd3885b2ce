import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { allow, asking, authorizeUrl, exchange, post } from '../oauth/assistant.js';
import { run } from '../support/program.js';
import { ready } from './bodies.js';
import { allowAs, CALLBACK, callFor, clientAt, type LinkedShop, openLinkedShop, personWith } from './linked.js';
import { CARD, PROFILE } from './platform.js';

/** Identity linking of 2026-01-11: a predefined client with a secret, one scope, and no PKCE if the operator says so. */

const VERSION = '2026-01-11';
const SCOPE = 'ucp:scopes:checkout_session';
const SESSIONS = '/checkout-sessions';
const WITHOUT_PKCE = { code_challenge: undefined, code_challenge_method: undefined };

let shop: LinkedShop;
beforeAll(async () => {
  shop = await openLinkedShop(VERSION);
});
afterAll(() => shop.portal.close());

const command = (...args: string[]) => run(args, shop.portal.commandEnv);

/** The operator predefines a client of the platform. */
async function predefined(...options: string[]) {
  const { stdout, stderr } = await command('clients', 'add', '--name', 'Agent', '--redirect-uri', CALLBACK, ...options);
  const [, id, secret] = /^client_id (cli_\S+)\nclient_secret (cs_\S+)\n$/.exec(stdout) ?? [];
  if (id === undefined || secret === undefined) throw new Error(stderr);
  return { id, basic: `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}` };
}

/** Exchanges a code with the client's own authentication, and only these fields. */
function exchangeWith(authorization: string, fields: Readonly<Record<string, string>>) {
  const form = { grant_type: 'authorization_code', redirect_uri: CALLBACK, ...fields };
  return post(`${shop.portal.url}/oauth/token`, form, { authorization });
}

const early = (id: string, changes: Readonly<Record<string, string | undefined>> = {}) =>
  asking(id, { redirect_uri: CALLBACK, scope: SCOPE, ...changes });

const errorOf = async (asked: ReturnType<typeof early>) => {
  const { headers } = await fetch(authorizeUrl(shop.portal.url, asked), { redirect: 'manual' });
  return new URL(headers.get('location') ?? 'none:').searchParams.get('error');
};

test('a client that is exempted links, buys and loses access without PKCE, by its secret', async () => {
  const { id, basic } = await predefined('--no-pkce');
  const { code, manage } = await allow(shop.portal.url, early(id, WITHOUT_PKCE), { per_order: '30' });
  expect((await exchangeWith(`${basic.slice(0, -4)}AAAA`, { code })).json.error).toBe('invalid_client');
  const { status, json: tokens } = await exchangeWith(basic, { code });
  expect(status).toBe(200);
  expect(tokens).toMatchObject({ scope: SCOPE, token_type: 'Bearer' });

  const made = await callFor(shop, VERSION, { tokens }, ['POST', SESSIONS, ready()]);
  const path = `${SESSIONS}/${made.json.id}`;
  expect((await callFor(shop, VERSION, { tokens }, ['GET', path])).json.id).toBe(made.json.id);
  const paid = await callFor(shop, VERSION, { tokens }, ['POST', `${path}/complete`, { payment_data: CARD }]);
  expect(paid.json.status).toBe('completed');
  const large = (await callFor(shop, VERSION, { tokens }, ['POST', SESSIONS, ready(3)])).json;
  expect(large.status).toBe('requires_escalation');

  const { pathname } = new URL(manage);
  await shop.portal.request('POST', `${pathname}/end`, { key: null, raw: '' });
  const ended = await callFor(shop, VERSION, { tokens }, ['GET', path]);
  expect(ended).toMatchObject({ status: 401, json: { code: 'unauthorized' } });
  expect(ended.headers.get('www-authenticate')).toContain('error="invalid_token", resource_metadata="');
});

describe('PKCE', () => {
  test('stays required of every client and request that is not exempted', async () => {
    const { id } = await predefined('--no-pkce');
    const { id: strict } = await predefined();
    expect(await errorOf(early(strict, WITHOUT_PKCE))).toBe('invalid_request');
    expect(await errorOf(early(await clientAt(shop), WITHOUT_PKCE))).toBe('invalid_request');
    const others = [
      { scope: `${SCOPE} dev.ucp.shopping.order:read` },
      { scope: undefined, resource: `${shop.portal.url}/ucp` },
      { scope: 'commerce' },
      { code_challenge_method: 'S256' },
      { code_challenge: 'short' },
    ];
    for (const changes of others)
      expect(await errorOf(early(id, { ...WITHOUT_PKCE, ...changes }))).toBe('invalid_request');
  });

  test('cannot be taken away or added between the request and the exchange', async () => {
    const { id, basic } = await predefined('--no-pkce');
    const asked = early(id);
    const { code: challenged } = await allow(shop.portal.url, asked);
    expect((await exchangeWith(basic, { code: challenged })).status).toBe(400);
    expect((await exchangeWith(basic, { code: challenged, code_verifier: asked.verifier })).status).toBe(200);
    const { code } = await allow(shop.portal.url, early(id, WITHOUT_PKCE));
    expect((await exchangeWith(basic, { code, code_verifier: asked.verifier })).json.error).toBe('invalid_grant');
  });

  test('cannot be left out to get the scopes of a link that was made with it', async () => {
    const { id, basic } = await predefined('--no-pkce');
    const visitor = await personWith(shop, 'pkce@buyer.example.test');
    const asked = early(id, { scope: `${SCOPE} dev.ucp.shopping.order:read` });
    const code = await allowAs(shop, visitor, asked);
    expect((await exchangeWith(basic, { code, code_verifier: asked.verifier })).status).toBe(200);
    const bare = await allowAs(shop, visitor, early(id, WITHOUT_PKCE));
    expect((await exchangeWith(basic, { code: bare })).json).toMatchObject({ token_type: 'Bearer', scope: SCOPE });
  });

  test('cannot be turned off for a client without a secret', async () => {
    const args = ['--name', 'App', '--redirect-uri', CALLBACK, '--public', '--no-pkce'];
    expect(await command('clients', 'add', ...args)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('--public'),
    });
  });
});

test('a client of named platforms links accounts for these alone, wherever it returns to', async () => {
  const tokensOf = async (profiles: string) => {
    const redirect = 'https://login.example/callback';
    const { stdout } = await command(
      'clients',
      'add',
      '--name',
      'Agent',
      '--redirect-uri',
      redirect,
      '--ucp-profiles',
      profiles,
    );
    const [, id = '', client_secret = ''] = /^client_id (\S+)\nclient_secret (\S+)\n$/.exec(stdout) ?? [];
    const asked = asking(id, { redirect_uri: redirect, scope: 'dev.ucp.shopping.checkout:manage' });
    const { code } = await allow(shop.portal.url, asked);
    return { id, tokens: (await exchange(shop.portal.url, asked, code, { client_secret })).json };
  };
  const own = await tokensOf(`${PROFILE},https://other.example/profile.json`);
  expect((await callFor(shop, VERSION, own, ['POST', SESSIONS, ready()])).status).toBe(201);
  const others = await tokensOf('https://other.example/profile.json');
  expect((await callFor(shop, VERSION, others, ['POST', SESSIONS, ready()])).status).toBe(401);
  const listed = JSON.parse((await command('clients', 'list', '--json')).stdout);
  expect(listed.find(({ id }: { id: string }) => id === others.id)).toMatchObject({
    ucp_profiles: ['https://other.example/profile.json'],
  });
});
