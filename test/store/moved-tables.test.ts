import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { PACKAGE_ROOT } from '../../src/package-root.js';
import { MOVED_TABLES, ORDER_TERMS } from '../../src/store/move/moved-tables.js';

/** Tables that belong to the engine or its processes, and usage, which is recounted from the moved rows. */
const NOT_MOVED = ['data_move', 'process', 'usage', 'writer'];

it('moves every table except usage and those of the engine and its processes', () => {
  const folder = join(PACKAGE_ROOT, 'db', 'postgres', 'migrations');
  const sql = readdirSync(folder)
    .sort()
    .map((name) => readFileSync(join(folder, name), 'utf8'))
    .join('\n');
  const tables = [...sql.matchAll(/^CREATE TABLE "?(\w+)/gm)].map(([, name = '']) => name);
  const moved = new Set([...MOVED_TABLES, ORDER_TERMS].map(({ name }) => name));
  expect(tables.filter((name) => !moved.has(name)).sort()).toEqual(NOT_MOVED);
});
