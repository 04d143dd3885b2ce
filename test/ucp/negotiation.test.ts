import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { replaceWrite } from '../../src/ports.js';
import { mugs } from './bodies.js';
import { call, OPEN, OTHER_PROFILE, PROFILE, platformProfile, setUcp, type UcpPortal, ucpPortal } from './platform.js';
import { CHECKOUT } from './schemas.js';

const VERSION = '2026-04-08';
const BODY = { line_items: mugs() };

let shop: UcpPortal;
beforeAll(async () => {
  shop = await ucpPortal(VERSION);
});
afterAll(() => shop.portal.close());

let count = 0;
/** Returns a URL that was not fetched before. */
const fresh = () => {
  count += 1;
  return `https://platform-${count}.example/profile.json`;
};

const create = (profile: string, version = VERSION) =>
  call(shop, version, 'POST', '/checkout-sessions', { profile, body: BODY });

const served = (profile: unknown) => {
  const url = fresh();
  shop.connector.serve(url, profile);
  return url;
};

describe('the header UCP-Agent', () => {
  test.each([
    [undefined],
    ['profile=https://agent.example/profile.json'],
    ['profile="http://agent.example/profile.json"'],
    ['profile="https://user:word@agent.example/p.json"'],
    ['profile="https://127.0.0.1/p.json"'],
    ['profile="https://[::1]/p.json"'],
    ['profile="https://169.254.169.254/latest"'],
    ['profile="https://localhost/p.json"'],
    ['profile="https://intranet/p.json"'],
    ['profile="https://printer.local/p.json"'],
    ['profile="https://agent.example/p.json#part"'],
    ['profile="nonsense"'],
  ])('rejects %s as a profile', async (header) => {
    const answered = await shop.portal.request('POST', `/ucp/${VERSION}/checkout-sessions`, {
      key: null,
      body: BODY,
      ...(header !== undefined && { headers: { 'ucp-agent': header } }),
    });
    expect([answered.status, answered.json.code]).toEqual([400, 'invalid_profile_url']);
  });

  test('accepts other members', async () => {
    const headers = { 'ucp-agent': `name="x, profile", profile="${PROFILE}";v=1` };
    const answered = await shop.portal.request('POST', `/ucp/${VERSION}/checkout-sessions`, {
      key: null,
      body: BODY,
      headers,
    });
    expect(answered.status).toBe(201);
  });
});

describe('capabilities', () => {
  test('returns an outcome without common capabilities', async () => {
    const { status, json } = await create(served(platformProfile(VERSION, ['com.example.other'])));
    expect(status).toBe(200);
    expect(json.messages).toMatchObject([{ code: 'capabilities_incompatible', severity: 'unrecoverable' }]);
  });

  test('drops an extension without its parent', async () => {
    const { json } = await create(served(platformProfile(VERSION, ['dev.ucp.shopping.discount'])));
    expect(json.messages).toMatchObject([{ code: 'capabilities_incompatible' }]);
  });

  test('ignores a capability at another version', async () => {
    const profile = { ucp: { version: VERSION, capabilities: { [CHECKOUT]: [{ version: '2026-01-11' }] } } };
    expect((await create(served(profile))).json.messages).toMatchObject([{ code: 'capabilities_incompatible' }]);
  });

  test('returns only common capabilities, and leaves the rest to the buyer', async () => {
    const { json } = await create(served(platformProfile(VERSION, [CHECKOUT])));
    expect(json.ucp.capabilities).toEqual({ [CHECKOUT]: [{ version: VERSION }] });
    expect(Object.keys(json)).not.toContain('fulfillment');
    expect(Object.keys(json)).not.toContain('discounts');
    expect(json.status).toBe('requires_escalation');
    expect(json.messages).toContainEqual(
      expect.objectContaining({ code: 'field_required', severity: 'requires_buyer_input' }),
    );
  });

  test('leaves members outside the common capabilities unchanged in an update', async () => {
    const headers = { 'ucp-agent': `profile="${PROFILE}"` };
    const first = await shop.portal.request('POST', `/ucp/${VERSION}/checkout-sessions`, {
      key: null,
      headers,
      body: { ...BODY, discounts: { codes: ['WELCOME10'] } },
    });
    shop.connector.serve(`${PROFILE}?less`, platformProfile(VERSION, [CHECKOUT]));
    const { json } = first;
    await shop.portal.app.store.update((rows) => {
      const row = rows.get('checkout', json.id);
      if (!row?.platform) throw new Error('the checkout has no platform');
      const platform = { ...row.platform, profile: `${PROFILE}?less` };
      return { writes: [replaceWrite('checkout', row, { ...row, platform })], result: undefined };
    });
    const body = { line_items: mugs(3) };
    const path = `/checkout-sessions/${json.id}`;
    const { json: after } = await call(shop, VERSION, 'PUT', path, { profile: `${PROFILE}?less`, body });
    expect(after.totals).toContainEqual({ type: 'discount', amount: -480 });
  });
});

describe('access to a shop', () => {
  const status = async (sent: { readonly key?: string; readonly profile?: string }) =>
    (await call(shop, VERSION, 'POST', '/checkout-sessions', { ...sent, body: BODY })).status;

  test('lets any platform buy in an open shop, but only those with a key of their profile in a closed one', async () => {
    shop.connector.serve(OTHER_PROFILE, platformProfile(VERSION));
    expect(await status({})).toBe(201);
    expect(await status({ key: shop.key })).toBe(201);
    expect(await status({ key: shop.key, profile: OTHER_PROFILE })).toBe(403);
    expect(await status({ key: shop.portal.demo.deployment_key })).toBe(403);
    expect(await status({ key: 'dk_nonsense' })).toBe(401);
    await setUcp(shop.portal, { ...OPEN, open: false });
    expect(await status({})).toBe(401);
    expect(await status({ key: shop.key })).toBe(201);
    await setUcp(shop.portal, { ...OPEN, platforms: [PROFILE] });
    expect(await status({})).toBe(201);
    expect(await status({ profile: OTHER_PROFILE })).toBe(403);
    await setUcp(shop.portal, OPEN);
  });

  test("rejects a platform's key outside UCP", async () => {
    const own = await shop.portal.request('GET', '/api/commerce/checkouts/current', { key: shop.key });
    expect([own.status, own.json.error]).toEqual([403, 'forbidden']);
  });

  test('separates the checkouts of different platforms, and of claimed and proven ones', async () => {
    shop.connector.serve(OTHER_PROFILE, platformProfile(VERSION));
    const proven = await call(shop, VERSION, 'POST', '/checkout-sessions', { key: shop.key, body: BODY });
    const claimed = await call(shop, VERSION, 'POST', '/checkout-sessions', { body: BODY });
    const seen = async (id: string, sent: object) =>
      (await call(shop, VERSION, 'GET', `/checkout-sessions/${id}`, sent)).json.ucp.status;
    expect(await seen(proven.json.id, { key: shop.key })).toBe('success');
    expect(await seen(proven.json.id, {})).toBe('error');
    expect(await seen(claimed.json.id, {})).toBe('success');
    expect(await seen(claimed.json.id, { key: shop.key })).toBe('error');
    expect(await seen(claimed.json.id, { profile: OTHER_PROFILE })).toBe('error');
    const current = await shop.portal.request('GET', '/api/commerce/checkouts/current');
    expect([proven.json.id, claimed.json.id]).not.toContain(current.json.data.id);
  });
});
