import { describe, expect, test } from 'vitest';
import { type Call, linearize, type Model } from './linearize.js';
import { Random } from './random.js';

/** A number that can be written, read and changed from a known value. */
type Input = { readonly write: number } | { readonly read: true } | { readonly from: number; readonly to: number };
type Output = number | 'done' | 'failed';

const REGISTER: Model<number, Input, Output> = {
  initial: 0,
  run(value, input) {
    if ('write' in input) return [input.write, 'done'];
    if ('read' in input) return [value, value];
    return value === input.from ? [input.to, 'done'] : [value, 'failed'];
  },
};

/** `[sent, answered, input, output]`; a call without output has an unknown outcome. */
type Row = readonly [sent: number, answered: number, input: Input, output?: Output];

function callsOf(rows: readonly Row[]): Call<Input, Output>[] {
  return rows.map(([sent, answered, input, output]) => ({
    input,
    output,
    sent: BigInt(sent),
    answered: output === undefined ? undefined : BigInt(answered),
  }));
}

const read = { read: true } as const;

describe('accepts', () => {
  test.each<[string, Row[]]>([
    ['no call', []],
    [
      'calls one after the other',
      [
        [0, 1, { write: 1 }, 'done'],
        [2, 3, read, 1],
        [4, 5, { from: 1, to: 2 }, 'done'],
        [6, 7, read, 2],
      ],
    ],
    [
      'a read that overlaps a write, before or after it',
      [
        [0, 9, { write: 1 }, 'done'],
        [1, 2, read, 0],
        [3, 4, read, 1],
      ],
    ],
    [
      'calls that took effect in another order than they were sent',
      [
        [0, 9, read, 2],
        [1, 8, { write: 1 }, 'done'],
        [2, 7, { write: 2 }, 'done'],
        [10, 11, read, 1],
      ],
    ],
    [
      'one of two changes from the same value',
      [
        [0, 9, { from: 0, to: 1 }, 'failed'],
        [1, 8, { from: 0, to: 2 }, 'done'],
        [10, 11, read, 2],
      ],
    ],
    [
      'an unknown write that took effect late',
      [
        [0, 0, { write: 1 }],
        [1, 2, read, 0],
        [3, 4, read, 1],
      ],
    ],
    [
      'an unknown write that never took effect',
      [
        [0, 0, { write: 1 }],
        [1, 2, read, 0],
      ],
    ],
    [
      'calls that touch at one moment',
      [
        [0, 1, { write: 1 }, 'done'],
        [1, 2, read, 0],
      ],
    ],
  ])('%s', (_name, rows) => {
    expect(linearize(REGISTER, callsOf(rows)).isFound).toBe(true);
  });
});

describe('rejects', () => {
  test.each<[string, Row[]]>([
    [
      'a stale read',
      [
        [0, 1, { write: 1 }, 'done'],
        [2, 3, read, 0],
      ],
    ],
    [
      'two reads of overlapping writes in different orders',
      [
        [0, 9, { write: 1 }, 'done'],
        [0, 9, { write: 2 }, 'done'],
        [1, 2, read, 1],
        [3, 4, read, 2],
        [5, 6, read, 1],
      ],
    ],
    [
      'two changes from the same value',
      [
        [0, 9, { from: 0, to: 1 }, 'done'],
        [1, 8, { from: 0, to: 2 }, 'done'],
      ],
    ],
    [
      'a value that was never written',
      [
        [0, 9, { write: 1 }, 'done'],
        [1, 2, read, 3],
      ],
    ],
    [
      'a write that was lost',
      [
        [0, 1, { write: 1 }, 'done'],
        [2, 3, { from: 1, to: 2 }, 'done'],
        [4, 5, read, 1],
      ],
    ],
    [
      'an unknown write that took effect twice',
      [
        [0, 0, { write: 1 }],
        [1, 2, read, 1],
        [3, 4, { write: 2 }, 'done'],
        [5, 6, read, 1],
      ],
    ],
    [
      'an unknown write that took effect before it was sent',
      [
        [0, 1, read, 1],
        [2, 2, { write: 1 }],
      ],
    ],
  ])('%s', (_name, rows) => {
    expect(linearize(REGISTER, callsOf(rows)).isFound).toBe(false);
  });
});

test('returns the longest order that it found', () => {
  const calls = callsOf([
    [0, 1, { write: 1 }, 'done'],
    [2, 3, read, 1],
    [4, 5, read, 0],
    [6, 7, read, 1],
  ]);
  expect(linearize(REGISTER, calls)).toEqual({ isFound: false, order: [0, 1] });
});

test('gives the verdict of a search through all orders', () => {
  const random = new Random(1);
  const verdicts = { true: 0, false: 0 };
  for (let history = 0; history < 2_000; history += 1) {
    const calls = callsOf(Array.from({ length: 5 }, () => drawn(random)));
    const isFound = hasOrder(calls, 0);
    expect(
      linearize(REGISTER, calls).isFound,
      JSON.stringify(calls, (_, value) => (typeof value === 'bigint' ? Number(value) : value)),
    ).toBe(isFound);
    verdicts[`${isFound}`] += 1;
  }
  expect(Math.min(verdicts.true, verdicts.false)).toBeGreaterThan(200);
});

function drawn(random: Random): Row {
  const [sent, value] = [random.below(10), random.below(3)];
  const input = random.of<Input>([read, read, { write: value }, { from: random.below(3), to: value }]);
  const output = 'read' in input ? value : 'write' in input ? 'done' : random.of(['done', 'failed'] as const);
  const answered = sent + 1 + random.below(6);
  return random.chance(0.15) ? [sent, answered, input] : [sent, answered, input, output];
}

/** Tries every order of calls in which none comes before another that was answered before it was sent. */
function hasOrder(left: readonly Call<Input, Output>[], value: number): boolean {
  if (left.every(({ output }) => output === undefined)) return true;
  return left.some((call) => {
    const others = left.filter((one) => one !== call);
    if (others.some(({ answered }) => answered !== undefined && answered < call.sent)) return false;
    const [after, output] = REGISTER.run(value, call.input);
    if (call.output !== undefined && call.output !== output) return false;
    return hasOrder(others, after);
  });
}
