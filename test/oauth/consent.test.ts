import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startPortal, type TestPortal } from '../support/portal.js';
import { changeSettings, fullKey } from '../support/tenants.js';
import {
  allow,
  answerConsent,
  asking,
  authorizeUrl,
  callTool,
  connect,
  exchange,
  openConsent,
  REDIRECT,
  register,
} from './assistant.js';

let portal: TestPortal;
let now = Date.now();
const clock = { now: () => now, sleep: async () => {} };
let client: string;
beforeAll(async () => {
  portal = await startPortal({ clock, rateLimit: '0', env: { PORTAL_OAUTH: '1' } });
  client = (await register(portal.url, { redirect_uris: [REDIRECT], client_name: 'Assistant' })).json.client_id;
});
afterAll(() => portal.close());

/** Sends a request to which the server must answer with a redirect. */
async function redirected(changes: Readonly<Record<string, string | undefined>>) {
  const response = await fetch(authorizeUrl(portal.url, asking(client, changes)), { redirect: 'manual' });
  expect(response.status).toBe(303);
  return new URL(response.headers.get('location') ?? '');
}

const keysOf = async () => {
  const { json } = await portal.request('GET', '/api/keys?limit=100', { key: await fullKey(portal, 'organization') });
  return json.data as readonly { id: string; status: string; name: string; limits?: object }[];
};
const grants = async () => (await keysOf()).filter(({ id }) => id.startsWith('grt_'));

describe('a request', () => {
  test.each<[string, string, Record<string, string | undefined>]>([
    ['without PKCE', 'invalid_request', { code_challenge: undefined }],
    ['without a method, which would mean plain', 'invalid_request', { code_challenge_method: undefined }],
    ['with the method plain', 'invalid_request', { code_challenge_method: 'plain' }],
    ['with a short challenge', 'invalid_request', { code_challenge: 'short' }],
    ['for a token in the redirect', 'unsupported_response_type', { response_type: 'token' }],
    ['for an unknown scope', 'invalid_scope', { scope: 'commerce keys' }],
    ['for another server', 'invalid_target', { resource: 'https://shop.example/mcp' }],
    ['for an unknown deployment', 'invalid_target', { resource: 'http://x/mcp/dep_none' }],
  ])('%s is returned to the client with its state and the issuer', async (_name, error, changes) => {
    const back = await redirected(changes);
    expect(`${back.origin}${back.pathname}`).toBe(REDIRECT);
    expect(Object.fromEntries(back.searchParams)).toMatchObject({ error, state: 'state 1', iss: portal.url });
  });

  test.each<[string, Record<string, string | undefined>]>([
    ['without a client', { client_id: undefined }],
    ['of an unknown client', { client_id: 'cli_none' }],
    ['without a redirect URI', { redirect_uri: undefined }],
    ['with another path', { redirect_uri: `${REDIRECT}/../evil` }],
    ['with an encoded path', { redirect_uri: 'http://127.0.0.1:7777/d%6fne' }],
    ['with a user', { redirect_uri: 'http://127.0.0.1:7777@evil.example/done' }],
    ['with a fragment', { redirect_uri: `${REDIRECT}#x` }],
    ['with a query', { redirect_uri: `${REDIRECT}?x=1` }],
    ['with a subdomain of the host', { redirect_uri: 'http://127.0.0.1.evil.example:7777/done' }],
    ['with another name of the loopback address', { redirect_uri: 'http://localhost:7777/done' }],
    ['with a script', { redirect_uri: 'javascript:alert(1)' }],
  ])('%s is shown to the person, and redirects nowhere', async (_name, changes) => {
    const response = await fetch(authorizeUrl(portal.url, asking(client, changes)), { redirect: 'manual' });
    expect([400, 401]).toContain(response.status);
    expect(response.headers.get('content-type')).toContain('text/html');
    expect(response.headers.get('location')).toBeNull();
  });

  test('with a repeated parameter is rejected', async () => {
    const url = `${authorizeUrl(portal.url, asking(client))}&redirect_uri=${encodeURIComponent('https://evil.example')}`;
    const response = await fetch(url, { redirect: 'manual' });
    expect(response.status).toBe(400);
  });

  test('may use any port of the loopback address', async () => {
    const page = await openConsent(portal.url, asking(client, { redirect_uri: 'http://127.0.0.1:50123/done' }));
    expect(page.status).toBe(200);
  });
});

