import { expect, it } from 'vitest';
import { MOVED_TABLES, ORDER_TERMS } from '../../src/store/move/moved-tables.js';
import { postgresTables } from '../support/postgres-tables.js';

/** Tables that belong to the engine or its processes, and usage, which is recounted from the moved rows. */
const NOT_MOVED = ['data_move', 'process', 'usage', 'write_batch'];

it('moves every table except usage and those of the engine and its processes', () => {
  const moved = new Set([...MOVED_TABLES, ORDER_TERMS].map(({ name }) => name));
  expect(
    postgresTables()
      .filter((name) => !moved.has(name))
      .sort(),
  ).toEqual(NOT_MOVED);
});
