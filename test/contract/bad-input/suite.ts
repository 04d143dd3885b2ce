import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { OPERATIONS } from '../../../src/operations/index.js';
import type { Answered } from '../../support/portal.js';
import { tableCounts } from '../../support/table-counts.js';
import { ERROR_STATUS, errorBody, type ScopedOperation } from '../portal-api.js';
import { commonWrongs } from './any-call.js';
import type { Call, MakeRow, Wrong } from './row.js';
import { BUYER, keyFor, makeWorld, NO_WORLD, type Objects, type World } from './world.js';

/** What any operation may answer beside the codes that it declares. */
const ANY = new Set(['invalid_request', 'invalid_json', 'payload_too_large', 'unsupported_media_type', 'forbidden']);

/** Every wrong call of one operation is refused as its row says and changes nothing; the right one is taken. */
export function badInputSuite(operation: ScopedOperation, makeRow: MakeRow): void {
  const wrongsOf = (objects: Objects): readonly Wrong[] => {
    const row = makeRow(objects);
    return [...row.wrong, ...commonWrongs(operation, row, objects)];
  };
  // The names of a row do not depend on the ids of its world, so the tests can be named before there is one.
  const names = wrongsOf(NO_WORLD).map(({ name }) => name);
  let world: World;
  let untouched: unknown;
  beforeAll(async () => {
    world = await makeWorld();
    untouched = await stateOf(world);
  });
  afterAll(() => world.portal.close());

  const send = (call: Call): Promise<Answered> =>
    world.portal.request(operation.method, call.path, {
      key: keyFor(operation.scope, world.keys),
      ...call,
      headers: { 'x-buyer-id': BUYER, ...call.headers },
    });

  it('has a name of its own for each wrong call', () => {
    expect(names.filter((name, index) => names.indexOf(name) < index)).toEqual([]);
  });

  it.each(names)('refuses: %s', async (name) => {
    const wrong = wrongsOf(world).find((one) => one.name === name);
    if (!wrong) throw new Error('a row must name the same calls for every world');
    const answered = await send({ ...makeRow(world).right, ...wrong });
    const [status, code, detail] = wrong.refusal;
    expect({ status: answered.status, error: answered.json?.error }).toEqual({ status, error: code });
    expect(answered.json.detail).toMatch(detail);
    expect(errorBody.parse(answered.json)).toEqual(answered.json);
    expect(ERROR_STATUS.get(code)).toBe(status);
    expect(await stateOf(world)).toEqual(untouched);
  });

  it('answers only with codes that it declares', () => {
    const declared = OPERATIONS.find(({ name }) => name === operation.name)?.errors ?? [];
    const codes = wrongsOf(NO_WORLD).map(({ refusal: [, code] }) => code);
    expect(declared).toEqual(expect.arrayContaining([...new Set(codes)].filter((code) => !ANY.has(code))));
  });

  // In a world of its own, since it changes it.
  it('takes the right call', async () => {
    const other = await makeWorld();
    const { path, body } = makeRow(other).right;
    const key = keyFor(operation.scope, other.keys);
    const headers = { 'x-buyer-id': BUYER };
    const sent = { key, headers, ...(body !== undefined && { body }) };
    const answered = await other.portal.request(operation.method, path, sent);
    await other.portal.close();
    expect(answered.status, answered.text).toBe(200);
  });
}

/** For the title of each operation's tests. */
export function describeBadInput(
  operations: readonly ScopedOperation[],
  rows: Readonly<Record<string, MakeRow>>,
): void {
  describe.each([...operations])('$name', (operation) => {
    const makeRow = rows[operation.name];
    if (!makeRow) throw new Error(`${operation.name} has no row`);
    badInputSuite(operation, makeRow);
  });
}

/** All that a wrong call could have changed: what is answered of its objects, and the rows of every table. */
async function stateOf({ portal, checkout, order, held, moved, due, shop, plainShop }: World) {
  const { deployment_key, organization_key } = portal.demo;
  const paths: readonly (readonly [path: string, key: string])[] = [
    [`/api/commerce/checkouts/${checkout}`, deployment_key],
    ...[order, held, moved, due].map((id) => [`/api/commerce/orders/${id}`, deployment_key] as const),
    [`/api/shops/${plainShop}/settings`, organization_key],
    ...['settings', 'discounts', 'deployments', 'items?limit=100'].map(
      (part) => [`/api/shops/${shop}/${part}`, organization_key] as const,
    ),
    ...['shops', 'consumers', 'agents'].map((part) => [`/api/${part}`, organization_key] as const),
  ];
  const answers = await Promise.all(paths.map(([path, key]) => portal.request('GET', path, { key })));
  return {
    answers: answers.map(({ status, headers, json }) => ({ status, etag: headers.get('etag'), json })),
    tables: tableCounts(portal.database),
  };
}
