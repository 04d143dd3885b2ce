import { randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { Seal } from '../../src/calls/seal.js';
import { open, seal } from '../../src/domain/values/aead.js';
import { createdPosition, pageBody, readCursor } from '../../src/lists/cursor.js';

const KEY = Buffer.alloc(32, 1);
const OTHER_KEY = Buffer.alloc(32, 2);
const PLAIN = Buffer.from('where a list ended');

describe.each([12, 16] as const)('sealed with a tag of %i bytes', (tagBytes) => {
  const sealed = seal(KEY, PLAIN, 'orders', tagBytes);

  test('opens with its key and context', () => {
    expect(open(KEY, sealed, 'orders', tagBytes)).toEqual(PLAIN);
    const long = randomBytes(100_000);
    expect(open(KEY, seal(KEY, long, '', tagBytes), '', tagBytes)).toEqual(long);
    expect(open(KEY, seal(KEY, Buffer.alloc(0), 'orders', tagBytes), 'orders', tagBytes)).toEqual(Buffer.alloc(0));
  });

  test('does not open with another key, context or tag length', () => {
    expect(open(OTHER_KEY, sealed, 'orders', tagBytes)).toBeUndefined();
    expect(open(KEY, sealed, 'items', tagBytes)).toBeUndefined();
    expect(open(KEY, sealed, '', tagBytes)).toBeUndefined();
    expect(open(KEY, sealed, 'orders', tagBytes === 12 ? 16 : 12)).toBeUndefined();
  });

  test('does not open after a change of any bit or of the length', () => {
    for (let bit = 0; bit < sealed.length * 8; bit += 1) {
      const changed = Buffer.from(sealed);
      changed[bit >> 3] = (changed[bit >> 3] ?? 0) ^ (1 << (bit & 7));
      expect(open(KEY, changed, 'orders', tagBytes)).toBeUndefined();
    }
    for (let length = 0; length < sealed.length; length += 1)
      expect(open(KEY, sealed.subarray(0, length), 'orders', tagBytes)).toBeUndefined();
    expect(open(KEY, Buffer.concat([sealed, Buffer.alloc(1)]), 'orders', tagBytes)).toBeUndefined();
  });
});

test('seals equal inputs to equal bytes, and different inputs under different IVs', () => {
  expect(seal(KEY, PLAIN, 'orders')).toEqual(seal(KEY, PLAIN, 'orders'));
  const inputs: readonly (readonly [key: Buffer, plain: string, bound: string])[] = [
    [KEY, 'ab', 'c'],
    [KEY, 'a', 'bc'],
    [KEY, '', 'abc'],
    [KEY, 'abc', ''],
    [KEY, 'ab', 'd'],
    [OTHER_KEY, 'ab', 'c'],
  ];
  const ivs = inputs.map(([key, plain, bound]) => seal(key, Buffer.from(plain), bound).toString('hex', 0, 12));
  expect(new Set(ivs).size).toBe(inputs.length);
});

describe('data sealed by earlier versions', () => {
  test('can still be opened if it is a stored response', () => {
    const kept =
      'c6ypvtJGkWSdfSgvDzheEqUgsB5zPlfLzKy8iAFpbFrlkFgv3ccrFzg8pkqJB63Szkp0lKeeeq4riR4oZqHH80JIDAm6nXT4FrK440leakYiINqj/3ZLOsk=';
    const outcome = { answer: { status: 200, body: { data: { key: 'dk_secret' } } } };
    expect(new Seal('the-caller-key', 'record-1').open(kept)).toEqual(outcome);
  });

  test('can still be read if it is a cursor, and new cursors have the same length', () => {
    const secret = Buffer.alloc(32, 7);
    const list = ['list_orders', 'shop_1', null];
    const position = { created_at: 1_700_000_000_000, id: 'ord_1' };
    const before = 'ljizpf1DTsDsWgzWFiq4706bJg7J1WPSk_-T6eh2hn0p-UyRcy6TlYUPu0Tt3OxYYYADKjZ2c2aGFnYKsttFt_o';
    expect(readCursor(secret, list, before, createdPosition)).toEqual(position);
    const { pagination } = pageBody(secret, list, [], position);
    expect(pagination?.cursor).toHaveLength(before.length);
    expect(readCursor(secret, list, pagination?.cursor, createdPosition)).toEqual(position);
  });
});
