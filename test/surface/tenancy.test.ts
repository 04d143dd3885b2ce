import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Operation } from '../../src/calls/define.js';
import { KEY_SCOPES } from '../../src/domain/tenant/tenant.js';
import { OPERATIONS } from '../../src/operations/index.js';
import { registryCaller } from '../actors/registry-caller.js';
import { ERROR_STATUS } from '../contract/portal-api.js';
import { type Answered, startPortal, type TestPortal } from '../support/portal.js';
import { openSurface, type Surface } from '../support/surfaces.js';
import { tableCounts } from '../support/table-counts.js';
import { temporaryFolder } from '../support/temporary-folder.js';
import { addAbandonedCart, addGrant, emptyOrganization } from '../support/tenants.js';
import {
  ABSENT,
  isAbsentWhenMalformed,
  sampleOf,
  THINGS,
  type Thing,
  type Things,
  thingsIn,
} from './tenancy/samples.js';
import { furnish, type Tenant } from './tenancy/things.js';

/**
 * A call for another tenant's object gets the same response as for an absent one, and the response does not repeat the
 * id.
 */

const ROUTED = OPERATIONS.filter(({ http }) => http);
const NAMING = ROUTED.filter((operation) => thingsIn(operation).length > 0);
const MALFORMED = ['x', '\u0000', 'a/b', '..', ' ', 'x'.repeat(129)];

let portal: TestPortal;
let own: Tenant;
let foreign: Tenant;
const surfaces = new Map<string, Surface>();
beforeAll(async () => {
  // A list of notices has entries only if the portal sends mail.
  portal = await startPortal({ env: { PORTAL_SMTP_URL: `file:${temporaryFolder()}` } });
  own = await withMore(await furnish(portal, (await emptyOrganization(portal)).key, 'own'));
  foreign = await withMore(await furnish(portal, (await emptyOrganization(portal)).key, 'foreign'));
  for (const kind of ['deployment', 'organization'] as const) {
    const { url, database } = portal;
    surfaces.set(kind, await openSurface('mcp 2.x http', { url, database, key: own.keys[kind] }));
  }
});
afterAll(async () => {
  for (const surface of surfaces.values()) await surface.close();
  await portal.close();
});

/** Connects two assistants to the tenant's deployment and leaves two carts there, which no operation can. */
async function withMore({ keys, things }: Tenant): Promise<Tenant> {
  await addGrant(portal, things.deployment);
  for (let left = 0; left < 2; left += 1) await addAbandonedCart(portal, things.deployment, things.item);
  return { keys, things: { ...things, grant: await addGrant(portal, things.deployment) } };
}

/** Returns the kind of key that can have the operation's scope. */
function kindOf({ scope }: Operation): 'deployment' | 'organization' {
  return KEY_SCOPES.deployment.allowed.some((one) => one === scope) ? 'deployment' : 'organization';
}

const withThing = (thing: Thing, id: Things[Thing]): Things => ({ ...own.things, [thing]: id });

function overHttp(operation: Operation, things: Things): Promise<Answered> {
  return registryCaller(() => portal.url, own.keys[kindOf(operation)]).send(
    operation.name,
    sampleOf(operation)(things),
  );
}

/** Expects the operation's declared error for an absent object, a 404 or 400. Order lines have no code of their own. */
function expectAbsent({ errors }: Operation, { status, json }: Answered, thing?: Thing): void {
  const declared: readonly string[] = errors;
  expect(thing === 'orderLine' ? ['invalid_request'] : declared).toContain(json.error);
  expect([400, 404]).toContain(status);
  expect(status).toBe(ERROR_STATUS.get(json.error));
}

test.each(ROUTED)('$name: accepts the sample over HTTP and MCP', (operation) => {
  expect(() => operation.prepare(sampleOf(operation)(ABSENT))).not.toThrow();
  expect(() => operation.prepareAgent(sampleOf(operation)(ABSENT))).not.toThrow();
});

