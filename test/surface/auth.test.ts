import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { generateKey } from '../../src/calls/api-key.js';
import { makeAuthenticate } from '../../src/calls/authenticate.js';
import { KEY_SCOPES, withIncludedScopes } from '../../src/domain/tenant/tenant.js';
import { hashSecret } from '../../src/domain/values/secret.js';
import { OPERATIONS } from '../../src/operations/index.js';
import { buildRevocation } from '../../src/operations/tenancy/key-writes.js';
import type { Store } from '../../src/ports.js';
import { systemIds } from '../../src/system.js';
import { shopper } from '../actors/shopper.js';
import { changeCharacter } from '../support/change-character.js';
import { type Answered, startPortal, type TestPortal } from '../support/portal.js';
import { NOON, stillClock } from '../support/still-clock.js';
import { storeOn } from '../support/store.js';
import { anotherKey } from '../support/tenants.js';

const NO_KEY = {
  error: 'unauthorized',
  detail: 'Send an API key in the header x-api-key, or as Authorization: Bearer.',
};
const WRONG_KEY = {
  error: 'unauthorized',
  detail: 'The API key is not valid: it is mistyped, expired, revoked or from another portal.',
};

let portal: TestPortal;
const wrongKeys = new Map<string, string>();
beforeAll(async () => {
  portal = await startPortal({ clock: stillClock() });
  const { deployment_key } = portal.demo;
  const { key: expired } = await anotherKey(portal, 'deployment', { expires_at: NOON });
  const revoked = await anotherKey(portal, 'deployment');
  await revoke(portal.app.store, revoked.id);
  const foreign = await startPortal();
  await foreign.close();
  for (const [name, key] of [
    ['a word', 'secret'],
    ['empty', ''],
    ['without its prefix', deployment_key.slice(3)],
    ['with another prefix', deployment_key.replace('dk_', 'ok_')],
    ['with a wrong checksum', changeCharacter(deployment_key, -1, '01')],
    ['too long', `${deployment_key}0`],
    ['in another case', deployment_key.toUpperCase()],
    ['twice', `${deployment_key}, ${deployment_key}`],
    ['unknown', generateKey(systemIds, 'deployment')],
    ['of another portal', foreign.demo.deployment_key],
    ['expired', expired],
    ['revoked', revoked.key],
  ] as const) {
    wrongKeys.set(name, key);
  }
});
afterAll(() => portal.close());

async function revoke(store: Store, id: string): Promise<void> {
  const author = { ids: systemIds, now: NOON, actor: 'test' };
  await store.update((rows) => ({ writes: buildRevocation(rows, author, id).writes, result: undefined }));
}

function refused({ status, headers, json }: Answered): unknown {
  const challenge = headers.get('www-authenticate');
  return { status, json, challenge, cached: headers.get('cache-control'), traced: headers.has('x-request-id') };
}

const unauthorized = (json: unknown) => ({
  status: 401,
  json,
  challenge: 'Bearer realm="portal"',
  cached: 'no-store',
  traced: true,
});

/** Operations of the buyer's page have no route; auth-page-only.test.ts covers them. */
const ROUTED = OPERATIONS.flatMap(({ name, scope, http }) => (http ? [{ name, scope, ...http }] : []));

/** A kind of key that can have the scope. Except for `OF_BOTH`, keys of the other kind do not have it by default. */
const KIND_OF: Readonly<Record<string, 'deployment' | 'organization'>> = {
  commerce: 'deployment',
  fulfillment: 'deployment',
  shops: 'organization',
  items: 'organization',
  consumers: 'organization',
  agents: 'organization',
  keys: 'organization',
  'signing-keys': 'organization',
  'receipts:read': 'organization',
  'receipts:write': 'organization',
  'orders:read': 'organization',
  'orders:fulfill': 'organization',
  'orders:money': 'organization',
  privacy: 'organization',
  webhooks: 'organization',
};
/** Keys for shopping and keys for managing may both submit receipts. */
const OF_BOTH = 'receipts:write';

const lacking = ({ name, scope }: { readonly name: string; readonly scope: string }) => ({
  status: 403,
  json: { error: 'forbidden', detail: `This key lacks the scope "${scope}" that ${name} needs.` },
});

it("routes every operation except those of the buyer's page", () => {
  const pageOnly = OPERATIONS.filter(({ http }) => !http).map(({ name }) => name);
  expect(pageOnly.sort()).toEqual(['accept_terms', 'approve_totals', 'confirm_age', 'refill_checkout']);
  expect(ROUTED.filter(({ scope }) => !KIND_OF[scope])).toEqual([]);
});

