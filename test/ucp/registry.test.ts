import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { required } from '../../src/domain/values/required.js';
import { inserted } from '../../src/ports.js';
import { operationsOf } from '../../src/ucp/operations/index.js';
import type { UcpOperation } from '../../src/ucp/operations/ucp-operation.js';
import { VERSIONS } from '../../src/ucp/versions/index.js';
import { PAYMENT, ready } from './bodies.js';
import {
  CARD,
  call,
  OPEN,
  OTHER_PROFILE,
  PROFILE,
  platformKey,
  platformProfile,
  setUcp,
  type UcpPortal,
  ucpPortal,
} from './platform.js';

/** Every operation of the registry, in every version and over every transport: who may call it, and what it takes. */

const READY = ready();

/** A right body of each operation that has one; the test of a new one fails until it has a row. */
const BODIES: Readonly<Record<string, object>> = {
  create_checkout: READY,
  update_checkout: READY,
  complete_checkout: PAYMENT,
  create_cart: { line_items: READY.line_items },
  update_cart: { line_items: [] },
  search_catalog: { query: 'mug' },
  lookup_catalog: { ids: ['enamel-mug'] },
  get_product: { id: 'enamel-mug' },
};

/** Bodies that no operation takes. */
const WRONG: readonly (readonly [string, unknown])[] = [
  ['null', null],
  ['a list', []],
  ['a text', 'x'],
  ['lines that are none', { line_items: 'x' }],
  ['ids that are none', { ids: [{}], id: {}, query: 7, payment: 7, line_items: [{}] }],
];

interface Way {
  readonly version: string;
  readonly isEarly: boolean;
  readonly transport: 'rest' | 'mcp';
  readonly operation: UcpOperation;
}

const WAYS: readonly Way[] = VERSIONS.flatMap((version) =>
  version.transports.flatMap((transport) =>
    operationsOf(version).map((operation) => ({
      version: version.date,
      isEarly: version.isEarly === true,
      transport,
      operation,
    })),
  ),
);
const table = (ways: readonly Way[]) =>
  ways.map((way) => [`${way.version} ${way.transport} ${way.operation.name}`, way] as const);
const withId = WAYS.filter(({ operation }) => operation.rest.path.includes('{id}'));

let shop: UcpPortal;
let otherKey: string;
let strangerKey: string;
beforeAll(async () => {
  shop = await ucpPortal('2026-08-25');
  for (const { date } of VERSIONS) {
    shop.connector.serve(profileOf(PROFILE, date), platformProfile(date));
    shop.connector.serve(profileOf(OTHER_PROFILE, date), platformProfile(date));
  }
  const all = (profile: string) => VERSIONS.map(({ date }) => profileOf(profile, date));
  shop = { ...shop, key: await platformKey(shop.portal, all(PROFILE)) };
  otherKey = await platformKey(shop.portal, all(OTHER_PROFILE));
  const { app, demo } = shop.portal;
  await app.store.update((rows) => {
    const one = required(rows.get('deployment', demo.deployment_id), 'deployment');
    const two = { ...one, id: 'dep_two', version: 0, ucp: { ...OPEN, host: 'two.example.com' } };
    return { writes: [inserted('deployment', two)], result: undefined };
  });
  strangerKey = await platformKey({ ...shop.portal, demo: { ...demo, deployment_id: 'dep_two' } }, all(PROFILE));
  await setUcp(shop.portal, { ...OPEN, host: 'one.example.com' });
});
afterAll(() => shop.portal.close());

const profileOf = (profile: string, version: string) => profile.replace('.json', `-${version}.json`);

interface As {
  readonly key?: string | null;
  readonly profile?: string | null;
  readonly id?: string;
  readonly body?: unknown;
  readonly host?: string;
  readonly idempotencyKey?: string;
}

