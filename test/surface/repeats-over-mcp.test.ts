import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Operation } from '../../src/calls/define.js';
import { OPERATIONS } from '../../src/operations/index.js';
import { type Args, pathMembers } from '../actors/registry-caller.js';
import { startPortal, type TestPortal } from '../support/portal.js';
import { openSurface, type Surface } from '../support/surfaces.js';
import { tableCounts } from '../support/table-counts.js';
import { fullKey } from '../support/tenants.js';
import { rowOf, writesOf } from './repeats/rows.js';
import { isManaged, Stage } from './repeats/stage.js';

const KEY = 'the same';
const TOOLS = writesOf(OPERATIONS).filter(({ mcp }) => mcp);

let portal: TestPortal;
beforeAll(async () => {
  portal = await startPortal();
});
afterAll(() => portal.close());

interface Scene {
  readonly stage: Stage;
  readonly args: Args;
  readonly surface: Surface;
  /** Calls the tool with the test's idempotency key. */
  call(name: string, args: Args): ReturnType<Surface['call']>;
}

function surfaceOf(key: string, buyer: string | undefined): Promise<Surface> {
  const { url, database } = portal;
  return openSurface('mcp 2.x http', { url, database, key, ...(buyer && { buyer }) });
}

async function opened(operation: Operation, buyer: string): Promise<Scene> {
  const { name } = operation;
  const stage = await Stage.open(portal, buyer);
  const args = await rowOf(operation).fresh(stage);
  const { key, buyer: reference } = stage.callerOf(name);
  const surface = await surfaceOf(key, reference);
  return { stage, args, surface, call: (tool, more) => surface.call(tool, { ...more, idempotency_key: KEY }) };
}

describe.each(TOOLS)('$name', (operation) => {
  const { name } = operation;
  const row = rowOf(operation);
  test('changes nothing for a repeated idempotency_key, and replays the response over HTTP too', async () => {
    const { stage, args, surface, call } = await opened(operation, `mcp-${name}`);
    const answer = await call(name, args);
    expect(answer.error).toBeUndefined();
    const before = await tableCounts(portal.database);
    expect(await call(name, args)).toEqual(answer);
    const overHttp = await stage.callerOf(name).send(name, args, { 'idempotency-key': KEY });
    expect([overHttp.status, overHttp.headers.get('idempotent-replayed')]).toEqual([200, 'true']);
    const other = row.other(args);
    if (other) expect(await call(name, { ...args, ...other })).toMatchObject({ error: 'idempotency_conflict' });
    expect(await tableCounts(portal.database)).toEqual(before);
    await surface.close();
  });

  test('returns one response to two simultaneous calls, and treats a call with other path ids as new', async () => {
    const { stage, args, surface, call } = await opened(operation, `mcp-at-once-${name}`);
    const [answer, again] = await Promise.all([call(name, args), call(name, args)]);
    expect(answer?.error).toBeUndefined();
    expect(again).toEqual(answer);
    const settled = await tableCounts(portal.database);
    expect(await call(name, args)).toEqual(answer);
    expect(await tableCounts(portal.database)).toEqual(settled);
    const elsewhere = await call(name, await row.fresh(stage));
    // Without ids in its path, all calls of an operation by one caller share their idempotency keys.
    expect(elsewhere.error).toBe(pathMembers(name).length === 0 ? 'idempotency_conflict' : undefined);
    expect(elsewhere.body).not.toEqual(answer?.body);
    await surface.close();
  });

  test('treats another key and another buyer as different callers', async () => {
    const { stage, args, surface, call } = await opened(operation, `mcp-own-${name}`);
    expect((await call(name, args)).error).toBeUndefined();
    const key = await fullKey(portal, isManaged(name) ? 'organization' : 'deployment');
    const by = stage.callerOf(name);
    for (const stranger of [await surfaceOf(key, by.buyer), await surfaceOf(by.key, 'else')]) {
      const before = await tableCounts(portal.database);
      const other = row.other(args);
      const { error } = await stranger.call(name, { ...args, ...other, idempotency_key: KEY });
      expect(error).not.toBe('idempotency_conflict');
      // If the arguments cannot differ, an error is valid, and a success must have changed a table.
      if (!other && error === undefined) expect(await tableCounts(portal.database)).not.toEqual(before);
      await stranger.close();
    }
    await surface.close();
  });
});
