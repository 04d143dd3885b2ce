import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { LINKED_SCOPES } from '../../src/domain/tenant/linked-scopes.js';
import { required } from '../../src/domain/values/required.js';
import type { ListName } from '../../src/ports.js';
import { allowOn, consentPath } from '../account/scene.js';
import { submitForm } from '../actors/buyer-page.js';
import {
  asking,
  authorizeUrl,
  callTool,
  connect,
  exchange,
  openConsent,
  post,
  REDIRECT,
  register,
} from '../oauth/assistant.js';
import { fullKey } from '../support/tenants.js';
import { mugs, PAYMENT, ready } from './bodies.js';
import {
  allowAs,
  CALLBACK,
  callFor,
  clientAt,
  codeIn,
  type Link,
  type LinkedShop,
  link,
  linkAs,
  openLinkedShop,
  personWith,
} from './linked.js';
import { call, OPEN, OTHER_PROFILE, platformKey, platformProfile, setUcp, ucpPortal } from './platform.js';

/** Identity linking over UCP: people let a platform buy under their own limits, with their own details. */

const VERSION = '2026-08-25';
const CAPABILITY = 'dev.ucp.common.identity_linking';
const SESSIONS = '/checkout-sessions';

let shop: LinkedShop;
beforeAll(async () => {
  shop = await openLinkedShop(VERSION);
});
afterAll(() => shop.portal.close());

const buy = (one: Pick<Link, 'tokens'>, quantity = 1) =>
  callFor(shop, VERSION, one, ['POST', SESSIONS, ready(quantity)]).then(({ json }) => json);
const complete = (one: Pick<Link, 'tokens'>, id: string) =>
  callFor(shop, VERSION, one, ['POST', `${SESSIONS}/${id}/complete`, PAYMENT]);
const get = async (path: string) => (await shop.portal.request('GET', path, { key: null })).json;

describe('discovery', () => {
  test('the metadata of the resource leads to the server, which lists the scopes', async () => {
    const { url } = shop.portal;
    expect(await get('/.well-known/oauth-protected-resource/ucp')).toMatchObject({
      ...{ resource: `${url}/ucp`, authorization_servers: [url], scopes_supported: LINKED_SCOPES },
    });
    const server = await get('/.well-known/oauth-authorization-server');
    expect(server).toMatchObject({ issuer: url, code_challenge_methods_supported: ['S256'] });
    expect(server.scopes_supported).toEqual(expect.arrayContaining(['commerce', ...LINKED_SCOPES]));
    expect(server.token_endpoint_auth_methods_supported).toContain('client_secret_basic');
  });

  test('a shop at its own host is the issuer there, and its resource needs no name there', async () => {
    const [base, headers] = ['https://shop.example.com', { host: 'shop.example.com' }];
    await setUcp(shop.portal, { ...OPEN, open: false, host: 'shop.example.com' });
    const at = (path: string) => shop.portal.request('GET', path, { key: null, headers });
    const resource = (await at('/.well-known/oauth-protected-resource/ucp')).json;
    expect(resource).toMatchObject({ resource: `${base}/ucp`, authorization_servers: [base] });
    const server = (await at('/.well-known/oauth-authorization-server')).json;
    expect(server).toMatchObject({ issuer: base, token_endpoint: `${base}/oauth/token` });
    expect((await get('/.well-known/oauth-authorization-server')).issuer).toBe(shop.portal.url);
    const asked = asking(await clientAt(shop), { redirect_uri: CALLBACK });
    expect((await at(authorizeUrl('', asked))).text).toContain('read the orders that it places for you');
    const refused = await at(authorizeUrl('', { ...asked, parameters: { ...asked.parameters, scope: 'none' } }));
    expect(new URL(refused.headers.get('location') ?? '').searchParams.get('iss')).toBe(base);
    await setUcp(shop.portal, { ...OPEN, open: false });
  });

  test('every version announces the capability in its own form', async () => {
    const entry = async (version: string) => (await get(`/.well-known/ucp/${version}`)).ucp.capabilities;
    for (const [version, spec] of [
      ['2026-08-25', 'common/identity-linking'],
      ['2026-04-08', 'identity-linking'],
    ] as const) {
      expect((await entry(version))[CAPABILITY]).toEqual([
        {
          version,
          spec: `https://ucp.dev/${version}/specification/${spec}`,
          schema: `https://ucp.dev/${version}/schemas/common/identity_linking.json`,
          config: { scopes: {} },
        },
      ]);
    }
    const early: readonly { readonly name: string }[] = await entry('2026-01-11');
    expect(early.find(({ name }) => name === CAPABILITY)).toEqual({
      name: CAPABILITY,
      version: '2026-01-11',
      spec: 'https://ucp.dev/2026-01-11/specification/identity-linking',
      schema: 'https://ucp.dev/2026-01-11/schemas/common/identity_linking.json',
    });
  });
});

