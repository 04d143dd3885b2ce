import { Ajv2020 } from 'ajv/dist/2020.js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { OWN_EXTENSIONS } from '../../src/ucp/extensions/index.js';
import { extensionSchema } from '../../src/ucp/extensions/schema.js';
import { extensionName, schemaPath } from '../../src/ucp/site/announced.js';
import { VERSIONS } from '../../src/ucp/versions/index.js';
import { NAMESPACE, OWN } from './own-extensions.js';
import { call, OPEN, platformProfile, setUcp, type UcpPortal, ucpPortal } from './platform.js';
import { PUBLISHED } from './schemas.js';

/** The portal's own extensions: how they are announced, described by schemas, and negotiated. */

let shop: UcpPortal;
beforeAll(async () => {
  shop = await ucpPortal('2026-08-25', { host: 'shop.example.com' });
});
afterAll(() => shop.portal.close());

const get = (path: string, headers: Readonly<Record<string, string>> = {}) =>
  shop.portal.request('GET', path, { key: null, headers });
const at = (host: string | null) => setUcp(shop.portal, { ...OPEN, host });

interface Entry {
  readonly version: string;
  readonly schema?: string;
  readonly spec?: string;
  readonly extends?: string | readonly string[];
}

/** Returns the capabilities and payment handlers that the profile of a version names. */
async function entitiesOf(version: string): Promise<[name: string, entry: Entry][]> {
  const { ucp } = (await get(`/.well-known/ucp/${version}`)).json;
  const all: [string, Entry[]][] = [
    ...Object.entries<Entry[]>(ucp.capabilities),
    ...Object.entries<Entry[]>(ucp.payment_handlers),
  ];
  return all.flatMap(([name, entries]) => entries.map((entry): [string, Entry] => [name, entry]));
}

/** True if a schema may describe this name (UCP, Derivation algorithm). */
function isBound(name: string, schema: string): boolean {
  const { protocol, username, hostname } = new URL(schema);
  const labels = hostname.split('.');
  const authority = labels.reverse().join('.');
  return protocol === 'https:' && username === '' && labels.length > 1 && `${name}.`.startsWith(`${authority}.`);
}

const ownAt = async (version: string) =>
  (await entitiesOf(version)).filter(([name]) => OWN_EXTENSIONS.some(({ id }) => name.endsWith(id)));

describe('the profile', () => {
  test.each(PUBLISHED)("names the portal's extensions in %s at a host that matches their names", async (version) => {
    const own = await ownAt(version);
    expect(Object.fromEntries(own.map(([name, entry]) => [name, entry.version]))).toEqual(OWN);
    for (const [name, { schema }] of await entitiesOf(version))
      expect([name, isBound(name, schema ?? '')]).toEqual([name, true]);
  });

  test.each(VERSIONS.filter(({ isEarly }) => isEarly).map(({ date }) => date))(
    'names no extensions in %s',
    async (version) => {
      const { json } = await get(`/.well-known/ucp/${version}`);
      expect(JSON.stringify(json)).not.toContain('/ucp/schemas/');
    },
  );

  // Names have "_" instead of "-", so they would not match the first host. With `null`, the host is an IP address.
  test.each(['my-shop.example.com', '3.example.com', 'localhost', null])('names no extensions at %s', async (host) => {
    await at(host);
    for (const version of PUBLISHED) {
      expect(await ownAt(version)).toEqual([]);
      for (const [name, { schema }] of await entitiesOf(version))
        expect([name, schema === undefined || isBound(name, schema)]).toEqual([name, true]);
    }
    const statuses = () => Promise.all(OWN_EXTENSIONS.map(async (one) => (await get(schemaPath(one))).status));
    expect(await statuses()).toEqual(OWN_EXTENSIONS.map(() => 404));
    await at('shop.example.com');
    // An enabled shop is found within a second.
    await expect.poll(statuses).toEqual(OWN_EXTENSIONS.map(() => 200));
    await expect.poll(async () => (await get('/.well-known/ucp')).status).toBe(200);
  });
});

