import { join } from 'node:path';
import { expect } from 'vitest';
import type { Operation } from '../../src/calls/define.js';
import { KEY_SCOPES } from '../../src/domain/tenant/tenant.js';
import { OPERATIONS } from '../../src/operations/index.js';
import { generateKeyPair } from '../../src/receipts.js';
import { registryCaller } from '../actors/registry-caller.js';
import { request } from '../support/portal.js';
import { volume } from '../support/volume.js';
import { ABSENT, SIGNER, sampleOf, type Thing, type Things, thingsIn } from '../surface/tenancy/samples.js';
import { furnish, type Tenant } from '../surface/tenancy/things.js';
import type { Fault } from './fault.js';
import { MCP_HEADERS, toolMessage } from './mcp-message.js';
import { newOrganization } from './organizations.js';
import { Random } from './random.js';
import { searchedRun } from './searched-run.js';
import { watchedPortal } from './watched-portal.js';

const CALLS = volume(150, 20_001);
/**
 * Number of calls after which an organization creates new objects, since the earlier ones have been canceled, revoked
 * or withdrawn.
 */
const LASTS = 500;
const SEED = 17;
const NAMES = ['ash', 'birch', 'cedar'];
/** Idempotency keys shared by all three organizations, which have separate API keys and buyers. */
const REPEATS = Array.from({ length: 40 }, (_, n) => `repeat-${n}`);
/** Buyer ids; '' means none. */
const BUYERS = ['', 'ada', 'bob'];
const ROUTED = OPERATIONS.filter(({ http }) => http);
/** Operations whose PUT would create an object under a foreign name, so calls name the organization's own object. */
const NAMED: Readonly<Record<string, Thing>> = { put_item: 'item', put_discount: 'discount' };

interface Organization {
  readonly name: string;
  readonly ownerKey: string;
  now: Tenant;
  /** Ids that other organizations must not see. */
  readonly own: Set<string>;
}

interface Call {
  readonly operation: Operation;
  readonly things: Things;
  readonly isForeign: boolean;
  readonly headers: Readonly<Record<string, string>>;
  readonly isTool: boolean;
}

export const fault: Fault = {
  title: "Three organizations call everything with one another's ids: they get what an absent id gets, and see nothing",
  async run(folder) {
    const database = join(folder, 'portal.db');
    const server = await watchedPortal(database);
    const all: Organization[] = [];
    const found = { calls: 0, foreign: 0, leaks: [] as string[] };
    try {
      for (const name of NAMES) all.push(await opened(server.url, database, name));
      const each = all.map((by, index) => callOn(server.url, by, all, new Random(SEED + index), found));
      await Promise.all(each);
    } finally {
      expect(await server.stop('SIGTERM')).toBe(0);
    }
    expect(found.leaks).toEqual([]);
    expect(await searchedRun(['check'], { PORTAL_DB: database })).toMatchObject({ code: 0 });
    return { calls: found.calls, 'with ids of others': found.foreign, leaks: 0, seed: SEED };
  },
};

async function opened(url: string, database: string, name: string): Promise<Organization> {
  const ownerKey = await newOrganization(database, name);
  const by = { name, ownerKey, own: new Set<string>() };
  return { ...by, now: await furnished(url, by) };
}

async function furnished(url: string, { ownerKey, name, own }: Pick<Organization, 'ownerKey' | 'name' | 'own'>) {
  // All three start with the same signer, which calls may revoke later.
  const signer = own.size === 0 ? SIGNER : generateKeyPair();
  const tenant = await furnish({ url }, ownerKey, `${name}-${own.size}`, signer);
  for (const [thing, id] of Object.entries(tenant.things))
    if (typeof id === 'string' && id !== Reflect.get(ABSENT, thing)) own.add(id);
  return tenant;
}

interface Found {
  calls: number;
  foreign: number;
  readonly leaks: string[];
}

/** Makes calls sequentially, and compares each call with foreign ids to the same call with absent ids. */
async function callOn(url: string, by: Organization, all: readonly Organization[], random: Random, found: Found) {
  const others = all.filter((one) => one !== by);
  for (let n = 1; n <= CALLS / NAMES.length; n += 1) {
    const call = drawn(by, others, random);
    const text = await sent(url, by, call, call.things);
    found.calls += 1;
    for (const id of others.flatMap(({ own }) => [...own]))
      if (text.includes(id)) found.leaks.push(`${by.name}, ${call.operation.name}: ${id} in ${text}`);
    if (call.isForeign) {
      found.foreign += 1;
      const absent = await sent(url, by, call, withoutForeign(call.things, others));
      if (absent !== text) found.leaks.push(`${by.name}, ${call.operation.name}: ${text} is not ${absent}`);
    }
    if (n % LASTS === 0) by.now = await furnished(url, by);
  }
}

function drawn(by: Organization, others: readonly Organization[], random: Random): Call {
  const operation = random.of(ROUTED);
  const things: Record<string, unknown> = { ...by.now.things };
  let isForeign = false;
  for (const thing of thingsIn(operation)) {
    if (NAMED[operation.name] === thing) continue;
    const foreign = random.of(others).now.things[thing];
    const isOwn = operation.name !== 'revoke_key' && random.chance(0.4);
    if (isOwn || foreign === ABSENT[thing]) continue;
    things[thing] = random.chance(0.2) ? ABSENT[thing] : foreign;
    isForeign ||= things[thing] === foreign;
  }
  const buyer = random.of(BUYERS);
  const repeat = !isForeign && random.chance(0.2) ? random.of(REPEATS) : undefined;
  const headers = { ...(buyer !== '' && { 'x-buyer-id': buyer }), ...(repeat && { 'idempotency-key': repeat }) };
  const isTool = operation.mcp !== undefined && random.chance(0.3);
  return { operation, things: { ...by.now.things, ...things }, isForeign, headers, isTool };
}

function withoutForeign(things: Things, others: readonly Organization[]): Things {
  const isTheirs = (id: unknown) => others.some(({ own }) => typeof id === 'string' && own.has(id));
  const entries = Object.entries(things).map(([thing, id]) => [thing, isTheirs(id) ? Reflect.get(ABSENT, thing) : id]);
  return { ...things, ...Object.fromEntries(entries) };
}

/** Sends a call with the given ids. Returns the status and the text of the response. */
async function sent(url: string, by: Organization, call: Call, things: Things): Promise<string> {
  const { operation, headers, isTool } = call;
  const isShopping = KEY_SCOPES.deployment.allowed.some((one) => one === operation.scope);
  const key = by.now.keys[isShopping ? 'deployment' : 'organization'];
  const args = sampleOf(operation)(things);
  const { status, text } = isTool
    ? await request(url, key, 'POST', '/mcp', {
        body: toolMessage(1, operation.name, args),
        headers: { ...headers, ...MCP_HEADERS },
      })
    : await registryCaller(() => url, key).send(operation.name, args, headers);
  return `${status} ${text}`;
}