describe('a consent', () => {
  const wordsFor = async (changes: Readonly<Record<string, string>>) => {
    const client = await clientAt(shop);
    const { text } = await openConsent(shop.portal.url, asking(client, { redirect_uri: CALLBACK, ...changes }));
    return [...text.matchAll(/<li>([^<]*)<\/li>/g)].map(([, words]) => words);
  };

  test('says in plain words what the platform may do', async () => {
    const [checkout, cart, orders] = [
      'fill checkouts with your details, and buy within your limits',
      'keep carts for you',
      'read the orders that it places for you',
    ];
    expect(await wordsFor({ scope: 'dev.ucp.shopping.order:read' })).toEqual([orders]);
    expect(await wordsFor({ scope: 'ucp:scopes:checkout_session dev.ucp.shopping.checkout:manage' })).toEqual([
      checkout,
    ]);
    expect(await wordsFor({ resource: `${shop.portal.url}/ucp` })).toEqual([checkout, cart, orders]);
    expect(await wordsFor({ scope: 'commerce dev.ucp.shopping.order:read' })).toEqual([
      'search the shop, fill a cart, and buy within your limits',
    ]);
  });

  test.each<[string, string, Record<string, string>]>([
    ['an unknown scope', 'invalid_scope', { scope: 'dev.ucp.shopping.order:manage' }],
    ['a scope of another resource only', 'invalid_scope', { scope: 'dev.ucp.shopping.order:read', resource: '/mcp' }],
    ['another host', 'invalid_target', { resource: 'https://shop.example/ucp' }],
    ['a path below the resource', 'invalid_target', { resource: '/ucp/2026-08-25' }],
  ])('is not shown for %s', async (_name, error, changes) => {
    const { url } = shop.portal;
    const resource = changes.resource?.startsWith('/') ? `${url}${changes.resource}` : changes.resource;
    const asked = asking(await clientAt(shop), { redirect_uri: CALLBACK, ...changes, resource });
    const { headers } = await fetch(authorizeUrl(url, asked), { redirect: 'manual' });
    expect(new URL(headers.get('location') ?? '').searchParams.get('error')).toBe(error);
  });
});

test('a linked person buys within their limits, approves one purchase above them, and ends the link', async () => {
  const one = await link(
    shop,
    { scope: 'dev.ucp.shopping.checkout:manage dev.ucp.shopping.order:read' },
    { per_order: '30' },
  );
  expect(one.tokens.scope).toBe('dev.ucp.shopping.checkout:manage dev.ucp.shopping.order:read');
  const small = await buy(one);
  expect(small.status).toBe('ready_for_complete');
  const bought = (await complete(one, small.id)).json;
  expect(bought.status).toBe('completed');
  expect((await callFor(shop, VERSION, one, ['GET', `/orders/${bought.order.id}`])).json.id).toBe(bought.order.id);

  const large = await buy(one, 3);
  expect(large).toMatchObject({ status: 'requires_escalation', messages: [{ code: 'high_value_order' }] });
  expect((await complete(one, large.id)).json.status).toBe('requires_escalation');
  expect(await submitForm(large.continue_url, 'approve')).toBeNull();
  expect((await complete(one, large.id)).json.status).toBe('completed');

  const owner = { key: await fullKey(shop.portal, 'organization') };
  const { json } = await shop.portal.request('GET', '/api/keys?grants=true', owner);
  const [grant] = json.data.slice(-1);
  const linked_scopes = one.tokens.scope.split(' ');
  expect(grant).toMatchObject({
    scopes: ['commerce'],
    grant: { client_host: 'agent.example', resource: '/ucp', linked_scopes },
  });
  const order = await shop.portal.app.store.read((rows) => rows.get('order', bought.order.id));
  expect(order).toMatchObject({ buyer_id: grant.id, grant: { id: grant.id, buyer_id: grant.id } });
  await shop.portal.request('DELETE', `/api/keys/${grant.id}`, owner);
  const ended = await callFor(shop, VERSION, one, ['GET', `${SESSIONS}/${large.id}`]);
  expect(ended).toMatchObject({
    status: 401,
    json: { messages: [{ code: 'identity_required', severity: 'requires_buyer_review' }] },
  });
  expect(ended.headers.get('www-authenticate')).toBe(
    `Bearer realm="${shop.portal.url}", error="invalid_token", resource_metadata="${shop.portal.url}/.well-known/oauth-protected-resource/ucp"`,
  );
});

