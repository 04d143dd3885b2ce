import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ROLES } from '../../src/domain/tenant/roles.js';
import { type KeyKind, type KeyScope, SCOPES } from '../../src/domain/tenant/tenant.js';
import { OPERATIONS } from '../../src/operations/index.js';
import { buildNewKey } from '../../src/operations/tenancy/key-writes.js';
import { systemIds } from '../../src/system.js';
import { type RegistryCaller, registryCaller } from '../actors/registry-caller.js';
import { describedIn } from '../contract/described.js';
import { startPortal, type TestPortal } from '../support/portal.js';
import { fullKey } from '../support/tenants.js';
import { ABSENT, sampleOf } from './tenancy/samples.js';

/** Scopes that each kind of key has by default (`yes`), on request, or never. */
const TABLE: Readonly<Record<KeyScope, Readonly<Record<KeyKind, 'yes' | 'on request' | 'cannot have it'>>>> = {
  commerce: { deployment: 'yes', organization: 'cannot have it' },
  fulfillment: { deployment: 'on request', organization: 'cannot have it' },
  'receipts:write': { deployment: 'yes', organization: 'yes' },
  'receipts:read': { deployment: 'on request', organization: 'yes' },
  shops: { deployment: 'cannot have it', organization: 'yes' },
  items: { deployment: 'cannot have it', organization: 'on request' },
  consumers: { deployment: 'cannot have it', organization: 'yes' },
  agents: { deployment: 'cannot have it', organization: 'yes' },
  'signing-keys': { deployment: 'cannot have it', organization: 'yes' },
  keys: { deployment: 'cannot have it', organization: 'on request' },
  'orders:read': { deployment: 'cannot have it', organization: 'on request' },
  'orders:fulfill': { deployment: 'cannot have it', organization: 'on request' },
  'orders:money': { deployment: 'cannot have it', organization: 'on request' },
  privacy: { deployment: 'cannot have it', organization: 'on request' },
  webhooks: { deployment: 'cannot have it', organization: 'on request' },
};
const KINDS = ['deployment', 'organization'] as const;
const CELLS = SCOPES.flatMap((scope) => KINDS.map((kind) => ({ scope, kind, cell: TABLE[scope][kind] })));
const POSSIBLE = CELLS.filter(({ cell }) => cell !== 'cannot have it');

/** Scopes of the roles, as docs/operations.md lists them. */
const ROLE_SCOPES: Readonly<Record<keyof typeof ROLES, readonly KeyScope[]>> = {
  owner: SCOPES.filter((scope) => scope !== 'commerce' && scope !== 'fulfillment'),
  orders: ['orders:read', 'orders:fulfill', 'orders:money', 'receipts:read'],
  warehouse: ['orders:read', 'orders:fulfill'],
  books: ['orders:read', 'receipts:read'],
  catalogue: ['items'],
  'read-only': ['orders:read'],
};

/** A key for the matrix of keys and operations. */
interface Holder {
  readonly name: string;
  readonly kind: KeyKind;
  readonly scopes: readonly KeyScope[];
}

/** One key for each scope and each kind of key that can have it, and one for each role. */
const HOLDERS: readonly Holder[] = [
  ...POSSIBLE.map(({ scope, kind }) => ({ name: `${kind} ${scope}`, kind, scopes: [scope] })),
  ...Object.entries(ROLE_SCOPES).map(([role, scopes]) => ({ name: role, kind: 'organization' as const, scopes })),
];

/** True if a key may call operations of this scope: `shops` includes `items`. */
const covers = ({ scopes }: Holder, scope: string) =>
  scopes.some((one) => one === scope || (one === 'shops' && scope === 'items'));

let portal: TestPortal;
let creator: RegistryCaller;
const keys = new Map<string, string>();
beforeAll(async () => {
  portal = await startPortal();
  creator = registryCaller(() => portal.url, await fullKey(portal, 'organization'));
  for (const { name, kind, scopes } of HOLDERS) {
    const made = await creator.ok('create_key', { ...requestFor(kind), scopes });
    expect(made.scopes).toEqual(scopes);
    keys.set(name, made.key);
  }
});
afterAll(() => portal.close());

const requestFor = (kind: KeyKind) => ({
  name: 'narrow',
  ...(kind === 'deployment' && { deployment_id: portal.demo.deployment_id }),
});

const DESCRIBED = describedIn(OPERATIONS);

/** Returns the documented scope of an operation, or the declared one if the operation is not documented. */
function documentedScope(name: string): string {
  const operation = DESCRIBED.find((one) => one.name === name);
  if (!operation) throw new Error(`${name} is no route`);
  return operation.scope;
}

const lacking = (name: string) => ({
  error: 'forbidden',
  detail: `This key lacks the scope "${documentedScope(name)}" that ${name} needs.`,
});