describe('the page', () => {
  test('cannot be framed, loads nothing from elsewhere, and may only return to the client', async () => {
    const { headers } = await openConsent(portal.url, asking(client));
    const policy = headers.get('content-security-policy') ?? '';
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).toContain("form-action 'self' http://127.0.0.1:7777");
    expect(policy).toContain("default-src 'none'");
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('set-cookie')).toMatch(/; Path=\/oauth; HttpOnly; SameSite=Lax$/);
  });

  test('names a client that is not verified in every language', async () => {
    const url = authorizeUrl(portal.url, asking(client));
    for (const language of ['en', 'de', 'fr', 'es', 'it']) {
      const text = await (await fetch(url, { headers: { 'accept-language': language } })).text();
      expect(text).toContain(`lang="${language}"`);
      expect(text).toContain('data-client="registered"');
      expect(text).toContain('Assistant');
    }
  });

  test.each([
    ['of a name in mixed scripts', 'Cl\u0430ude'],
    ['of a name that turns its direction', 'Claude\u202egnp'],
    ['of a client without a name', ''],
  ])('shows the host instead %s', async (_name, client_name) => {
    const { json } = await register(portal.url, { redirect_uris: [REDIRECT], client_name });
    const { text } = await openConsent(portal.url, asking(json.client_id));
    expect(/<h1>([^<]*)</.exec(text)?.[1]).toBe('Connect 127.0.0.1');
  });

  test('escapes the name of a client', async () => {
    const { json } = await register(portal.url, { redirect_uris: [REDIRECT], client_name: '<b>x</b>' });
    expect((await openConsent(portal.url, asking(json.client_id))).text).toContain('&lt;b&gt;x&lt;/b&gt;');
  });
});