test('the contact and address that a person shares fill in what the platform leaves out', async () => {
  const visitor = await personWith(shop, 'linked@buyer.example.test');
  const home = `/account/${shop.portal.demo.shop_id}`;
  const address = {
    ...{ street_address: 'Harbor Street 1', postal_code: '97201', address_locality: 'Portland' },
    ...{ address_region: 'OR', address_country: 'US' },
  };
  const contact = { full_name: 'Linked Example', phone_number: '+1 503 555 0100' };
  await visitor.submit(await visitor.get(home), `..${home}/profile`, { ...contact, ...address });
  const sharing = await linkAs(shop, visitor, { share_contact: '1', share_address: '1' });
  const made = (await callFor(shop, VERSION, sharing, ['POST', SESSIONS, { line_items: mugs() }])).json;
  const buyer = { email: 'linked@buyer.example.test', phone_number: '+1 503 555 0100' };
  expect(made).toMatchObject({ buyer, fulfillment: { methods: [{ type: 'shipping', destinations: [address] }] } });

  const path = `${SESSIONS}/${made.id}`;
  const sent = { line_items: mugs(), buyer: { email: 'gift@buyer.example.test' } };
  const changed = (await callFor(shop, VERSION, sharing, ['PUT', path, sent])).json;
  expect(changed).toMatchObject({ buyer: sent.buyer, fulfillment: { methods: [{ destinations: [address] }] } });
  expect((await callFor(shop, VERSION, sharing, ['PUT', path, ready()])).json.fulfillment.methods[0].type).toBe(
    'pickup',
  );

  const silent = await linkAs(shop, visitor);
  const bare = (await callFor(shop, VERSION, silent, ['POST', SESSIONS, { line_items: mugs() }])).json;
  expect(bare.buyer.email).toBeUndefined();
  expect(bare.fulfillment.methods[0].destinations).toEqual([]);
});

test('a checkout without a buyer says that linking would help, unless the buyer is linked', async () => {
  const codesOf = ({ json }: Awaited<ReturnType<typeof call>>) =>
    json.messages.map(({ code }: { readonly code: string }) => code);
  const body = { line_items: mugs() };
  const made = await call(shop, VERSION, 'POST', SESSIONS, { key: shop.key, body });
  expect(codesOf(made)).toContain('identity_optional');
  expect(codesOf(await callFor(shop, VERSION, await link(shop), ['POST', SESSIONS, body]))).not.toContain(
    'identity_optional',
  );
  const named = await call(shop, VERSION, 'PUT', `${SESSIONS}/${made.json.id}`, { key: shop.key, body: ready() });
  expect(codesOf(named)).toEqual([]);
});