describe('the schema', () => {
  test.each(OWN_EXTENSIONS.map((one) => [one.id, one] as const))(
    'serves the schema of %s at the URL in the profile',
    async (_id, one) => {
      for (const version of PUBLISHED) {
        const [, entry] = (await ownAt(version)).find(([name]) => name.endsWith(one.id)) ?? [];
        const url = new URL(entry?.schema ?? '');
        const { status, headers, json } = await get(url.pathname, { host: url.host });
        expect([status, headers.get('content-type')]).toEqual([200, 'application/json; charset=utf-8']);
        expect(json).toMatchObject({
          $id: url.href,
          name: extensionName({ namespace: NAMESPACE }, one),
          version: entry?.version,
          requires: { protocol: { min: PUBLISHED.at(-1) } },
        });
        expect(json).toEqual(
          JSON.parse(JSON.stringify(extensionSchema({ base: url.origin, namespace: NAMESPACE }, one))),
        );
        for (const parent of [entry?.extends ?? []].flat()) expect(json.$defs[parent].allOf).toHaveLength(2);
        expect(new Ajv2020({ strict: false }).validateSchema(json)).toBe(true);
      }
    },
  );

  test('allows caching for an hour, and returns 304 until it changes', async () => {
    for (const one of OWN_EXTENSIONS) {
      const { headers } = await get(schemaPath(one));
      expect(headers.get('cache-control')).toBe('public, max-age=3600');
      const again = await get(schemaPath(one), { 'if-none-match': headers.get('etag') ?? '' });
      expect([again.status, again.text]).toEqual([304, '']);
    }
  });

  test.each(['/ucp/schemas/2026-01-01/line_properties.json', '/ucp/schemas/2026-11-23/other.json', '/ucp/schemas'])(
    'serves no schema at %s',
    async (path) => {
      const { status, json } = await get(path);
      expect([status, json.code]).toEqual([404, 'not_found']);
    },
  );

  test('serves no schema for a shop that is not enabled', async () => {
    await setUcp(shop.portal, { ...OPEN, enabled: false });
    const statuses = () => Promise.all(OWN_EXTENSIONS.map(async (one) => (await get(schemaPath(one))).status));
    expect(await statuses()).toEqual(OWN_EXTENSIONS.map(() => 404));
    await at('shop.example.com');
    // An enabled shop is found within a second.
    await expect.poll(statuses).toEqual(OWN_EXTENSIONS.map(() => 200));
  });
});

describe('negotiation', () => {
  const CHECKOUT = 'dev.ucp.shopping.checkout';
  let count = 0;
  const activeOf = async (version: string, capabilities: readonly string[], own: Readonly<Record<string, string>>) => {
    count += 1;
    const profile = `https://platform-${count}.example/profile.json`;
    shop.connector.serve(profile, platformProfile(version, capabilities, undefined, own));
    const body = { line_items: [{ item: { id: 'enamel-mug' }, quantity: 1 }] };
    const { json } = await call(shop, version, 'POST', '/checkout-sessions', { profile, body });
    return json.ucp.capabilities;
  };
  const [lines = ''] = Object.keys(OWN);

  test.each(PUBLISHED)('activates a portal extension in the version that both support: %s', async (version) => {
    expect(await activeOf(version, [CHECKOUT], OWN)).toEqual({
      [CHECKOUT]: [{ version }],
      [lines]: [{ version: OWN[lines] }],
    });
    expect(await activeOf(version, [CHECKOUT], { [lines]: '2026-01-01' })).toEqual({ [CHECKOUT]: [{ version }] });
    expect(await activeOf(version, [CHECKOUT], { [lines]: version })).toEqual({ [CHECKOUT]: [{ version }] });
  });

  test.each(PUBLISHED)('drops an extension without its parent: %s', async (version) => {
    count += 1;
    const profile = `https://platform-${count}.example/profile.json`;
    shop.connector.serve(profile, platformProfile(version, [], undefined, OWN));
    const { json } = await call(shop, version, 'POST', '/carts', { profile, body: { line_items: [] } });
    expect(json.messages).toMatchObject([{ code: 'capabilities_incompatible' }]);
  });

  test('ignores an extension of another host', async () => {
    const version = PUBLISHED[0] ?? '';
    const other = Object.fromEntries(Object.entries(OWN).map(([name, own]) => [name.replace('example', 'other'), own]));
    expect(await activeOf(version, [CHECKOUT], other)).toEqual({ [CHECKOUT]: [{ version }] });
  });
});
