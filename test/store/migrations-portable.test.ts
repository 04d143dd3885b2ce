import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { PACKAGE_ROOT } from '../../src/package-root.js';
import { migrationsIn } from '../../src/store/migrations-in.js';

const FOLDER = join(PACKAGE_ROOT, 'db', 'sqlite', 'migrations');
const MIGRATIONS = readdirSync(FOLDER).filter((name) => name.endsWith('.sql'));

/** A subquery that produces JSON, used as a value without `json(...)` around it. */
const BARE_JSON =
  /(?<!\bjson\s*\(\s*)\(\s*SELECT\s+json(?:b?_(?:set|insert|replace|remove|patch|array|object|group_\w+))?\s*\(/i;

/**
 * Up to SQLite 3.53, the enclosing function treated the result of this kind of subquery as JSON. Since 3.54 the result
 * is text, and would be stored as a string.
 */
test.each(MIGRATIONS)('reads JSON from a subquery only through json() in %s', (name) => {
  expect(readFileSync(join(FOLDER, name), 'utf8')).not.toMatch(BARE_JSON);
});

test.each([
  ["json_set(body, '$.a', (SELECT json_group_array(x) FROM t))", true],
  ["json_set(body, '$.a', (\n  SELECT json('true')))", true],
  ["json_set(body, '$.a', json((SELECT json_group_array(x) FROM t)))", false],
  ["json_set(body, '$.a', json(\n(SELECT json_object('b', 1))))", false],
  ["(SELECT max(0, json_extract(body, '$.a')) FROM t)", false],
])('finds the pattern in %s: %s', (sql, found) => {
  expect(BARE_JSON.test(sql)).toBe(found);
});

/** A database stores how many migrations it has, so one that is added in a gap would be skipped. */
test.each(['sqlite', 'postgres'])('the migrations of %s are numbered without a gap', (engine) => {
  const numbers = migrationsIn(join(PACKAGE_ROOT, 'db', engine, 'migrations')).map((name) => Number(name.slice(0, 4)));
  expect(numbers).toEqual(numbers.map((_, index) => index + 1));
});