describe('a token', () => {
  const statusWith = async (access_token: string, sent: Parameters<typeof call>[4] = {}) => {
    const headers = { authorization: `Bearer ${access_token}` };
    const { status, json } = await call(shop, VERSION, 'POST', SESSIONS, {
      key: shop.key,
      body: ready(),
      headers,
      ...sent,
    });
    return [status, json.messages?.[0]?.code ?? json.code];
  };

  test('is rejected if it is for another resource, or unknown', async () => {
    const { tokens: ofMcp } = await connect(shop.portal.url);
    expect((await callTool(shop.portal.url, ofMcp.access_token, 'get_cart')).status).toBe(200);
    const { tokens } = await link(shop);
    expect((await callTool(shop.portal.url, tokens.access_token, 'get_cart')).status).toBe(401);
    for (const wrong of [ofMcp.access_token, tokens.refresh_token, 'none'])
      expect(await statusWith(wrong)).toEqual([401, 'identity_required']);
  });

  test('is rejected if its client is not the platform of the profile', async () => {
    const { tokens } = await link(shop);
    shop.connector.serve(OTHER_PROFILE, platformProfile(VERSION));
    const key = await platformKey(shop.portal, [OTHER_PROFILE]);
    const headers = { authorization: `Bearer ${tokens.access_token}` };
    const other = await call(shop, VERSION, 'POST', SESSIONS, { key, profile: OTHER_PROFILE, body: ready(), headers });
    expect([other.status, other.json.messages[0].code]).toEqual([401, 'identity_required']);
    const { tokens: local } = await link(shop, { redirect_uri: REDIRECT });
    expect(await statusWith(local.access_token)).toEqual([401, 'identity_required']);
  });

  test('does not stand in for the proof of the platform', async () => {
    const { tokens } = await link(shop);
    const headers = { authorization: `Bearer ${tokens.access_token}` };
    const { status, json } = await call(shop, VERSION, 'POST', SESSIONS, { body: ready(), headers });
    expect([status, json.code]).toEqual([401, 'unauthorized']);
  });

  test('allows only what its scopes say, and the challenge names the missing one', async () => {
    const one = await link(shop, { scope: 'dev.ucp.shopping.cart:manage' });
    const cart = await callFor(shop, VERSION, one, ['POST', '/carts', { line_items: mugs() }]);
    expect(cart.status).toBe(201);
    const refused = await callFor(shop, VERSION, one, ['POST', SESSIONS, ready()]);
    expect(refused).toMatchObject({ status: 403, json: { messages: [{ code: 'insufficient_scope' }] } });
    expect(refused.headers.get('www-authenticate')).toContain(
      'error="insufficient_scope", scope="dev.ucp.shopping.checkout:manage", resource_metadata="',
    );
    expect((await callFor(shop, VERSION, one, ['POST', '/catalog/search', { query: 'mug' }])).status).toBe(200);
  });

  test('is described with its own scopes, audience and issuer', async () => {
    const { tokens } = await link(shop, { scope: 'dev.ucp.shopping.cart:manage' });
    const headers = { 'x-api-key': await fullKey(shop.portal, 'organization') };
    const { json } = await post(`${shop.portal.url}/oauth/introspect`, { token: tokens.access_token }, headers);
    expect(json).toMatchObject({
      ...{ active: true, scope: 'dev.ucp.shopping.cart:manage', aud: `${shop.portal.url}/ucp`, iss: shop.portal.url },
    });
  });

  test('works over MCP too, with the same errors', async () => {
    const one = await link(shop, { scope: 'dev.ucp.shopping.checkout:manage' });
    const callMcp = (name: string, args: object, token: string) =>
      call(shop, VERSION, 'POST', '/mcp', {
        key: shop.key,
        headers: { authorization: `Bearer ${token}` },
        body: { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } },
      });
    const meta = { 'ucp-agent': { profile: 'https://agent.example/profile.json' }, 'idempotency-key': 'mcp' };
    const made = await callMcp('create_checkout', { meta, checkout: ready() }, one.tokens.access_token);
    const { id } = made.json.result.structuredContent;
    const own = await callFor(shop, VERSION, one, ['GET', `${SESSIONS}/${id}`]);
    expect(own.json.id).toBe(id);
    const refused = await callMcp('get_order', { meta, id: 'ord_1' }, one.tokens.access_token);
    expect(refused).toMatchObject({ status: 403, json: { error: { data: { code: 'insufficient_scope' } } } });
    expect(refused.headers.get('www-authenticate')).toContain('scope="dev.ucp.shopping.order:read"');
  });
});