describe.each(ROUTED)('$name', (operation) => {
  const { method, path, scope } = operation;
  const kind = KIND_OF[scope] ?? 'deployment';
  const url = path.replaceAll(/\{\w+\}/g, 'x');
  const call = (key: string | null) => portal.request(method.toUpperCase(), url, { key });

  it('rejects a call without a key', async () => {
    expect(refused(await call(null))).toEqual(unauthorized(NO_KEY));
  });

  it('rejects every invalid key without revealing the reason', async () => {
    expect(wrongKeys.size).toBe(12);
    for (const [name, key] of wrongKeys) {
      expect({ name, ...Object(refused(await call(key))) }).toEqual({ name, ...unauthorized(WRONG_KEY) });
    }
  });

  if (scope === OF_BOTH) {
    it('accepts a key of either kind', async () => {
      const { deployment_key, organization_key } = portal.demo;
      for (const key of [deployment_key, organization_key]) expect([401, 403]).not.toContain((await call(key)).status);
    });
  } else {
    it('rejects a key of the other kind, and names the scope', otherKind);
  }

  async function otherKind() {
    const { deployment_key, organization_key } = portal.demo;
    const { status, json, headers } = await call(kind === 'deployment' ? organization_key : deployment_key);
    expect({ status, json }).toEqual(lacking(operation));
    expect(headers.has('www-authenticate')).toBe(false);
  }

  it('rejects a key of the right kind that has all scopes but this one', async () => {
    const scopes = KEY_SCOPES[kind].allowed.filter((one) => !withIncludedScopes([one]).some((had) => had === scope));
    const { key } = await anotherKey(portal, kind, { scopes });
    const { status, json } = await call(key);
    expect({ status, json }).toEqual(lacking(operation));
  });

  it('accepts a key with only this scope', async () => {
    const { key } = await anotherKey(portal, kind, { scopes: KEY_SCOPES[kind].allowed.filter((one) => one === scope) });
    expect([401, 403]).not.toContain((await call(key)).status);
  });

  it('ignores a key in the query', async () => {
    const key = portal.demo[`${kind}_key`];
    for (const name of ['x-api-key', 'api_key', 'key', 'access_token']) {
      const answered = await portal.request(method.toUpperCase(), `${url}?${name}=${key}`, { key: null });
      expect(refused(answered)).toEqual(unauthorized(NO_KEY));
    }
  });
});

describe('a key', () => {
  const cart = (headers: Readonly<Record<string, string>>, key: string | null = null) =>
    portal.request('GET', '/api/commerce/checkouts/current', { key, headers });

  it.each(['Bearer ', 'bearer ', 'BEARER  '])('accepts a key sent as "%s"', async (scheme) => {
    expect((await cart({ authorization: `${scheme}${portal.demo.deployment_key}` })).status).toBe(200);
  });

  it.each(['', 'Basic ', 'Bearer', 'Token ', 'Bearer x '])('rejects a key sent as "%s"', async (scheme) => {
    const answered = await cart({ authorization: `${scheme}${portal.demo.deployment_key}` });
    expect(answered.status).toBe(401);
    expect(answered.json.error).toBe('unauthorized');
  });

  it('prefers the key in x-api-key to the one in Authorization', async () => {
    const { deployment_key } = portal.demo;
    const wrong = generateKey(systemIds, 'deployment');
    expect((await cart({ authorization: `Bearer ${wrong}` }, deployment_key)).status).toBe(200);
    expect((await cart({ authorization: `Bearer ${deployment_key}` }, wrong)).status).toBe(401);
  });

  it('never shows a key in the log or a response', async () => {
    const { deployment_key } = portal.demo;
    const { text } = await cart({}, deployment_key);
    expect(text).not.toContain(deployment_key);
    expect(portal.logged.length).toBeGreaterThan(0);
    for (const key of [deployment_key, ...wrongKeys.values()].filter((one) => one.length > 6)) {
      expect(portal.logged.join('\n')).not.toContain(key);
    }
  });

  it('rejects a key as soon as another process revokes it', async () => {
    const { key, id } = await anotherKey(portal, 'deployment');
    expect((await cart({}, key)).status).toBe(200);
    const second = await storeOn(portal.database);
    await revoke(second, id);
    expect(refused(await cart({}, key))).toEqual(unauthorized(WRONG_KEY));
    await second.close();
  });

  it('accepts a key until it expires', async () => {
    const clock = stillClock();
    const other = await startPortal({ clock });
    const { key } = await anotherKey(other, 'deployment', { expires_at: NOON + 1000 });
    const status = async () => (await other.request('GET', '/api/commerce/items', { key })).status;
    clock.advance(999);
    expect(await status()).toBe(200);
    clock.advance(1);
    expect(await status()).toBe(401);
    await other.close();
  });
});

describe('a key that requires a buyer', () => {
  it('is rejected without a buyer id, and accepted with one', async () => {
    const { key } = await anotherKey(portal, 'deployment', { buyer_required: true });
    const detail = await shopper(portal, { key }).refused('get_order', { order_id: 'absent' }, 'buyer_required');
    expect(detail).toBe('This key needs a buyer: send the header x-buyer-id.');
    for (const buyer of ['a', '~'.repeat(128), 'user:1/!']) {
      const { data } = await shopper(portal, { key, buyer }).ok('get_cart', {});
      expect(data.status).toBe('incomplete');
    }
  });
});

it('records no use of a key that is revoked during its lookup', async () => {
  const { store } = portal.app;
  const { key, id } = await anotherKey(portal, 'deployment');
  const found = await store.findKeyByHash(hashSecret(key));
  await revoke(store, id);
  const late: Store = Object.create(store, { findKeyByHash: { value: async () => found } });
  const faults: unknown[] = [];
  const authenticate = makeAuthenticate(late, stillClock(), undefined, (fault) => void faults.push(fault));
  await authenticate({ key, buyerId: undefined, address: undefined });
  // Decisions run in order, so the use would be recorded by now.
  await store.update(() => ({ writes: [], result: undefined }));
  expect([await store.read((rows) => rows.get('api_key', id)?.last_used_at), faults]).toEqual([null, []]);
});
