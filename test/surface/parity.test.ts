import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { OPERATIONS } from '../../src/operations/index.js';
import { startPortal, type TestPortal } from '../support/portal.js';
import { type Outcome, openSurface, SURFACES, type Surface, type SurfaceName } from '../support/surfaces.js';
import { anotherKey, emptyOrganization } from '../support/tenants.js';
import { ORDER_SCENARIOS } from './order-scenarios.js';
import { type Known, type Scenario, SCENARIOS as SHOPPING } from './scenarios.js';
import { TENANT_SCENARIOS } from './tenant-scenarios.js';

const SCENARIOS = [...SHOPPING, ...ORDER_SCENARIOS, ...TENANT_SCENARIOS];

/** Ids, times and link tokens differ from run to run; everything else must be the same to the byte. */
function comparable(value: unknown): string {
  return JSON.stringify(value)
    .replaceAll(/\b(chk|li|ord|exp|evt|adj|shop|con|agt)_[0-9a-f]{8}-[0-9a-f-]{27}/g, '$1_…')
    .replaceAll(/\/(checkout|orders)\/[^"]+/g, '/$1/…')
    .replaceAll(/\d{4}-\d{2}-\d{2}T[0-9:.]+Z/g, '…Z')
    .replaceAll(/"display_id":"\d+"/g, '"display_id":"…"')
    .replaceAll(/"cursor":"[^"]+"/g, '"cursor":"…"')
    .replaceAll(/http:\/\/127\.0\.0\.1:\d+/g, 'http://portal');
}

/** What HTTP answers in variant B is compared by a read of the checkout after it. */
async function comparableOutcome(surface: Surface, outcome: Outcome, checkoutId: string): Promise<string> {
  const data = outcome.body?.data;
  const isBase = Array.isArray(data?.ucp?.capabilities) && data.totals !== undefined && data.display_id === undefined;
  return comparable(isBase ? await surface.call('get_checkout', { checkout_id: checkoutId }) : outcome);
}

async function transcript(surface: Surface, scenario: Scenario, agent: string): Promise<string[]> {
  let known: Known = { cart: '', line: '', order: '', total: 0, cursor: '', consumer: '', agent };
  const lines: string[] = [];
  for (const step of scenario.steps) {
    const outcome = await surface.call(step.call, step.args?.(known) ?? {});
    expect({ call: step.call, error: outcome.error, detail: outcome.detail }).toMatchObject({ error: step.error });
    if (step.keep) known = { ...known, ...step.keep(outcome) };
    lines.push(`${step.call} ${await comparableOutcome(surface, outcome, known.cart)}`);
  }
  return lines;
}

describe('every scenario has the same results on every surface', () => {
  let portal: TestPortal;
  /** May do what an adapter does, too. */
  let key: string;
  const expected = new Map<string, string[]>();

  /** A buyer or an organization of its own per surface and scenario: carts and lists start empty. */
  const run = async (name: SurfaceName, scenario: Scenario) => {
    const buyer = `${name} ${scenario.name}`.replaceAll(/[^a-z0-9]/g, '-');
    const { url, database } = portal;
    const own = scenario.of === 'organization' ? await emptyOrganization(portal) : undefined;
    const surface = await openSurface(name, { url, database, ...(own ? { key: own.key } : { key, buyer }) });
    try {
      return await transcript(surface, scenario, own?.agent_id ?? '');
    } finally {
      await surface.close();
    }
  };

  beforeAll(async () => {
    portal = await startPortal();
    ({ key } = await anotherKey(portal, 'deployment', { scopes: ['commerce', 'fulfillment'] }));
    for (const scenario of SCENARIOS) expected.set(scenario.name, await run('http', scenario));
  });
  afterAll(() => portal.close());

  for (const name of SURFACES.filter((surface) => surface !== 'http')) {
    test.each(SCENARIOS)(`${name}: $name`, async (scenario) => {
      expect(await run(name, scenario)).toEqual(expected.get(scenario.name));
    });
  }
});

test('the scenarios call every operation that both surfaces have', () => {
  const called = new Set(SCENARIOS.flatMap(({ steps }) => steps.map(({ call }) => call)));
  const both = OPERATIONS.filter(({ http, mcp }) => http && mcp).map(({ name }) => name);
  expect(both.filter((name) => !called.has(name))).toEqual([]);
});