test('covers every path id of every operation', () => {
  // The operations listed here create the object of their second id, so any id is valid. Handlers belong to nobody.
  for (const operation of ROUTED) {
    const { name, http } = operation;
    const ids = Object.keys(http?.parts ?? {}).filter((part) => part !== 'handler').length;
    const given = ['put_item', 'put_discount', 'put_media'].includes(name) ? 1 : 0;
    expect(thingsIn(operation).length, name).toBeGreaterThanOrEqual(ids - given);
  }
});

describe.each(NAMING)('$name', (operation) => {
  const { name, mcp } = operation;
  const things = thingsIn(operation);

  test.each(things)("treats another organization's %s as absent", async (thing) => {
    const before = await tableCounts(portal.database);
    const absent = await overHttp(operation, withThing(thing, ABSENT[thing]));
    expectAbsent(operation, absent, thing);
    const theirs = await overHttp(operation, withThing(thing, foreign.things[thing]));
    expect(theirs.status).toBe(absent.status);
    expect(theirs.text).toBe(absent.text);
    expect(theirs.headers.get('etag')).toBeNull();
    expect(theirs.text).not.toContain(String(foreign.things[thing]));
    expect(await tableCounts(portal.database)).toEqual(before);
  });

  test.each(things.filter((thing) => isAbsentWhenMalformed(operation, thing)))(
    'treats a malformed %s as absent',
    async (thing) => {
      const absent = await overHttp(operation, withThing(thing, ABSENT[thing]));
      for (const id of MALFORMED) {
        // Clients normalize path parts made of dots before sending.
        if (id === '..') continue;
        expect([id, (await overHttp(operation, withThing(thing, id))).text]).toEqual([id, absent.text]);
      }
    },
  );

  test.each(mcp ? things : [])("treats another organization's %s as absent over MCP", async (thing) => {
    const surface = surfaces.get(kindOf(operation));
    const before = await tableCounts(portal.database);
    const call = (id: Things[Thing]) => surface?.call(name, sampleOf(operation)(withThing(thing, id)));
    const absent = await call(ABSENT[thing]);
    const { error, detail } = (await overHttp(operation, withThing(thing, ABSENT[thing]))).json;
    expect(absent).toEqual({ error, detail });
    expect(await call(foreign.things[thing])).toEqual(absent);
    expect(await tableCounts(portal.database)).toEqual(before);
  });

  test('treats a call with several ids of another organization as if all were absent', async () => {
    const answered = await overHttp(operation, foreign.things);
    expectAbsent(operation, answered);
    expect(answered.text).toBe((await overHttp(operation, ABSENT)).text);
  });
});

describe.each(ROUTED.filter(({ name }) => name.startsWith('list_') || name === 'search_catalog'))(
  '$name',
  (operation) => {
    test('lists nothing of another organization', async () => {
      const { text } = await overHttp(operation, own.things);
      const ids = THINGS.filter((thing) => foreign.things[thing] !== ABSENT[thing]);
      for (const thing of ids) expect(text).not.toContain(String(foreign.things[thing]));
    });
  },
);

describe.each(ROUTED.filter(({ http }) => http?.query?.includes('cursor')))('$name', (operation) => {
  const page = async (tenant: Tenant, more: object = {}) => {
    const caller = registryCaller(() => portal.url, tenant.keys[kindOf(operation)]);
    return caller.send(operation.name, { ...sampleOf(operation)(tenant.things), limit: 1, ...more });
  };

  test("rejects a cursor of another organization's list", async () => {
    const theirs = (await page(foreign)).json.pagination.cursor;
    const { status, json } = await page(own, { cursor: theirs });
    expect([status, json.error]).toEqual([400, 'invalid_cursor']);
    const mine = (await page(own)).json.pagination.cursor;
    expect((await page(own, { cursor: mine })).status).toBe(200);
  });
});
