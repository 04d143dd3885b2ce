import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { tableCounts } from '../support/table-counts.js';
import { bodyOf, callWay, isWrite, madeFor, table, takesBody, takesId, WAYS, type Way } from './ways.js';
import { openWorld, type World } from './world.js';

/** Repeats of a write with the same idempotency key count as a single call. */

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.portal.close());

let keys = 0;
const freshKey = () => {
  keys += 1;
  return `00000000-0000-4000-8000-${String(keys).padStart(12, '0')}`;
};

/** Prepares a call with a new idempotency key on a new object. */
const scene = async (way: Way) => ({
  ...(takesId(way) && { id: await madeFor(world, way) }),
  idempotencyKey: freshKey(),
});

describe.each(table(WAYS.filter(isWrite)))('%s', (_name, way) => {
  test('replays the response byte by byte, and runs once', async () => {
    const call = await scene(way);
    const first = await callWay(world, way, call);
    expect(first.body.ucp?.status ?? 'success').toBe('success');
    const before = await tableCounts(world.portal.database);
    for (let times = 0; times < 2; times += 1) {
      const { answered } = await callWay(world, way, call);
      expect([answered.status, answered.text]).toEqual([first.status, first.answered.text]);
      expect(answered.headers.get('idempotent-replayed')).toBe('true');
    }
    expect(first.answered.headers.get('idempotent-replayed')).toBeNull();
    expect(await tableCounts(world.portal.database)).toEqual(before);
  });

  test('runs once for simultaneous calls', async () => {
    const call = await scene(way);
    const answers = await Promise.all(Array.from({ length: 6 }, () => callWay(world, way, call)));
    expect(new Set(answers.map(({ answered }) => answered.text)).size).toBe(1);
    expect(answers.filter(({ answered }) => answered.headers.get('idempotent-replayed') === null)).toHaveLength(1);
  });

  test('runs a call of another platform with the same key separately', async () => {
    const call = await scene(way);
    const first = await callWay(world, way, call);
    const claimed = await callWay(world, way, { ...call, key: null });
    expect(claimed.answered.headers.get('idempotent-replayed')).toBeNull();
    expect(claimed.body.id).not.toBe(first.body.id ?? '');
  });
});

test.each(table(WAYS.filter((way) => isWrite(way) && takesBody(way))))(
  'rejects %s with another body as a conflict, and changes nothing',
  async (_name, way) => {
    const call = await scene(way);
    await callWay(world, way, call);
    const before = await tableCounts(world.portal.database);
    const { status, code } = await callWay(world, way, { ...call, body: anotherBody(way) });
    expect([status, code]).toEqual([409, 'idempotency_conflict']);
    expect(await tableCounts(world.portal.database)).toEqual(before);
  },
);

test.each(table(WAYS.filter(({ operation }) => operation.name === 'complete_checkout')))(
  'rejects %s with another card as a conflict',
  async (_name, way) => {
    const call = await scene(way);
    const card = (token: string) => JSON.parse(JSON.stringify(bodyOf(way)).replace('tok_approve', token));
    const declined = await callWay(world, way, { ...call, body: card('tok_decline') });
    expect(declined.code).toMatch(/^payment_(failed|declined)$/);
    const { status, code } = await callWay(world, way, { ...call, body: card('tok_approve') });
    expect([status, code]).toEqual([409, 'idempotency_conflict']);
  },
);

function anotherBody(way: Way): unknown {
  const text = JSON.stringify(bodyOf(way));
  return JSON.parse(text.replace('"card-1"', '"card-2"').replace(/"quantity":\d/, '"quantity":7'));
}
