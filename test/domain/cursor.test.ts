import { expect, test } from 'vitest';
import { z } from 'zod';
import { pageBody, readCursor } from '../../src/lists/cursor.js';

const SECRET = Buffer.alloc(32, 7);
const LIST = ['items', 'shop_1'];
const cursorOf = (position: unknown) => pageBody(SECRET, LIST, [], position).pagination?.cursor;

test('returns the position from a cursor of the same list', () => {
  expect(readCursor(SECRET, LIST, cursorOf([1, 2]), z.tuple([z.int(), z.int()]))).toEqual([1, 2]);
});

test.each([
  ['of another list', cursorOf([1, 2]), ['items', 'shop_2']],
  ['with a position in an earlier format', cursorOf({ seq: 1 }), LIST],
  ['that no list has returned', 'AAAA', LIST],
])('rejects a cursor %s', (_what, cursor, list) => {
  expect(() => readCursor(SECRET, list, cursor, z.tuple([z.int(), z.int()]))).toThrow(
    expect.objectContaining({ code: 'invalid_cursor' }),
  );
});
