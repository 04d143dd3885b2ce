import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { withoutAbsentTexts } from '../../../src/calls/absent-texts.js';
import type { Operation } from '../../../src/calls/define.js';
import { inputFormOf } from '../../../src/calls/input-form.js';
import { OPERATIONS } from '../../../src/operations/index.js';
import { checkEach } from '../../support/cells.js';
import { neededHeader } from '../../support/needed-key.js';
import type { Answered } from '../../support/portal.js';
import { type Described, describedIn } from '../described.js';
import { ERROR_STATUS, errorBody } from '../portal-api.js';
import { commonWrongs } from './any-call.js';
import { declaredWrongs, rightCall } from './declared.js';
import type { Call, MakeRow, Row, Wrong } from './row.js';
import { closeWorlds, inCopy, rowsOf, sharedWorld } from './shared-world.js';
import { BUYER, keyFor, type Objects, type World } from './world.js';

/** Errors that any operation may return besides its declared ones. */
const ANY = new Set(['invalid_request', 'invalid_json', 'payload_too_large', 'unsupported_media_type', 'forbidden']);

/**
 * Checks one operation: every wrong call is rejected as listed and changes nothing, and the valid call is accepted.
 * Without `makeRow`, the valid call is the sample and the wrong calls are derived from the declaration.
 */
export function badInputSuite(
  described: Described,
  operation: Operation,
  makeRow?: MakeRow,
  operations: readonly Operation[] = OPERATIONS,
): void {
  const rowIn = (objects: Objects): Row => makeRow?.(objects) ?? { right: rightCall(operation, objects), wrong: [] };
  let world: World;
  let right: Call;
  let wrongs: readonly Wrong[];
  let untouched: unknown;
  let answers: unknown;
  beforeAll(async () => {
    world = await sharedWorld(operations);
    ({ right } = rowIn(world));
    wrongs = wrongsOf(world);
    answers = await answersOf(world);
    untouched = await rowsOf(world);
  });

  function wrongsOf(objects: Objects): readonly Wrong[] {
    const row = rowIn(objects);
    const declared = declaredWrongs(operation, row.right, objects);
    const more = declared.filter(({ name }) => !row.wrong.some((one) => one.name === name));
    return [...row.wrong, ...more, ...commonWrongs(described, row, objects)].filter((wrong) => !holdsAbsentText(wrong));
  }

  /** The tables try null and '' for every member, but an optional text accepts both (absent-texts.test.ts). */
  function holdsAbsentText({ body, path = '' }: Wrong): boolean {
    const query = Object.fromEntries(new URLSearchParams(path.split('?')[1] ?? ''));
    return [body, query].some((sent) => withoutAbsentTexts(sent, inputFormOf(operation.input)) !== sent);
  }

  const send = (call: Call): Promise<Answered> =>
    world.portal.request(described.method, call.path, {
      key: keyFor(described.scope, world.keys),
      ...call,
      headers: { 'x-buyer-id': BUYER, ...neededHeader(operation.name), ...call.headers },
    });

  it('rejects every wrong call as listed, and changes no row', async () => {
    await checkEach(
      wrongs,
      ({ name }) => name,
      async (wrong) => {
        const answered = await send({ ...right, ...wrong });
        const [status, code, detail] = wrong.refusal;
        expect({ status: answered.status, error: answered.json?.error }).toEqual({ status, error: code });
        expect(answered.json.detail).toMatch(detail);
        expect(errorBody.parse(answered.json)).toEqual(answered.json);
        expect(ERROR_STATUS.get(code)).toBe(status);
        // Compared with the latest state, so that only the call that changed a row fails, and not those after it.
        const before = untouched;
        untouched = await rowsOf(world);
        expect(untouched).toEqual(before);
      },
    );
  });

  it('returns the same objects after all wrong calls as before', async () => {
    expect(await answersOf(world)).toEqual(answers);
  });

  it('returns only error codes that the operation declares', () => {
    const { errors: declared } = operation;
    const codes = wrongs.map(({ refusal: [, code] }) => code);
    expect(declared).toEqual(expect.arrayContaining([...new Set(codes)].filter((code) => !ANY.has(code))));
  });

  it('accepts the valid call', async () => {
    const { path, body } = right;
    const key = keyFor(described.scope, world.keys);
    const headers = { 'x-buyer-id': BUYER, ...neededHeader(operation.name) };
    const sent = { key, headers, ...(body !== undefined && { body }) };
    const answered = await inCopy(world, operations, ({ portal }) => portal.request(described.method, path, sent));
    expect(answered.status, answered.text).toBe(200);
  });
}

/** Runs the suite for each operation that requires one of these scopes. `rows` has the calls of some of them. */
export function describeBadInput(scopes: readonly string[], rows: Readonly<Record<string, MakeRow>>): void {
  const own = describedIn(OPERATIONS).filter(({ scope }) => scopes.includes(scope));
  afterAll(closeWorlds);

  it('has calls only for operations with these scopes', () => {
    expect(own.map(({ name }) => name)).toEqual(expect.arrayContaining(Object.keys(rows)));
  });

  describe.each([...own])('$name', (described) => {
    const operation = OPERATIONS.find(({ name }) => name === described.name);
    if (!operation) throw new Error(`${described.name} is not in the registry`);
    badInputSuite(described, operation, rows[described.name]);
  });
}

/** Reads all objects that a wrong call could have changed. */
async function answersOf({ portal, checkout, order, held, moved, due, shop, plainShop }: World) {
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
  return answers.map(({ status, headers, json }) => ({ status, etag: headers.get('etag'), json }));
}
