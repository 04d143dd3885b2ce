import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Operation } from '../../src/calls/define.js';
import { OPERATIONS } from '../../src/operations/index.js';
import { type Args, pathMembers, type RegistryCaller, registryCaller, versionOf } from '../actors/registry-caller.js';
import { type Answered, startPortal, type TestPortal } from '../support/portal.js';
import { tableCounts } from '../support/table-counts.js';
import { temporaryFolder } from '../support/temporary-folder.js';
import { fullKey } from '../support/tenants.js';
import { rowOf, takesMore, writesOf } from './repeats/rows.js';
import { isManaged, Stage } from './repeats/stage.js';

const KEY = { 'idempotency-key': 'the same' };
const WRITES = writesOf(OPERATIONS);

let portal: TestPortal;
beforeAll(async () => {
  portal = await startPortal();
});
afterAll(() => portal.close());

/** True if the operation's path has ids. Otherwise all its calls by one caller share their idempotency keys. */
const hasPathIds = (name: string) => pathMembers(name).length > 0;
const replayed = ({ headers }: Answered) => headers.get('idempotent-replayed');
const first = (name: string, answer: Answered) => {
  expect([answer.status, replayed(answer)], `${name}: ${answer.text}`).toEqual([200, null]);
};

/** Expects the same response, marked as a replay. */
function expectRepeat(again: Answered, of: Answered): void {
  expect([again.status, again.text, again.headers.get('etag'), replayed(again)]).toEqual([
    of.status,
    of.text,
    of.headers.get('etag'),
    'true',
  ]);
}

/** Expects a single effect: the version after one write, or one entry in the list. */
async function expectOneEffect(operation: Operation, by: RegistryCaller, args: Args, answer: Answered): Promise<void> {
  const { read, list, oneEffect } = rowOf(operation);
  if (oneEffect) return oneEffect(by, args, answer);
  if (list) return expectListedOnce(list.name, by, args, answer.json.data);
  const isGone = operation.name.startsWith('delete_') && read?.http?.path === operation.http?.path;
  // Imports, pictures, erasures and link codes have neither. For them, the tests only compare the table counts.
  if (!read || (answer.headers.get('etag') === null && !isGone)) return;
  const now = await by.send(read.name, readArgs(read.name, args));
  if (isGone) expect(now.status).toBe(404);
  else expect(versionOf(now)).toBe(versionOf(answer));
}

/** Takes the arguments of the read from those of the write. */
function readArgs(operation: string, args: Args): Args {
  return Object.fromEntries(pathMembers(operation).map((member) => [member, args[member]]));
}

/** Lists whose path names the shop. */
const IN_SHOP = new Set(['list_deployments', 'list_draft_orders', 'list_grants']);

async function expectListedOnce(list: string, by: RegistryCaller, args: Args, made: Named): Promise<void> {
  const entries: Named[] = [];
  let cursor: string | undefined;
  do {
    const { shop_id } = args;
    const asked = list === 'list_shops' ? {} : { limit: 100, ...(cursor && { cursor }) };
    const { json } = await by.send(list, { ...asked, ...(IN_SHOP.has(list) && { shop_id }) });
    entries.push(...json.data);
    cursor = json.pagination?.cursor;
  } while (cursor);
  const { name } = args;
  expect(entries.filter((entry) => (name === undefined ? entry.id === made.id : entry.name === name))).toHaveLength(1);
}

interface Named {
  readonly id: string;
  readonly name: string;
}

describe('the table of repeatable operations', () => {
  test('can check the effect of every write but seven', () => {
    const seen = WRITES.filter((operation) => {
      const { read, list, oneEffect } = rowOf(operation);
      return read ?? list ?? oneEffect;
    });
    const unseen = WRITES.filter((operation) => !seen.includes(operation)).map(({ name }) => name);
    expect(unseen).toEqual([
      'import_items',
      'put_media',
      'erase_personal_data',
      'create_link_code',
      'send_staff_invitation',
      'send_test_notice',
      'report_bounce',
    ]);
  });
});

