import { rmSync } from 'node:fs';
import { join } from 'node:path';
import DatabaseConstructor from 'better-sqlite3';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { initDemo } from '../support/init-demo.js';
import { run } from '../support/program.js';
import { temporaryFolder } from '../support/temporary-folder.js';

let folder: string;
let database: string;
const portal = (...args: readonly string[]) => run(args, { PORTAL_DB: database });
beforeEach(async () => {
  folder = temporaryFolder();
  database = join(folder, 'portal.db');
  expect(await initDemo(database)).toMatchObject({ code: 0 });
});
afterEach(() => rmSync(folder, { recursive: true }));

function write(sql: string): void {
  const connection = new DatabaseConstructor(database);
  connection.pragma('foreign_keys = OFF');
  connection.exec(sql);
  connection.close();
}

test('reports each part of an intact database as valid', async () => {
  const { code, stdout } = await portal('check');
  expect(stdout.split('\n').map((line) => line.split('  ').slice(0, 2))).toEqual([
    ['file', 'valid'],
    ['orders', 'valid'],
    ['stock', 'valid'],
    ['usage', 'valid'],
    ['events', 'valid'],
    [expect.stringMatching(/^log org_/), 'valid'],
    [''],
  ]);
  expect(code).toBe(0);
});

test.each<[what: string, sql: string, said: RegExp]>([
  [
    'a counter',
    "UPDATE counter SET value = value + 1 WHERE name = 'stock'",
    /^stock {2}INVALID {2}item \S+: \d+ are left, but its ledger adds up to \d+/m,
  ],
  [
    'a line of a ledger',
    'DELETE FROM stock_movement',
    /^stock {2}INVALID {2}item \S+: \d+ are left, but its ledger adds up to 0/m,
  ],
  [
    'a lane of events',
    `INSERT INTO delivery_lane SELECT 'whk_1/order/ord_1', 1, 1, '{}', key, 'whk_1', NULL, NULL, 1 FROM organization LIMIT 1`,
    /^events {2}INVALID {2}lane whk_1\/order\/ord_1: 1 events wait, and it is never due/m,
  ],
  [
    'a row that others refer to',
    'DELETE FROM deployment',
    /^file {2}INVALID {2}row \S+ of \w+ refers to a row of deployment that is not there/m,
  ],
  ['the head of a log', 'UPDATE log_head SET size = 7', /^log org_\S+ {2}INVALID/m],
])('reports %s that another program has added, changed or removed', async (_what, sql, said) => {
  write(sql);
  const { code, stdout, stderr } = await portal('check');
  expect(stdout).toMatch(said);
  expect(stderr).toMatch(/^portal: not valid: /);
  expect(code).toBe(1);
});
