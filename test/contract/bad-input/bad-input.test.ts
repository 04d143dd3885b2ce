import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { OPERATIONS } from '../../../src/operations/index.js';
import type { Answered } from '../../support/portal.js';
import { tableCounts } from '../../support/table-counts.js';
import { ERROR_STATUS, errorBody, type OperationName, operations } from '../portal-api.js';
import { commonWrongs } from './any-call.js';
import { catalogRows } from './catalog-rows.js';
import { checkoutRows } from './checkout-rows.js';
import { completeRows } from './complete-rows.js';
import { fulfillmentRows } from './fulfillment-rows.js';
import { lineRows } from './line-rows.js';
import { orderRows } from './order-rows.js';
import type { Call, MakeRow, Wrong } from './row.js';
import { BUYER, makeWorld, type Objects, type World } from './world.js';

const ROWS: Record<OperationName, MakeRow> = {
  ...catalogRows,
  ...checkoutRows,
  ...lineRows,
  ...fulfillmentRows,
  ...completeRows,
  ...orderRows,
};

/** What any operation may answer beside the codes that it declares. */
const ANY = new Set(['invalid_request', 'invalid_json', 'payload_too_large', 'unsupported_media_type']);

it('every operation of the registry has a row', () => {
  expect(Object.keys(ROWS).sort()).toEqual(OPERATIONS.map(({ name }) => name).sort());
});

describe.each(operations)('$name', (operation) => {
  const declared = OPERATIONS.find(({ name }) => name === operation.name)?.errors ?? [];
  let world: World;
  beforeAll(async () => {
    world = await makeWorld();
  });
  afterAll(() => world.portal.close());

  const send = (call: Call): Promise<Answered> =>
    world.portal.request(operation.method, call.path, { ...call, headers: { 'x-buyer-id': BUYER, ...call.headers } });

  // The names of a row do not depend on the ids of its world, so the tests can be named before there is one.
  it.each(wrongsOf(operation.name, NO_WORLD).map(({ name }) => name))('refuses: %s', async (name) => {
    const wrong = wrongsOf(operation.name, world).find((one) => one.name === name);
    if (!wrong) throw new Error('a row must name the same calls for every world');
    const before = await stateOf(world);
    const answered = await send({ ...ROWS[operation.name](world).right, ...wrong });
    const [status, code, detail] = wrong.refusal;
    expect({ status: answered.status, error: answered.json?.error }).toEqual({ status, error: code });
    expect(answered.json.detail).toMatch(detail);
    expect(errorBody.parse(answered.json)).toEqual(answered.json);
    expect(ERROR_STATUS.get(code)).toBe(status);
    expect(await stateOf(world)).toEqual(before);
  });

  it('answers only with codes that it declares', () => {
    const codes = wrongsOf(operation.name, NO_WORLD).map(({ refusal: [, code] }) => code);
    expect(declared).toEqual(expect.arrayContaining([...new Set(codes)].filter((code) => !ANY.has(code))));
  });

  it('takes the right call', async () => {
    const answered = await send(ROWS[operation.name](world).right);
    expect(answered.status, answered.text).toBe(200);
  });
});

const others = { checkout: '-', order: '-' };
const NO_WORLD = { checkout: 'c', total: 1, order: 'o', held: 'h', foreign: others, bob: others, nobody: others };

function wrongsOf(name: OperationName, world: Objects): readonly Wrong[] {
  const operation = operations.find((one) => one.name === name);
  if (!operation) throw new Error(`no operation ${name}`);
  const row = ROWS[name](world);
  return [...row.wrong, ...commonWrongs(operation, row, world)];
}

/** All that a wrong call could have changed: what is answered of its objects, and the rows of every table. */
async function stateOf({ portal, checkout, order, held }: World) {
  const paths = [
    `/api/commerce/checkouts/${checkout}`,
    `/api/commerce/orders/${order}`,
    `/api/commerce/orders/${held}`,
  ];
  const answers = await Promise.all(paths.map((path) => portal.request('GET', path)));
  return {
    answers: answers.map(({ status, headers, json }) => ({ status, etag: headers.get('etag'), json })),
    tables: tableCounts(portal.database),
  };
}