test('objects of an account are hidden from other people, and from the platform without a token', async () => {
  const [one, other] = [await link(shop), await link(shop)];
  const cart = (await callFor(shop, VERSION, one, ['POST', '/carts', { line_items: mugs() }])).json.id;
  const { id } = await buy(one);
  const order = (await complete(one, (await buy(one)).id)).json.order.id;
  const paths = [`/carts/${cart}`, `${SESSIONS}/${id}`, `/orders/${order}`];
  for (const path of paths) {
    expect((await callFor(shop, VERSION, one, ['GET', path])).json.id).toBe(required(path.split('/').at(-1), 'id'));
    const strangers = [
      await callFor(shop, VERSION, other, ['GET', path]),
      await call(shop, VERSION, 'GET', path, { key: shop.key }),
    ];
    for (const { json } of strangers) expect(json).toMatchObject({ messages: [{ code: 'not_found' }] });
  }
  const own = (await call(shop, VERSION, 'POST', SESSIONS, { key: shop.key, body: ready() })).json.id;
  expect((await callFor(shop, VERSION, one, ['GET', `${SESSIONS}/${own}`])).json.messages[0].code).toBe('not_found');
});

describe('a shop for linked people only', () => {
  const settings = { ...OPEN, linked: true };
  beforeAll(() => setUcp(shop.portal, settings));
  afterAll(() => setUcp(shop.portal, { ...OPEN, open: false }));

  test.each(['2026-08-25', '2026-04-08'])('announces its scopes in %s', async (version) => {
    const { capabilities } = (await get(`/.well-known/ucp/${version}`)).ucp;
    const { scopes } = capabilities[CAPABILITY][0].config;
    expect(Object.keys(scopes)).toEqual(LINKED_SCOPES.slice(0, 3));
    for (const { description } of Object.values<{ description: { plain: string } }>(scopes))
      expect(description.plain).toMatch(/\.$/);
  });

  test('asks for a token, with the scope of the operation, except in the catalog', async () => {
    const refused = await call(shop, VERSION, 'POST', SESSIONS, { key: shop.key, body: ready() });
    expect(refused).toMatchObject({ status: 401, json: { messages: [{ code: 'identity_required' }] } });
    const metadata = `resource_metadata="${shop.portal.url}/.well-known/oauth-protected-resource/ucp"`;
    expect(refused.headers.get('www-authenticate')).toBe(
      `Bearer realm="${shop.portal.url}", scope="dev.ucp.shopping.checkout:manage", ${metadata}`,
    );
    const one = await link(shop);
    expect((await callFor(shop, VERSION, one, ['POST', SESSIONS, ready()])).status).toBe(201);
    expect((await call(shop, VERSION, 'POST', '/catalog/search', { body: { query: 'mug' } })).status).toBe(200);
  });

  test('serves nobody without OAuth, and leads to no metadata', async () => {
    const unlinked = await ucpPortal(VERSION, { linked: true });
    const refused = await call(unlinked, VERSION, 'POST', SESSIONS, { key: unlinked.key, body: ready() });
    expect(refused).toMatchObject({ status: 403, json: { code: 'forbidden' } });
    expect(refused.json.content).toContain('PORTAL_OAUTH=1');
    expect(refused.headers.get('www-authenticate')).toBeNull();
    await unlinked.portal.close();
  });
});

test('a person who allows one more scope keeps the link, with its objects, and the new limits hold', async () => {
  const visitor = await personWith(shop, 'more@buyer.example.test');
  const first = await linkAs(shop, visitor, { per_order: '30' }, { scope: 'dev.ucp.shopping.checkout:manage' });
  const order = (await complete(first, (await buy(first)).id)).json.order.id;
  expect((await callFor(shop, VERSION, first, ['GET', `/orders/${order}`])).status).toBe(403);
  const { client_id } = first;
  const more = await linkAs(shop, visitor, { per_order: '100' }, { client_id, scope: 'dev.ucp.shopping.order:read' });
  expect(more.tokens.scope).toBe('dev.ucp.shopping.checkout:manage dev.ucp.shopping.order:read');
  expect((await callFor(shop, VERSION, more, ['GET', `/orders/${order}`])).json.id).toBe(order);
  expect((await buy(more, 3)).status).toBe('ready_for_complete');
  const other = await linkAs(shop, visitor, {}, { scope: 'dev.ucp.shopping.order:read' });
  expect((await callFor(shop, VERSION, other, ['GET', `/orders/${order}`])).json.messages[0].code).toBe('not_found');
});

