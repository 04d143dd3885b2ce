import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { OPERATIONS } from '../../src/operations/index.js';
import { type Answered, startPortal, type TestPortal, temporaryFolder } from '../support/portal.js';
import { type Args, pathMembers, type RegistryCaller, registryCaller, versionOf } from '../support/registry-caller.js';
import { tableCounts } from '../support/table-counts.js';
import { ROWS, type Row } from './repeats/rows.js';
import { Stage } from './repeats/stage.js';

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

/** What was written has the version that the one effect left. */
async function expectOneEffect(name: string, by: RegistryCaller, args: Args, answer: Answered): Promise<void> {
  const { oneEffect } = rowOf(name);
  if (oneEffect) return oneEffect(by, args, answer);
  const ids = Object.fromEntries(
    ['checkout_id', 'order_id', 'shop_id'].flatMap((id) => (args[id] ? [[id, args[id]]] : [])),
  );
  const read = rowOf(name).read ?? ('order_id' in args ? 'get_order' : 'get_checkout');
  const now = await by.send(read, read === 'get_discount' ? { ...ids, code: args.code } : ids);
  if (name === 'delete_discount') expect(now.status).toBe(404);
  else expect(versionOf(now)).toBe(versionOf(answer));
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
    const strangers = [
      registryCaller(() => portal.url, await stage.anotherKeyFor(name), by.buyer),
      registryCaller(() => portal.url, by.key, 'else'),
    ];
    for (const stranger of strangers) {
      const own = await stranger.send(name, { ...args, ...rowOf(name).other }, KEY);
      expect(replayed(own)).toBeNull();
      expect(own.json.error).not.toBe('idempotency_conflict');
    }
    const elsewhere = await by.send(name, await rowOf(name).fresh(stage), KEY);
    // Without ids in its path every call of a key is of one scope.
    if (pathMembers(name).length === 0) expect(elsewhere.json.error).toBe('idempotency_conflict');
    else first(name, elsewhere);
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
