import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { OPERATIONS } from '../../src/operations/index.js';
import { type Args, pathMembers, type RegistryCaller, registryCaller, versionOf } from '../actors/registry-caller.js';
import { type Answered, startPortal, type TestPortal } from '../support/portal.js';
import { tableCounts } from '../support/table-counts.js';
import { temporaryFolder } from '../support/temporary-folder.js';
import { fullKey } from '../support/tenants.js';
import { ROWS, type Row } from './repeats/rows.js';
import { isManaged, Stage } from './repeats/stage.js';

const KEY = { 'idempotency-key': 'the same' };
const WRITES = OPERATIONS.filter(({ http, effect }) => http && effect !== 'read');

let portal: TestPortal;
beforeAll(async () => {
  portal = await startPortal();
});
afterAll(() => portal.close());

function rowOf(name: string): Row {
  const row = ROWS[name];
  if (!row) throw new Error(`${name} has no row`);
  return row;
}

/** Without ids in the path all calls of a caller have one scope. */
const hasPathIds = (name: string) => pathMembers(name).length > 0;
const replayed = ({ headers }: Answered) => headers.get('idempotent-replayed');
const first = (name: string, answer: Answered) => {
  expect([answer.status, replayed(answer)], `${name}: ${answer.text}`).toEqual([200, null]);
};

/** The same answer, said to be a repeat. */
function expectRepeat(again: Answered, of: Answered): void {
  expect([again.status, again.text, again.headers.get('etag'), replayed(again)]).toEqual([
    of.status,
    of.text,
    of.headers.get('etag'),
    'true',
  ]);
}

/** What was written has the version that the one effect left, or is listed once. */
async function expectOneEffect(name: string, by: RegistryCaller, args: Args, answer: Answered): Promise<void> {
  const { read, list, oneEffect } = rowOf(name);
  if (oneEffect) return oneEffect(by, args, answer);
  if (list) return expectListedOnce(list, by, args, answer.json.data);
  // An import and a link code have neither; the counts of the tables tell of them.
  if (answer.headers.get('etag') === null && name !== 'delete_discount') return;
  const operation = read ?? ('order_id' in args ? 'get_order' : 'get_checkout');
  const now = await by.send(operation, readArgs(operation, args));
  if (name === 'delete_discount') expect(now.status).toBe(404);
  else expect(versionOf(now)).toBe(versionOf(answer));
}

/** The path members of a read, from the call that wrote. */
function readArgs(operation: string, args: Args): Args {
  return Object.fromEntries(pathMembers(operation).map((member) => [member, args[member]]));
}

async function expectListedOnce(list: string, by: RegistryCaller, args: Args, made: Named): Promise<void> {
  const entries: Named[] = [];
  let cursor: string | undefined;
  do {
    const { shop_id } = args;
    const asked = list === 'list_shops' ? {} : { limit: 100, ...(cursor && { cursor }) };
    const { json } = await by.send(list, { ...asked, ...(list === 'list_deployments' && { shop_id }) });
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

describe('the table', () => {
  test('has a row for each write, and other arguments wherever a write takes some', () => {
    expect(Object.keys(ROWS).sort()).toEqual(WRITES.map(({ name }) => name).sort());
    const withBody = WRITES.filter(({ name, input }) => Object.keys(input.shape).length > pathMembers(name).length).map(
      ({ name }) => name,
    );
    expect(Object.keys(ROWS).filter((name) => rowOf(name).other)).toEqual(withBody);
  });
});

test.each(WRITES.filter(({ name }) => rowOf(name).other))('$name: other arguments are a conflict', async ({ name }) => {
  const stage = await Stage.open(portal, `other-${name}`);
  const by = stage.callerOf(name);
  const args = await rowOf(name).fresh(stage);
  first(name, await by.send(name, args, KEY));
  const before = tableCounts(portal.database);
  const { status, json } = await by.send(name, { ...args, ...rowOf(name).other }, KEY);
  expect([status, json.error]).toEqual([409, 'idempotency_conflict']);
  expect(tableCounts(portal.database)).toEqual(before);
});

describe.each(WRITES)('$name', ({ name }) => {
  test('a repeat afterwards gets the first answer and changes nothing', async () => {
    const stage = await Stage.open(portal, `after-${name}`);
    const by = stage.callerOf(name);
    const args = await rowOf(name).fresh(stage);
    const answer = await by.send(name, args, KEY);
    first(name, answer);
    const before = tableCounts(portal.database);
    expectRepeat(await by.send(name, args, KEY), answer);
    expect(tableCounts(portal.database)).toEqual(before);
    await expectOneEffect(name, by, args, answer);
  });

  test('two at once are done once', async () => {
    const stage = await Stage.open(portal, `at-once-${name}`);
    const by = stage.callerOf(name);
    const args = await rowOf(name).fresh(stage);
    const answers = await Promise.all([by.send(name, args, KEY), by.send(name, args, KEY)]);
    const [answer, again] = answers.toSorted(
      (one, two) => Number(replayed(one) === 'true') - Number(replayed(two) === 'true'),
    );
    if (!answer || !again) throw new Error('two calls, two answers');
    first(name, answer);
    expectRepeat(again, answer);
    await expectOneEffect(name, by, args, answer);
  });

  test('another key, another buyer and another path id are calls of their own', async () => {
    const stage = await Stage.open(portal, `own-${name}`);
    const by = stage.callerOf(name);
    const args = await rowOf(name).fresh(stage);
    const answer = await by.send(name, args, KEY);
    first(name, answer);
    const key = await fullKey(portal, isManaged(name) ? 'organization' : 'deployment');
    const strangers = [
      registryCaller(() => portal.url, key, by.buyer),
      registryCaller(() => portal.url, by.key, 'else'),
    ];
    for (const stranger of strangers) {
      const own = await stranger.send(name, { ...args, ...rowOf(name).other }, KEY);
      expect(replayed(own)).toBeNull();
      expect(own.json.error).not.toBe('idempotency_conflict');
    }
    const elsewhere = await by.send(name, await rowOf(name).fresh(stage), KEY);
    if (hasPathIds(name)) first(name, elsewhere);
    else if (rowOf(name).other) expect(elsewhere.json.error).toBe('idempotency_conflict');
    const buyer = await Stage.open(portal, `own-too-${name}`);
    first(name, await buyer.callerOf(name).send(name, await rowOf(name).fresh(buyer), KEY));
    expectRepeat(await by.send(name, args, KEY), answer);
  });

  test('a portal started again on the file gives the first answer', async () => {
    const folder = temporaryFolder();
    const database = join(folder, 'portal.db');
    const before = await startPortal({ database });
    const stage = await Stage.open(before, 'restarted');
    const by = stage.callerOf(name);
    const args = await rowOf(name).fresh(stage);
    const answer = await by.send(name, args, KEY);
    first(name, answer);
    await before.close();
    stage.portal = await startPortal({ database });
    const held = tableCounts(database);
    expectRepeat(await by.send(name, args, KEY), answer);
    expect(tableCounts(database)).toEqual(held);
    await expectOneEffect(name, by, args, answer);
    await stage.portal.close();
    rmSync(folder, { recursive: true });
  });
});
