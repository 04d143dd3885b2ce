import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ERRORS, isErrorCode } from '../../src/domain/errors/portal-error.js';
import { wrongJson, wrongTransport } from '../contract/bad-input/any-call.js';
import type { Wrong } from '../contract/bad-input/row.js';
import { tableCounts } from '../support/table-counts.js';
import { volume } from '../support/volume.js';
import { ADDRESS, CARD } from './platform.js';
import { REFUSALS } from './refusals.js';
import { bodyOf, callWay, isWrite, madeFor, messageOf, table, takesBody, takesId, WAYS, type Way } from './ways.js';
import { openWorld, type World } from './world.js';
import { withSurplus, wrongBodies } from './wrong-values.js';

/**
 * Invalid input. Rejected calls return the documented error and change nothing, and no call causes an internal fault.
 */

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(async () => {
  expect(world.portal.logged.filter((line) => line.includes('"level":"error"'))).toEqual([]);
  await world.portal.close();
});

const rows = async () => ({ ...(await tableCounts(world.portal.database)), idempotency: undefined });

/** Returns the expected status and code. Version 2026-01-11 uses the statuses of the portal's own API. */
const refusedAs = ({ isEarly }: Way, code: string) => [
  isEarly && isErrorCode(code) ? ERRORS[code].status : REFUSALS[code]?.[0],
  code,
];

const wrongsOf = (body: unknown): readonly Wrong[] => [...wrongJson(body), ...wrongTransport(body)];
/** Operations whose body, if any, must be JSON. */
const WITH_JSON = WAYS.filter((way) => way.transport === 'mcp' || takesBody(way));

test.each(table(WITH_JSON))('%s rejects invalid JSON, and a wrong type, encoding or size', async (_name, way) => {
  const before = await rows();
  for (const { name, raw, headers, refusal } of wrongsOf(
    way.transport === 'mcp' ? messageOf(world, way) : bodyOf(way),
  )) {
    const [, code] = refusal;
    const sent = { ...(raw !== undefined && { raw }), ...(headers && { headers }), isWrong: true };
    const { status, code: told } = await callWay(world, way, sent);
    expect([name, status, told]).toEqual([name, ...refusedAs(way, code)]);
  }
  expect(await rows()).toEqual(before);
});

test.each(table(WAYS.filter(isWrite)))('%s rejects an invalid idempotency key', async (_name, way) => {
  for (const idempotencyKey of ['', 'x'.repeat(256)]) {
    const { status, code } = await callWay(world, way, { idempotencyKey });
    expect([status, code]).toEqual(refusedAs(way, 'invalid_request'));
  }
});

const TAKE_BODY = WAYS.filter(takesBody);

test.each(table(TAKE_BODY))('%s rejects a body that is not an object', async (_name, way) => {
  for (const body of [null, [], 'x', 1]) {
    const { status, code } = await callWay(world, way, { body, isWrong: true });
    expect([status, code]).toEqual([400, 'invalid_request']);
  }
});

const FULL = {
  line_items: [{ item: { id: 'enamel-mug' }, quantity: 2, parent_id: null }],
  buyer: { email: 'ada@example.com', first_name: 'Ada', last_name: 'Park', phone_number: '+15035550100' },
  context: {
    address_country: 'US',
    postal_code: '97205',
    language: 'en',
    currency: 'USD',
    eligibility: ['com.example.gold'],
  },
  attribution: { source: 'mail' },
  discounts: { codes: ['WELCOME10'] },
  fulfillment: {
    methods: [
      {
        type: 'shipping',
        line_item_ids: [],
        destinations: [{ id: 'home', ...ADDRESS }],
        selected_destination_id: 'home',
        groups: [{ id: 'g', selected_option_id: null }],
      },
    ],
  },
  payment: { instruments: [CARD] },
};
const FILTERS = { categories: ['Kitchen'], price: { min: 1, max: 5_000 } };

/** Body of each operation with every member that it reads. */
const WHOLE: Readonly<Record<string, object>> = {
  create_checkout: { ...FULL, cart_id: 'nothing' },
  update_checkout: FULL,
  complete_checkout: { payment: { instruments: [CARD] }, buyer: { consent: {} } },
  create_cart: FULL,
  update_cart: FULL,
  search_catalog: { query: 'mug', filters: FILTERS, context: FULL.context, pagination: { limit: 5 } },
  lookup_catalog: { ids: ['enamel-mug'], filters: FILTERS, context: FULL.context },
  get_product: {
    id: 'bicycle-bell',
    selected: [{ name: 'Finish', label: 'Brass' }],
    preferences: ['Finish'],
    filters: FILTERS,
  },
};
const wholeOf = ({ operation, isEarly }: Way) =>
  isEarly && operation.name === 'complete_checkout' ? { payment_data: CARD } : (WHOLE[operation.name] ?? {});

describe.each(table(TAKE_BODY))('%s', (_name, way) => {
  const scene = async () => (takesId(way) ? { id: await madeFor(world, way) } : {});

  test('accepts or rejects each wrong member, and names a rejected one', async () => {
    const named = await scene();
    for (const { at, value, body } of wrongBodies(wholeOf(way), volume(1, 20, 5), TAKE_BODY.indexOf(way))) {
      const { status, code, body: answer } = await callWay(world, way, { ...named, body, isWrong: true });
      const told = { at, value, status, code };
      if (status < 300) continue;
      expect(told).toEqual({ ...told, status: refusedAs(way, code ?? '')[0] });
      if (code === 'invalid_request') expect(answer.content ?? answer.detail).toContain(/^\w+/.exec(at)?.[0]);
    }
  });

  test('ignores unknown members', async () => {
    const right = await callWay(world, way, { ...(await scene()), body: bodyOf(way) });
    const surplus = withSurplus(JSON.parse(JSON.stringify(bodyOf(way))));
    const { status, body } = await callWay(world, way, { ...(await scene()), body: surplus, isWrong: true });
    expect([status, body.ucp.status, body.status]).toEqual([right.status, right.body.ucp.status, right.body.status]);
  });
});

test.each(table(TAKE_BODY))('%s has a test body with members', (_name, way) => {
  expect(Object.keys(wholeOf(way))).not.toEqual([]);
});