describe.each(WRITES)('$name', (operation) => {
  const { name } = operation;
  const row = rowOf(operation);
  test('replays the first response to a repeat, rejects other arguments under its key, and changes nothing', async () => {
    const stage = await Stage.open(portal, `after-${name}`);
    const by = stage.callerOf(name);
    const args = await row.fresh(stage);
    const answer = await by.send(name, args, KEY);
    first(name, answer);
    const before = await tableCounts(portal.database);
    expectRepeat(await by.send(name, args, KEY), answer);
    expect(await tableCounts(portal.database)).toEqual(before);
    await expectOneEffect(operation, by, args, answer);
    if (!takesMore(operation)) return;
    const other = row.other(args) ?? expect.fail('give it other arguments in test/surface/repeats/rows.ts');
    const { status, json } = await by.send(name, { ...args, ...other }, KEY);
    expect([status, json.error]).toEqual([409, 'idempotency_conflict']);
    expect(await tableCounts(portal.database)).toEqual(before);
  });

  test('runs two simultaneous calls once', async () => {
    const stage = await Stage.open(portal, `at-once-${name}`);
    const by = stage.callerOf(name);
    const args = await row.fresh(stage);
    const answers = await Promise.all([by.send(name, args, KEY), by.send(name, args, KEY)]);
    const [answer, again] = answers.toSorted(
      (one, two) => Number(replayed(one) === 'true') - Number(replayed(two) === 'true'),
    );
    if (!answer || !again) throw new Error('two calls, two answers');
    first(name, answer);
    expectRepeat(again, answer);
    await expectOneEffect(operation, by, args, answer);
  });

  test('runs calls with another key, buyer or path id separately', async () => {
    const stage = await Stage.open(portal, `own-${name}`);
    const by = stage.callerOf(name);
    const args = await row.fresh(stage);
    const answer = await by.send(name, args, KEY);
    first(name, answer);
    const key = await fullKey(portal, isManaged(name) ? 'organization' : 'deployment');
    const strangers = [
      registryCaller(() => portal.url, key, by.buyer),
      registryCaller(() => portal.url, by.key, 'else'),
    ];
    for (const stranger of strangers) {
      const own = await stranger.send(name, { ...args, ...row.other(args) }, KEY);
      expect(replayed(own)).toBeNull();
      expect(own.json.error).not.toBe('idempotency_conflict');
    }
    const elsewhere = await by.send(name, await row.fresh(stage), KEY);
    if (hasPathIds(name)) first(name, elsewhere);
    else if (takesMore(operation)) expect(elsewhere.json.error).toBe('idempotency_conflict');
    const buyer = await Stage.open(portal, `own-too-${name}`);
    first(name, await buyer.callerOf(name).send(name, await row.fresh(buyer), KEY));
    expectRepeat(await by.send(name, args, KEY), answer);
  });
});

describe('a portal restarted on the same file', () => {
  interface Called {
    readonly by: RegistryCaller;
    readonly args: Args;
    readonly answer: Answered;
  }
  const folder = temporaryFolder();
  const database = join(folder, 'portal.db');
  const called = new Map<Operation, Called>();
  let again: TestPortal;
  beforeAll(async () => {
    const before = await startPortal({ database });
    const stages: Stage[] = [];
    for (const operation of WRITES) {
      const stage = await Stage.open(before, `restarted-${operation.name}`);
      const by = stage.callerOf(operation.name);
      const args = await rowOf(operation).fresh(stage);
      called.set(operation, { by, args, answer: await by.send(operation.name, args, KEY) });
      stages.push(stage);
    }
    await before.close();
    again = await startPortal({ database });
    for (const stage of stages) stage.portal = again;
  });
  afterAll(async () => {
    await again.close();
    rmSync(folder, { recursive: true });
  });

  test.each(WRITES)('replays the first response of $name', async (operation) => {
    const { name } = operation;
    const { by, args, answer } = called.get(operation) ?? expect.fail('it was not called');
    first(name, answer);
    const held = await tableCounts(database);
    expectRepeat(await by.send(name, args, KEY), answer);
    expect(await tableCounts(database)).toEqual(held);
    await expectOneEffect(operation, by, args, answer);
  });
});