describe('the form', () => {
  test('is rejected without the cookie, with that of another browser, from another site, and an hour later', async () => {
    const before = await grants();
    const [page, other] = [
      await openConsent(portal.url, asking(client)),
      await openConsent(portal.url, asking(client)),
    ];
    expect((await answerConsent({ ...page, cookie: '' })).status).toBe(400);
    expect((await answerConsent({ ...page, cookie: other.cookie })).status).toBe(400);
    expect((await answerConsent({ ...page, ticket: '' })).status).toBe(400);
    const form = new URLSearchParams({ ticket: page.ticket, decision: 'allow' });
    const headers = { cookie: page.cookie, 'sec-fetch-site': 'cross-site' };
    const crossSite = await fetch(page.action, { method: 'POST', body: form, headers });
    expect(crossSite.status).toBe(400);
    now += 60 * 60 * 1000;
    expect((await answerConsent(page)).status).toBe(400);
    expect(await grants()).toEqual(before);
  });

  test('is rejected for another request than the one that was shown', async () => {
    const page = await openConsent(portal.url, asking(client));
    const action = authorizeUrl(portal.url, asking(client, { scope: 'commerce receipts:read' }));
    expect((await answerConsent({ ...page, action })).status).toBe(400);
  });

  test('sent twice gives the same code and one grant', async () => {
    const before = (await grants()).length;
    const page = await openConsent(portal.url, asking(client));
    const [one, again] = [await answerConsent(page), await answerConsent(page)];
    const code = /code=([^&"]+)/.exec(one.json)?.[1];
    expect(code).toMatch(/^ac_/);
    expect(again.json).toContain(`code=${code}`);
    expect((await grants()).length).toBe(before + 1);
  });

  test('returns a refusal to the client', async () => {
    const page = await openConsent(portal.url, asking(client));
    const { status, headers } = await answerConsent(page, { decision: 'deny' });
    expect(status).toBe(303);
    const back = new URL(headers.get('location') ?? '');
    expect(Object.fromEntries(back.searchParams)).toMatchObject({ error: 'access_denied', iss: portal.url });
  });

  test('shows an invalid limit again with what was typed', async () => {
    const page = await openConsent(portal.url, asking(client));
    const { status, json: text } = await answerConsent(page, { per_order: 'a lot', per_30_days: '80' });
    expect(status).toBe(400);
    expect(text).toContain('aria-invalid="true"');
    expect(text).toContain('value="80"');
  });

  test('allows no more than the ceilings of the shop, which also bound older grants', async () => {
    const older = await connect(portal.url, { per_order: '', per_30_days: '', ask_above: '' });
    await changeSettings(portal, { grant_ceilings: { per_order: 1_000, per_30_days: 2_000, days: 7 } });
    try {
      const page = await openConsent(portal.url, asking(client));
      expect(page.text).toContain('The shop allows at most $10.00.');
      expect(page.text).toMatch(/id="per_order"[^>]* value="10.00"/);
      expect(page.text).not.toContain('<option value="30"');
      expect((await answerConsent(page, { per_order: '10.01' })).status).toBe(400);
      const asked = asking(client);
      await exchange(portal.url, asked, (await allow(portal.url, asked, { days: '90' })).code);
      const newest = (await grants()).at(-1);
      expect(newest?.limits).toMatchObject({ per_order: 1_000, per_30_days: 2_000, currency: 'USD' });
      const args = { line_items: [{ item: { id: 'enamel-mug' }, quantity: 1 }], buyer: { email: 'ada@example.com' } };
      const bought = { ...args, selected_option_id: 'pickup-portland', max_total: 10_000, idempotency_key: 'mug' };
      const { json } = await callTool(portal.url, older.tokens.access_token, 'buy', bought);
      expect(json.result.content[0].text).toContain('$10.00');
      expect(json.result.isError).toBe(true);
    } finally {
      await changeSettings(portal, { grant_ceilings: {} });
    }
  });

  test('stores the limits of the person, and answers with the issuer and the state', async () => {
    const asked = asking(client);
    const limits = { per_order: '25', per_30_days: '80.50', ask_above: '10', days: '30' };
    const { back, code } = await allow(portal.url, asked, limits);
    expect(back.searchParams.get('iss')).toBe(portal.url);
    expect(back.searchParams.get('state')).toBe('state 1');
    for (const name of ['code', 'state', 'iss']) expect(back.searchParams.getAll(name)).toHaveLength(1);
    expect(back.searchParams.has('error')).toBe(false);
    const { status, headers } = await exchange(portal.url, asked, code);
    expect([status, headers.get('cache-control')]).toEqual([200, 'no-store']);
    expect((await grants()).at(-1)).toMatchObject({
      status: 'live',
      name: 'Assistant',
      limits: { per_order: 2_500, per_30_days: 8_050, ask_above: 1_000, currency: 'USD' },
    });
  });

  test('offers the categories of the shop, and limits the grant to those that are checked', async () => {
    expect((await openConsent(portal.url, asking(client))).text).toContain('value="Books"');
    const asked = asking(client);
    const fields = { per_order: '80', category_0: 'Books', category_1: 'No longer sold', other: 'Kitchen' };
    const { code } = await allow(portal.url, asked, fields);
    const { access_token } = (await exchange(portal.url, asked, code)).json;
    expect((await grants()).at(-1)?.limits).toEqual({
      ...{ per_order: 8_000, categories: ['Books', 'No longer sold'], currency: 'USD' },
    });
    const buyer = { email: 'ada@example.com' };
    const mug = {
      line_items: [{ item: { id: 'enamel-mug' }, quantity: 1 }],
      buyer,
      selected_option_id: 'pickup-portland',
    };
    const { json } = await callTool(portal.url, access_token, 'buy', {
      ...{ ...mug, max_total: 10_000, idempotency_key: 'a mug outside' },
    });
    expect(json.result.content[0].text).toContain('is in none of the categories');
  });

  test('keeps the limit if the only checked category is no longer offered, and shows the form again for no name', async () => {
    const asked = asking(client);
    const none = { per_order: '', per_30_days: '' };
    const { code } = await allow(portal.url, asked, { ...none, category_0: 'Sold out' });
    await exchange(portal.url, asked, code);
    expect((await grants()).at(-1)?.limits).toEqual({ categories: ['Sold out'], currency: 'USD' });
    const count = (await grants()).length;
    for (const category_0 of [' ', 'x'.repeat(101), 'a\u0000']) {
      const again = await answerConsent(await openConsent(portal.url, asking(client)), { ...none, category_0 });
      expect(again.status).toBe(400);
      expect(String(again.json)).toContain('check your choices');
    }
    expect(await grants()).toHaveLength(count);
  });

  test('leaves no live grant if the code is never exchanged', async () => {
    const { manage } = await allow(portal.url, asking(client), { days: '30' });
    const end = new Date(now + 30 * 24 * 60 * 60 * 1000).toLocaleDateString('en-US', {
      ...{ dateStyle: 'long', timeZone: 'America/Los_Angeles' },
    });
    expect(await (await fetch(manage, { headers: { 'accept-language': 'en' } })).text()).toContain(
      `It ends on ${end}.`,
    );
    now += 5 * 60 * 1000;
    expect((await grants()).at(-1)?.status).toBe('expired');
  });
});