/** Lets each of `count` reads of a list return only when all have read. `end` returns the number of reads. */
function meetAfterReading(list: ListName, count: number) {
  const { store } = shop.portal.app;
  const read: typeof store.list = store.list.bind(store);
  const waiting: (() => void)[] = [];
  let reads = 0;
  const spy = vi.spyOn(store, 'list').mockImplementation(async (name, ...page) => {
    const found = await read(name, ...page);
    if (name !== list) return found;
    reads += 1;
    if (reads < count) await new Promise<void>((resolve) => waiting.push(resolve));
    for (const resume of waiting.splice(0)) resume();
    return found;
  });
  return {
    end() {
      spy.mockRestore();
      return reads;
    },
  };
}

test('two consents at the same time for one link both count', async () => {
  const visitor = await personWith(shop, 'both@buyer.example.test');
  const { client_id } = await linkAs(shop, visitor, {}, { scope: LINKED_SCOPES[0] });
  const opened = LINKED_SCOPES.slice(1, 3).map(async (scope) => {
    const asked = asking(client_id, { redirect_uri: CALLBACK, resource: `${shop.portal.url}/ucp`, scope });
    const path = consentPath(shop.scene, asked);
    return { asked, path, page: await visitor.get(path) };
  });
  const forms = await Promise.all(opened);
  const reads = meetAfterReading('person_grants', forms.length);
  const allowed = await Promise.all(forms.map(({ page, path }) => allowOn(visitor, page, path)));
  expect(reads.end()).toBe(forms.length);
  for (const [index, { asked }] of forms.entries()) {
    const { json } = await exchange(shop.portal.url, asked, codeIn(required(allowed[index], 'page').text));
    expect(json.scope).toBe(LINKED_SCOPES.slice(0, 3).join(' '));
  }
});

test('the form for one more scope shows the limits and shared details of the link', async () => {
  const visitor = await personWith(shop, 'form@buyer.example.test');
  const fields = { per_order: '30', category_0: 'Books', share_contact: '1' };
  const { client_id } = await linkAs(shop, visitor, fields);
  const asked = asking(client_id, { redirect_uri: CALLBACK, resource: `${shop.portal.url}/ucp` });
  const { text } = await visitor.get(consentPath(shop.scene, asked));
  const value = (name: string) => new RegExp(`name="${name}"[^>]* value="([^"]*)"`).exec(text)?.[1];
  expect([value('per_order'), value('per_30_days')]).toEqual(['30.00', '']);
  expect(text).toMatch(/value="Books" checked/);
  expect(text).toMatch(/name="share_contact" value="1" checked/);
});

test('a consent for another host of a client begins a link of its own', async () => {
  const visitor = await personWith(shop, 'hosts@buyer.example.test');
  const redirect_uri = 'https://evil.example/callback';
  const { json } = await register(shop.portal.url, { redirect_uris: [redirect_uri, CALLBACK], client_name: 'Agent' });
  const { client_id } = json;
  const scope = 'dev.ucp.shopping.checkout:manage';
  const first = await linkAs(shop, visitor, {}, { client_id, redirect_uri, scope: 'dev.ucp.shopping.cart:manage' });
  const second = await linkAs(shop, visitor, {}, { client_id, scope });
  expect(second.tokens.scope).toBe(scope);
  expect((await callFor(shop, VERSION, second, ['POST', SESSIONS, ready()])).status).toBe(201);
  expect((await callFor(shop, VERSION, first, ['POST', '/carts', { line_items: mugs() }])).status).toBe(401);
});

test('a code that extends a link expires after five minutes', async () => {
  const visitor = await personWith(shop, 'late@buyer.example.test');
  const { client_id } = await linkAs(shop, visitor);
  const asked = asking(client_id, { redirect_uri: CALLBACK, resource: `${shop.portal.url}/ucp` });
  const code = await allowAs(shop, visitor, asked);
  shop.scene.clock.advance(5 * 60 * 1000);
  expect(await exchange(shop.portal.url, asked, code)).toMatchObject({ status: 400, json: { error: 'invalid_grant' } });
});
