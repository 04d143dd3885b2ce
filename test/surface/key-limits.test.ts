import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { KEY_SCOPES, type KeyScope } from '../../src/domain/tenant/tenant.js';
import { type RegistryCaller, registryCaller } from '../actors/registry-caller.js';
import { startPortal, type TestPortal } from '../support/portal.js';
import { NOON, stillClock } from '../support/still-clock.js';
import { anotherKey } from '../support/tenants.js';

/**
 * A key cannot create keys that outlive it, or grant scopes that it lacks,
 * except the shopping scopes of a deployment's key.
 */

const HOUR = 60 * 60 * 1000;
const at = (hours: number) => new Date(NOON + hours * HOUR).toISOString();

let portal: TestPortal;
let deployment: { readonly deployment_id: string };
beforeAll(async () => {
  portal = await startPortal({ clock: stillClock() });
  deployment = { deployment_id: portal.demo.deployment_id };
});
afterAll(() => portal.close());

interface Creator extends RegistryCaller {
  readonly id: string;
}

/** Creates a key of the organization with the scope `keys` and the given ones. */
async function creator(scopes: readonly KeyScope[], expires_at?: number): Promise<Creator> {
  const { key, id } = await anotherKey(portal, 'organization', { scopes: ['keys', ...scopes], expires_at });
  return { ...registryCaller(() => portal.url, key), id };
}

describe("a deployment's key", () => {
  it.each<KeyScope>(['commerce', 'fulfillment'])('can get %s from a key with only the scope "keys"', async (scope) => {
    const { scopes } = await (await creator([])).ok('create_key', { name: 'n', ...deployment, scopes: [scope] });
    expect(scopes).toEqual([scope]);
  });

  it.each<KeyScope>(['receipts:read', 'receipts:write'])('can get %s only from a key that has it', async (scope) => {
    const request = { name: 'n', ...deployment, scopes: ['commerce', scope] };
    expect((await (await creator([scope])).ok('create_key', request)).scopes).toEqual(['commerce', scope]);
    const refused = await (await creator(['shops', 'agents'])).send('create_key', request);
    expect([refused.status, refused.json]).toEqual([
      403,
      { error: 'forbidden', detail: `This key lacks the scope "${scope}" that the new key would have.` },
    ]);
  });

  it("gets the default scopes of its kind, limited to its creator's", async () => {
    const create = async (by: Creator) => (await by.ok('create_key', { name: 'n', ...deployment })).scopes;
    expect(await create(await creator([]))).toEqual(['commerce']);
    expect(await create(await creator(['receipts:write']))).toEqual(KEY_SCOPES.deployment.granted);
  });
});

describe('a new key', () => {
  it('expires with its creator by default', async () => {
    const by = await creator(['shops'], NOON + HOUR);
    expect((await by.ok('create_key', { name: 'n' })).expires_at).toBe(at(1));
    expect((await by.ok('create_key', { name: 'n', ...deployment })).expires_at).toBe(at(1));
  });

  it('may expire before or with its creator, but no later', async () => {
    const by = await creator(['shops'], NOON + HOUR);
    for (const expires_at of [at(0.5), at(1)])
      expect((await by.ok('create_key', { name: 'n', expires_at })).expires_at).toBe(expires_at);
    const refused = await by.send('create_key', {
      name: 'n',
      ...deployment,
      expires_at: at(1).replace('00.000Z', '00.001Z'),
    });
    expect([refused.status, refused.json]).toEqual([
      400,
      {
        error: 'invalid_request',
        detail: `expires_at: must be no later than ${at(1)}, when the key that creates it expires`,
      },
    ]);
  });

  it('may expire at any time or never if its creator never expires', async () => {
    const by = await creator(['shops']);
    expect((await by.ok('create_key', { name: 'n' })).expires_at).toBe(null);
    expect((await by.ok('create_key', { name: 'n', expires_at: at(99_999) })).expires_at).toBe(at(99_999));
  });
});

describe('created_by', () => {
  it('names the creating key in the response and in the list', async () => {
    const by = await creator(['shops']);
    const made = await by.ok('create_key', { name: 'n' });
    expect(made.created_by).toBe(by.id);
    const { data } = (await by.send('list_keys', { limit: 100 })).json;
    const creators = new Map(data.map(({ id, created_by }: Record<string, string>) => [id, created_by]));
    expect(creators.get(made.id)).toBe(by.id);
    const demo = data.filter(({ name }: Record<string, string>) => name === 'demo');
    expect(demo).toMatchObject([{ created_by: 'demo' }, { created_by: 'demo' }]);
  });
});
