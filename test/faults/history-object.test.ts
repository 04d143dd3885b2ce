import { expect, test } from 'vitest';
import type { Answered } from '../support/portal.js';
import type { Result } from './history-models.js';
import { HistoryObject } from './history-object.js';
import type { Model } from './linearize.js';

/** A number that each call adds to. */
const SUM: Model<number, number, Result<number>> = {
  initial: 0,
  run: (sum, units) => [sum + units, { seen: sum + units }],
};

function answerOf(status: number, json: unknown, etag = '"1"'): Answered {
  return { status, headers: new Headers({ etag }), text: JSON.stringify(json), json };
}

const summed = (sum: number) => answerOf(200, { data: { id: 'sum', sum } });
const failed = answerOf(409, { error: 'out_of_stock' });

type Row = readonly [sent: number, ended: number, answer: Answered | undefined];

/** Records one call that adds 1 with these attempts. */
function recorded(...rows: readonly Row[]): HistoryObject<number, number, number> {
  const object = new HistoryObject('sum', SUM);
  const attempts = rows.map(([sent, ended, answer], portal) => ({
    ...{ portal, answer },
    sent: BigInt(sent),
    ended: BigInt(ended),
  }));
  object.record({ client: 1, input: 1, attempts }, ({ json }) => json.data.sum);
  return object;
}

/** `[sent, answered, output]` of each call. */
function callsOf({ calls }: HistoryObject<number, number, number>) {
  return calls.map(({ sent, answered, output }) => [Number(sent), answered && Number(answered), output]);
}

const done = { seen: 1 };
const outOfStock = { error: 'out_of_stock' };

test.each<[string, Row[], ReturnType<typeof callsOf>]>([
  ['a call with one response', [[1, 2, summed(1)]], [[1, 2, done]]],
  [
    'two responses as one call that ended with the first of them',
    [
      [1, 5, summed(1)],
      [2, 4, summed(1)],
    ],
    [[1, 4, done]],
  ],
  [
    'a repeat after a lost response as one call',
    [
      [1, 2, undefined],
      [3, 4, summed(1)],
    ],
    [[1, 4, done]],
  ],
  ['a call without a response as unknown', [[1, 2, undefined]], [[1, undefined, undefined]]],
  [
    'an attempt that failed as a call of its own',
    [
      [1, 2, failed],
      [3, 4, summed(1)],
    ],
    [
      [1, 2, outOfStock],
      [3, 4, done],
    ],
  ],
  [
    'a lost response beside an attempt that failed as unknown',
    [
      [1, 2, undefined],
      [3, 4, failed],
    ],
    [
      [3, 4, outOfStock],
      [1, undefined, undefined],
    ],
  ],
])('records %s', (_name, rows, calls) => {
  const object = recorded(...rows);
  expect(callsOf(object)).toEqual(calls);
});

test('accepts equal responses', () => {
  expect(recorded([1, 5, summed(1)], [2, 4, summed(1)]).violation()).toBeUndefined();
});

test.each<[string, Answered]>([
  ['value', summed(2)],
  ['version', answerOf(200, { data: { id: 'sum', sum: 1 } }, '"2"')],
  ['id', answerOf(200, { data: { id: 'other', sum: 1 } })],
])('rejects a repeat with another %s', (_name, other) => {
  expect(recorded([1, 2, summed(1)], [3, 4, other]).violation()).toMatchObject({ object: 'sum' });
});

test('draws the calls of a violation', () => {
  const object = recorded([1_000_000, 3_000_000, summed(1)]);
  object.record(
    { client: 2, input: 5, attempts: [{ portal: 1, sent: 4_000_000n, ended: 5_000_000n, answer: summed(5) }] },
    ({ json }) => json.data.sum,
  );
  object.record(
    { client: 3, input: 2, attempts: [{ portal: 0, sent: 2_000_000n, ended: 5_000_000n, answer: undefined }] },
    ({ json }) => json.data.sum,
  );
  expect(object.violation()?.timeline.split('\n')).toEqual([
    'place in the longest possible order (2 of 3 calls), ms when sent and answered',
    `   1      0.0      2.0 |${'='.repeat(20)}${' '.repeat(20)}| client 1, portal 1: 1 -> {"seen":1}`,
    `   2      1.0        ? |${' '.repeat(10)}${'='.repeat(30)}| client 3, portal 1: 2 -> unknown`,
    `   -      3.0      4.0 |${' '.repeat(30)}${'='.repeat(10)}| client 2, portal 2: 5 -> {"seen":5}`,
  ]);
});

test('searches what the portal did by itself at any later time, and does not count it', () => {
  const object = recorded([1, 2, summed(1)], [3, 4, summed(1)]);
  object.record({ client: 2, input: 1, attempts: [{ portal: 0, sent: 5n, ended: 6n, answer: summed(3) }] }, () => 3);
  expect(object.violation()).toBeDefined();
  object.recordOwn(1, 2, 0n);
  expect(object.violation()).toBeUndefined();
  expect(object.counts()).toMatchObject({ calls: 2, overlapping: 0 });
  object.record({ client: 2, input: 1, attempts: [{ portal: 0, sent: 7n, ended: 8n, answer: summed(9) }] }, () => 9);
  expect(object.violation()?.timeline).toContain('a portal itself: 1 -> {"seen":2}');
});

test('counts calls that overlap, were repeated or stayed unknown', () => {
  const object = recorded([1, 5, summed(1)], [2, 4, summed(1)]);
  object.record({ client: 2, input: 1, attempts: [{ portal: 0, sent: 3n, ended: 9n, answer: undefined }] }, () => 2);
  object.record({ client: 2, input: 1, attempts: [{ portal: 0, sent: 10n, ended: 11n, answer: summed(3) }] }, () => 3);
  expect(object.counts()).toEqual({ calls: 3, overlapping: 3, repeated: 1, unknown: 1 });
});
