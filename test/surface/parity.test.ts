import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Parts } from '../../src/app.js';
import { ABSENT } from '../../src/docs/things.js';
import { KEY_SCOPES } from '../../src/domain/tenant/tenant.js';
import { OPERATIONS } from '../../src/operations/index.js';
import { anotherAgent } from '../actors/attester.js';
import { registryCaller } from '../actors/registry-caller.js';
import { newSigner } from '../actors/signer.js';
import { operations } from '../contract/portal-api.js';
import { withoutHints } from '../store/fetching-store.js';
import { matrix } from '../support/matrix.js';
import { startPortal, type TestPortal } from '../support/portal.js';
import { type Outcome, openSurface, SURFACES, type Surface, type SurfaceName } from '../support/surfaces.js';
import { anotherKey, emptyOrganization, fullKey } from '../support/tenants.js';
import { ORDER_SCENARIOS } from './order-scenarios.js';
import { RECEIPT_SCENARIOS } from './receipt-scenarios.js';
import { type Known, type Scenario, SCENARIOS as SHOPPING } from './scenarios.js';
import { TENANT_SCENARIOS } from './tenant-scenarios.js';

const SCENARIOS = [...SHOPPING, ...ORDER_SCENARIOS, ...TENANT_SCENARIOS, ...RECEIPT_SCENARIOS];

/**
 * Replaces ids, times, link tokens, keys and signed data, which differ between runs; everything else must be identical.
 */