/** The status, the code of a refusal, and the body of the answer. */
async function answer({ version, isEarly, transport, operation }: Way, as: As) {
  const { key = shop.key, profile = PROFILE, id = 'nothing', host = 'one.example.com' } = as;
  const { rest, payload, name } = operation;
  const body = 'body' in as ? as.body : earlyBody(BODIES[name], isEarly);
  const idempotencyKey = as.idempotencyKey ?? randomUUID();
  const url = profile === null ? undefined : profileOf(profile, version);
  if (transport === 'rest') {
    const headers = { host, 'idempotency-key': idempotencyKey, ...(url && { 'ucp-agent': `profile="${url}"` }) };
    const { status, json } = await shop.portal.request(
      rest.method.toUpperCase(),
      `/ucp/${version}${rest.path.replace('{id}', id)}`,
      { key, headers, ...(rest.method !== 'get' && payload !== undefined && { raw: JSON.stringify(body) }) },
    );
    return { status, code: json.code ?? json.messages?.[0]?.code, body: json };
  }
  const meta = { 'idempotency-key': idempotencyKey, ...(url && { 'ucp-agent': { profile: url } }) };
  const args = { meta, ...(rest.path.includes('{id}') && { id }), ...(payload !== undefined && { [payload]: body }) };
  const message = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } };
  const { status, json } = await shop.portal.request('POST', `/ucp/${version}/mcp`, {
    key,
    headers: { host },
    body: message,
  });
  const result = json.result?.structuredContent;
  return { status, code: json.error?.data.code ?? result?.messages?.[0]?.code, body: result };
}

/** 2026-01-11 completes with an instrument alone. */
function earlyBody(body: object | undefined, isEarly: boolean): object | undefined {
  return isEarly && body && 'payment' in body ? { payment_data: CARD } : body;
}

const statusAndCode = async (way: Way, as: As) => {
  const { status, code } = await answer(way, as);
  return [status, code];
};

describe('each operation', () => {
  test.each(table(WAYS))('%s has a body in this table, if it takes one', (_name, { operation }) => {
    expect(operation.payload === undefined || BODIES[operation.name] !== undefined).toBe(true);
  });

  test.each(table(WAYS))('%s needs a profile, and a key that is one', async (_name, way) => {
    expect(await statusAndCode(way, { profile: null })).toEqual([400, 'invalid_profile_url']);
    expect(await statusAndCode(way, { key: 'dk_nothing' })).toEqual([401, 'unauthorized']);
  });

  test.each(table(WAYS))('%s is not for keys of other profiles, deployments and purposes', async (_name, way) => {
    const { demo } = shop.portal;
    for (const key of [otherKey, strangerKey, demo.deployment_key, demo.organization_key])
      expect(await statusAndCode(way, { key })).toEqual([403, 'profile_not_trusted']);
    expect(await statusAndCode(way, { host: 'two.example.com' })).toEqual([403, 'profile_not_trusted']);
    expect(await statusAndCode(way, { host: 'none.example.com', key: null })).toEqual([404, 'not_found']);
  });

  test.each(table(WAYS.filter(({ operation }) => operation.payload !== undefined)))(
    '%s refuses bodies that are none',
    async (_name, way) => {
      for (const [, body] of WRONG) {
        const { status, code } = await answer(way, { body });
        expect([status, code]).toEqual([400, 'invalid_request']);
      }
    },
  );
});

describe('what belongs to somebody else', () => {
  const made = async ({ version, isEarly, operation }: Way) => {
    const send = (path: string, body: object) =>
      call(shop, version, 'POST', path, {
        key: shop.key,
        profile: profileOf(PROFILE, version),
        body,
        headers: { host: 'one.example.com' },
      });
    if (operation.name.endsWith('_cart')) return (await send('/carts', { line_items: READY.line_items })).json.id;
    const { json } = await send('/checkout-sessions', READY);
    if (operation.name !== 'get_order') return json.id;
    const body = required(earlyBody(BODIES.complete_checkout, isEarly), 'body');
    return (await send(`/checkout-sessions/${json.id}/complete`, body)).json.order.id;
  };

  test.each(table(withId))('%s finds nothing, as of an id that is unknown', async (_name, way) => {
    const id = await made(way);
    const { isEarly, operation } = way;
    const absent = isEarly ? [404, 'checkout_not_found'] : [200, 'not_found'];
    expect(await statusAndCode(way, { id: 'nothing' })).toEqual(absent);
    expect(await statusAndCode(way, { id, key: otherKey, profile: OTHER_PROFILE })).toEqual(absent);
    const claimed = operation.name === 'get_order' ? [200, 'unauthorized'] : absent;
    expect(await statusAndCode(way, { id, key: null })).toEqual(claimed);
    const own = await answer(way, { id });
    expect([own.status, own.body.id]).toEqual([200, id]);
  });
});

describe('at once', () => {
  const writes = WAYS.filter(({ operation }) => operation.effect === 'write' && !operation.rest.path.includes('{id}'));
  test.each(table(writes))('%s with one key creates one', async (_name, way) => {
    const idempotencyKey = randomUUID();
    const all = await Promise.all([1, 2, 3, 4].map(() => answer(way, { idempotencyKey })));
    expect(new Set(all.map(({ body }) => body.id)).size).toBe(1);
  });
});
