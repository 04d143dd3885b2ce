import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { KEY_SCOPES } from '../../src/domain/tenant/tenant.js';
import { OPERATIONS } from '../../src/operations/index.js';
import { registryCaller } from '../actors/registry-caller.js';
import { ERROR_STATUS } from '../contract/portal-api.js';
import { type Answered, startPortal, type TestPortal } from '../support/portal.js';
import { openSurface, type Surface } from '../support/surfaces.js';
import { tableCounts } from '../support/table-counts.js';
import { emptyOrganization } from '../support/tenants.js';
import { SAMPLED, sampleOf, type Thing, type Things, thingsIn } from './tenancy/samples.js';
import { ABSENT, furnish, type Tenant } from './tenancy/things.js';

/** Design 3: another tenant's object and an absent one get the same answer, which does not repeat the id. */

const ROUTED = OPERATIONS.filter(({ http }) => http);
const NAMING = ROUTED.filter(({ name }) => thingsIn(name, ABSENT).length > 0);
const MALFORMED = ['x', '\u0000', 'a/b', '..', ' ', 'x'.repeat(129)];
/** What can be written in the place of the id of a line or an item in a body has a form of its own. */
const IN_BODY: readonly Thing[] = ['line', 'orderLine', 'item', 'discount', 'namedAgent', 'namedConsumer'];

let portal: TestPortal;
let own: Tenant;
let foreign: Tenant;
const surfaces = new Map<string, Surface>();
beforeAll(async () => {
  portal = await startPortal();
  own = await furnish(portal, (await emptyOrganization(portal)).key, 'own');
  foreign = await furnish(portal, (await emptyOrganization(portal)).key, 'foreign');
  for (const kind of ['deployment', 'organization'] as const) {
    const { url, database } = portal;
    surfaces.set(kind, await openSurface('mcp 2.x http', { url, database, key: own.keys[kind] }));
  }
});
afterAll(async () => {
  for (const surface of surfaces.values()) await surface.close();
  await portal.close();
});

/** The kind of key that can have an operation's scope. */
function kindOf(name: string): 'deployment' | 'organization' {
  const scope = OPERATIONS.find((operation) => operation.name === name)?.scope;
  return KEY_SCOPES.deployment.allowed.some((one) => one === scope) ? 'deployment' : 'organization';
}

const withThing = (thing: Thing, id: string): Things => ({ ...own.things, [thing]: id });

function overHttp(name: string, things: Things): Promise<Answered> {
  return registryCaller(() => portal.url, own.keys[kindOf(name)]).send(name, sampleOf(name)(things));
}

/** A refusal for an absent thing: 404, or the 400 that the operation declares for it; a line of an order has no code. */
function expectAbsent(name: string, { status, json }: Answered, thing?: Thing): void {
  const declared: readonly string[] = OPERATIONS.find((operation) => operation.name === name)?.errors ?? [];
  expect(thing === 'orderLine' ? ['invalid_request'] : declared).toContain(json.error);
  expect([400, 404]).toContain(status);
  expect(status).toBe(ERROR_STATUS.get(json.error));
}

test('every operation has a sample, and every sample is of an operation', () => {
  expect([...SAMPLED].sort()).toEqual(ROUTED.map(({ name }) => name).sort());
});

test('every path id of every operation is a thing', () => {
  // These two make what their second id names, so any id is right.
  for (const { name, http } of ROUTED) {
    const ids = Object.keys(http?.parts ?? {}).length;
    const given = ['put_item', 'put_discount'].includes(name) ? 1 : 0;
    expect(thingsIn(name, ABSENT).length, name).toBeGreaterThanOrEqual(ids - given);
  }
});

describe.each(NAMING)('$name', ({ name, mcp }) => {
  const things = thingsIn(name, ABSENT);

  test.each(things)("another organization's %s is an absent one", async (thing) => {
    const before = tableCounts(portal.database);
    const absent = await overHttp(name, withThing(thing, ABSENT[thing]));
    expectAbsent(name, absent, thing);
    const theirs = await overHttp(name, withThing(thing, foreign.things[thing]));
    expect(theirs.status).toBe(absent.status);
    expect(theirs.text).toBe(absent.text);
    expect(theirs.headers.get('etag')).toBeNull();
    expect(theirs.text).not.toContain(foreign.things[thing]);
    expect(tableCounts(portal.database)).toEqual(before);
  });

  test.each(things.filter((thing) => !IN_BODY.includes(thing)))('a malformed %s is an absent one', async (thing) => {
    const absent = await overHttp(name, withThing(thing, ABSENT[thing]));
    for (const id of MALFORMED) {
      // A path part of dots is another path before it is sent.
      if (id === '..') continue;
      expect([id, (await overHttp(name, withThing(thing, id))).text]).toEqual([id, absent.text]);
    }
  });

  test.each(mcp ? things : [])('over MCP too: %s', async (thing) => {
    const surface = surfaces.get(kindOf(name));
    const before = tableCounts(portal.database);
    const call = (id: string) => surface?.call(name, sampleOf(name)(withThing(thing, id)));
    const absent = await call(ABSENT[thing]);
    const { error, detail } = (await overHttp(name, withThing(thing, ABSENT[thing]))).json;
    expect(absent).toEqual({ error, detail });
    expect(await call(foreign.things[thing])).toEqual(absent);
    expect(tableCounts(portal.database)).toEqual(before);
  });

  test("all of another organization's things at once are absent ones", async () => {
    const answered = await overHttp(name, foreign.things);
    expectAbsent(name, answered);
    expect(answered.text).toBe((await overHttp(name, ABSENT)).text);
  });
});

describe.each(ROUTED.filter(({ name }) => name.startsWith('list_') || name === 'search_catalog'))(
  '$name',
  ({ name }) => {
    test("has nothing of another organization's", async () => {
      const { text } = await overHttp(name, own.things);
      for (const id of Object.values(foreign.things)) expect(text).not.toContain(id);
    });
  },
);

describe.each(ROUTED.filter(({ http }) => http?.query?.includes('cursor')))('$name', ({ name }) => {
  const page = async (tenant: Tenant, more: object = {}) => {
    const caller = registryCaller(() => portal.url, tenant.keys[kindOf(name)]);
    return caller.send(name, { ...sampleOf(name)(tenant.things), limit: 1, ...more });
  };

  test("does not take the cursor of another organization's list", async () => {
    const theirs = (await page(foreign)).json.pagination.cursor;
    const { status, json } = await page(own, { cursor: theirs });
    expect([status, json.error]).toEqual([400, 'invalid_cursor']);
    const mine = (await page(own)).json.pagination.cursor;
    expect((await page(own, { cursor: mine })).status).toBe(200);
  });
});