function comparable(value: unknown): string {
  return JSON.stringify(value)
    .replaceAll(/\b(chk|li|ord|exp|evt|adj|pay|shop|con|agt|key)_[0-9a-f]{8}-[0-9a-f-]{27}/g, '$1_…')
    .replaceAll(/\b[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}\b/g, '…')
    .replaceAll(/\b[0-9a-f]{64}\b/g, '#')
    .replaceAll(/"log_index":\d+/g, '"log_index":"…"')
    .replaceAll(/"(jwk_thumbprint|buyer|address|properties)":"[\w-]{43}"/g, '"$1":"…"')
    .replaceAll(/"(order|buyer|address|properties)":"[0-9A-Za-z]{22}"/g, '"$1":"…"')
    .replaceAll(/MCowBQYDK2VwAyEA[\w+/]{43}=/g, 'MCow…')
    .replaceAll(/"(signed_bytes|signature)":"[\w+/]+={0,2}"/g, '"$1":"…"')
    .replaceAll(/\/(checkout|orders)\/[^"]+/g, '/$1/…')
    .replaceAll(/\d{4}-\d{2}-\d{2}T[0-9:.]+Z/g, '…Z')
    .replaceAll(/"display_id":"\d+"/g, '"display_id":"…"')
    .replaceAll(/"cursor":"[^"]+"/g, '"cursor":"…"')
    .replaceAll(/http:\/\/127\.0\.0\.1:\d+/g, 'http://portal');
}

/** Reads the whole checkout if the response over HTTP is its variant B, which has fewer members (docs/checkout.md). */
async function inFull(surface: Surface, outcome: Outcome, checkoutId: string): Promise<Outcome> {
  const data = outcome.body?.data;
  const isBase = Array.isArray(data?.ucp?.capabilities) && data.totals !== undefined && data.display_id === undefined;
  return isBase ? surface.call('get_checkout', { checkout_id: checkoutId }) : outcome;
}

/** Converts an outcome over HTTP to the form that agents receive. */
function toldAgent(call: string, { body, ...refused }: Outcome): Outcome {
  const answer = OPERATIONS.find(({ name }) => name === call)?.mcp?.answer;
  return { ...(body !== undefined && { body: answer ? answer.of(body) : body }), ...refused };
}

/** Covers each transport and each client per scenario, but not all combinations. */
const CASES = matrix(
  SURFACES.filter((name) => name !== 'http').flatMap((name) => SCENARIOS.map((scenario) => ({ name, scenario }))),
  ({ name, scenario }) => [clientOf(name), name.includes('stdio') ? 'stdio' : 'http', scenario.name],
);

/** Returns the client of a surface, for example `2.x` for `mcp 2.x stdio`. */
function clientOf(name: SurfaceName): string {
  return name.replaceAll(/^mcp | http| stdio/g, '');
}

/** A surface for each kind of key. */
type Surfaces = Readonly<Record<'deployment' | 'organization', Surface>>;

/** Outcomes of a scenario's calls. `here` has them as received; `agents` has those over HTTP in the form for agents. */
interface Transcript {
  readonly here: string[];
  readonly agents: string[];
}

async function transcript(surfaces: Surfaces, scenario: Scenario, start: Known): Promise<Transcript> {
  let known = start;
  const surface = surfaces.deployment;
  const lines: Transcript = { here: [], agents: [] };
  for (const step of scenario.steps) {
    const outcome = await surfaces[step.of ?? 'deployment'].call(step.call, step.args?.(known) ?? {});
    expect({ call: step.call, error: outcome.error, detail: outcome.detail }).toMatchObject({ error: step.error });
    if (step.keep) known = { ...known, ...step.keep(outcome) };
    const full = surface.name === 'http' ? await inFull(surface, outcome, known.cart) : outcome;
    lines.here.push(`${step.call} ${comparable(full)}`);
    if (surface.name === 'http') lines.agents.push(`${step.call} ${comparable(toldAgent(step.call, full))}`);
  }
  return lines;
}

describe('every scenario has the same results on every surface', () => {
  interface Door {
    readonly portal: TestPortal;
    /** A deployment key that also has the scopes `fulfillment` and `receipts:write`. */
    readonly key: string;
  }
  let door: Door;
  let fetching: Door;
  const expected = new Map<string, Transcript>();

  /** Creates an agent without a registered key. Returns the values that a scenario starts with. */
  const start = async ({ portal }: Door, agent: string): Promise<Known> => {
    const { organization_id, consumer_id } = portal.demo;
    const agent_id = await anotherAgent(portal, organization_id);
    const nothing = { cart: '', line: '', order: '', total: 0, cursor: '', consumer: '', hash: '', receipt: '' };
    return { ...nothing, agent, agent_id, consumer_id, signer: newSigner() };
  };

  const open = async (engine?: Parts['engine']): Promise<Door> => {
    const portal = await startPortal(engine && { engine });
    const scopes = ['commerce', 'fulfillment', 'receipts:write'] as const;
    return { portal, key: (await anotherKey(portal, 'deployment', { scopes })).key };
  };

  /** Uses a new buyer or organization per surface and scenario, so that carts and lists start empty. */
  const run = async (at: Door, name: SurfaceName, scenario: Scenario) => {
    const { portal, key } = at;
    const buyer = `${name} ${scenario.name}`.replaceAll(/[^a-z0-9]/g, '-');
    const { url, database, demo } = portal;
    const own = scenario.of === 'organization' ? await emptyOrganization(portal) : undefined;
    const surface = await openSurface(name, { url, database, ...(own ? { key: own.key } : { key, buyer }) });
    const attested = scenario.steps.some(({ of }) => of === 'organization');
    const organization = attested ? await openSurface(name, { url, database, key: demo.organization_key }) : surface;
    try {
      return await transcript({ deployment: surface, organization }, scenario, await start(at, own?.agent_id ?? ''));
    } finally {
      await surface.close();
      if (attested) await organization.close();
    }
  };

  beforeAll(async () => {
    door = await open();
    fetching = await open(withoutHints);
    for (const scenario of SCENARIOS) expected.set(scenario.name, await run(door, 'http', scenario));
  });
  afterAll(async () => {
    await door.portal.close();
    await fetching.portal.close();
  });

  for (const name of SURFACES.filter((surface) => surface !== 'http')) {
    const scenarios = CASES.filter((one) => one.name === name).map(({ scenario }) => scenario);
    test.each(scenarios)(`returns the same results on ${name}: $name`, async (scenario) => {
      expect((await run(door, name, scenario)).here).toEqual(expected.get(scenario.name)?.agents);
    });
  }

  test.each(SCENARIOS)(
    'returns the same results over http on an engine that cannot read synchronously: $name',
    async (scenario) => {
      expect(await run(fetching, 'http', scenario)).toEqual(expected.get(scenario.name));
    },
  );
});

describe('scenarios of all operations', () => {
  const called = new Set(SCENARIOS.flatMap(({ steps }) => steps.map(({ call }) => call)));
  const others = OPERATIONS.filter(({ name, http, mcp }) => http && mcp && !called.has(name));

  test('exist for every documented operation', () => {
    const documented = new Set(operations.map(({ name }): string => name));
    expect(others.filter(({ name }) => documented.has(name)).map(({ name }) => name)).toEqual([]);
  });

  let portal: TestPortal;
  const doors = new Map<string, { readonly key: string; readonly surfaces: readonly Surface[] }>();
  beforeAll(async () => {
    portal = await startPortal();
    for (const kind of ['deployment', 'organization'] as const) {
      const target = { url: portal.url, database: portal.database, key: await fullKey(portal, kind) };
      const names = SURFACES.filter((one) => one !== 'http');
      doors.set(kind, { key: target.key, surfaces: await Promise.all(names.map((one) => openSurface(one, target))) });
    }
  });
  afterAll(async () => {
    for (const { surfaces } of doors.values()) for (const surface of surfaces) await surface.close();
    await portal.close();
  });

  test.each(others)(
    '$name returns the same error on every surface for an absent object',
    async ({ name, scope, sample }) => {
      const kind = KEY_SCOPES.deployment.allowed.some((one) => one === scope) ? 'deployment' : 'organization';
      const { key = '', surfaces = [] } = doors.get(kind) ?? {};
      const { json } = await registryCaller(() => portal.url, key).send(name, sample(ABSENT));
      const over = comparable(toldAgent(name, json.error ? json : { body: json }));
      expect(surfaces).toHaveLength(SURFACES.length - 1);
      for (const surface of surfaces) expect(comparable(await surface.call(name, sample(ABSENT)))).toBe(over);
    },
  );
});