describe.each(OPERATIONS.filter(({ http }) => http))('$name', (operation) => {
  const { name } = operation;

  test('rejects every key without its scope', async () => {
    const reached: string[] = [];
    for (const [holder, key] of keys) {
      const { status, json } = await registryCaller(() => portal.url, key).send(name, sampleOf(operation)(ABSENT));
      // A key with the operation's scope may still lack those of the role that it gives.
      const isReached = status !== 403 || / that the role /.test(json.detail);
      if (!isReached) expect({ holder, json }).toEqual({ holder, json: lacking(name) });
      else reached.push(holder);
      expect(status).not.toBe(401);
    }
    const scope = documentedScope(name);
    expect(reached).toEqual(HOLDERS.filter((holder) => covers(holder, scope)).map((holder) => holder.name));
    expect(reached.length).toBeGreaterThan(0);
  });
});

describe.each(POSSIBLE)('over MCP a $kind key with $scope alone', ({ scope, kind }) => {
  const tools = OPERATIONS.filter(({ mcp }) => mcp);
  const own = tools.filter(({ name, http }) => http && documentedScope(name) === scope).map(({ name }) => name);

  test('lists its tools, and cannot call others', async () => {
    const key = keys.get(`${kind} ${scope}`) ?? '';
    const client = new Client({ name: 'test', version: '1.0.0' });
    const requestInit = { headers: { 'x-api-key': key } };
    await client.connect(new StreamableHTTPClientTransport(new URL('/mcp', portal.url), { requestInit }));
    expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(own);
    for (const operation of tools) {
      const { name } = operation;
      const { content } = await client.callTool({ name, arguments: { ...sampleOf(operation)(ABSENT) } });
      const { next: _next, ...said } = JSON.parse(textOf(content));
      if (own.includes(name)) expect(said.error).not.toBe('forbidden');
      else expect(said).toEqual(lacking(name));
    }
    await client.close();
  });
});

function textOf(content: unknown): string {
  const first: unknown = Array.isArray(content) ? content[0] : undefined;
  return typeof first === 'object' && first !== null ? String(Reflect.get(first, 'text')) : '{}';
}

test('the roles have the documented scopes', () => {
  const sorted = (roles: Readonly<Record<string, readonly string[]>>) =>
    Object.fromEntries(Object.entries(roles).map(([role, scopes]) => [role, scopes.toSorted()]));
  expect(sorted(ROLES)).toEqual(sorted(ROLE_SCOPES));
});

describe('a new key', () => {
  test.each(CELLS)('of a $kind with $scope: $cell', async ({ scope, kind, cell }) => {
    const { status, json } = await creator.send('create_key', { ...requestFor(kind), scopes: [scope] });
    const byHand = () =>
      buildNewKey(
        { ids: systemIds, actor: 'test', now: 0 },
        { kind, organization_id: 'org_1', deployment_id: kind === 'deployment' ? 'dep_1' : null },
        { name: 'narrow', scopes: [scope] },
      );
    if (cell === 'cannot have it') {
      expect([status, json.error]).toEqual([400, 'invalid_request']);
      expect(json.detail).toMatch(new RegExp(`^scopes: a key of this kind cannot have "${scope}"`));
      expect(byHand).toThrow(json.detail);
    } else {
      expect(json.data?.scopes).toEqual([scope]);
      expect(byHand().row.scopes).toEqual([scope]);
    }
  });

  test.each(KINDS)('of a %s has the default scopes if the request names none', async (kind) => {
    const { scopes } = await creator.ok('create_key', requestFor(kind));
    const granted = CELLS.filter((one) => one.kind === kind && one.cell === 'yes').map(({ scope }) => scope);
    expect([...scopes].sort()).toEqual([...granted].sort());
  });
});

describe('a creator that lacks scopes', () => {
  const creatorWith = async (scopes: readonly string[]) => {
    const { key } = await creator.ok('create_key', { name: 'creator', scopes });
    return registryCaller(() => portal.url, key);
  };

  test('gives an organization key only the defaults that its creator has', async () => {
    const by = await creatorWith(['keys', 'agents', 'receipts:read']);
    expect((await by.ok('create_key', { name: 'x' })).scopes).toEqual(['receipts:read', 'agents']);
    expect((await by.ok('create_key', { name: 'x', scopes: ['keys', 'agents'] })).scopes).toEqual(['keys', 'agents']);
    const { status, json } = await by.send('create_key', { name: 'x', scopes: ['agents', 'shops', 'consumers'] });
    const detail = 'This key lacks the scope "shops" that the new key would have.';
    expect({ status, json }).toEqual({ status: 403, json: { error: 'forbidden', detail } });
  });

  test('requires scopes for a new key when the creator has none of the defaults', async () => {
    const by = await creatorWith(['keys']);
    const { status, json } = await by.send('create_key', { name: 'x' });
    expect([status, json.error]).toEqual([400, 'invalid_request']);
    expect(json.detail).toMatch(/^scopes: /);
    expect((await by.ok('create_key', { name: 'x', scopes: ['keys'] })).scopes).toEqual(['keys']);
  });

  test('lets a key with only the scope "keys" create deployment keys for shopping and fulfillment', async () => {
    const by = await creatorWith(['keys']);
    const { scopes } = await by.ok('create_key', { ...requestFor('deployment'), scopes: ['fulfillment', 'commerce'] });
    expect(scopes).toEqual(['fulfillment', 'commerce']);
    expect((await by.ok('create_key', requestFor('deployment'))).scopes).toEqual(['commerce']);
  });
});
