import { rmSync } from 'node:fs';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newPostgres } from '../support/postgres.js';
import { run } from '../support/program.js';
import { temporaryFolder } from '../support/temporary-folder.js';

/** `portal check` on PostgreSQL; test/e2e/check.test.ts tests the command on a file. */

let folder: string;
let env: Readonly<Record<string, string>>;
let client: Client;
beforeAll(async () => {
  folder = temporaryFolder();
  const url = await newPostgres();
  env = { PORTAL_DB: url, XDG_DATA_HOME: folder };
  expect(await run(['init', '--demo'], env)).toMatchObject({ code: 0 });
  client = new Client({ connectionString: url });
  await client.connect();
});
afterAll(async () => {
  await client.end();
  rmSync(folder, { recursive: true });
});

test('reports each part of an intact database as valid', async () => {
  const { code, stdout, stderr } = await run(['check'], env);
  expect([code, stderr]).toEqual([0, '']);
  expect(stdout.split('\n')).toEqual([
    'orders  valid  0 orders',
    expect.stringMatching(/^stock {2}valid {2}\d\d items with a ledger$/),
    'usage  valid  1 organization',
    'events  valid  0 objects with webhook events',
    expect.stringMatching(/^log org_\S+ {2}valid/),
    '',
  ]);
});

const DAMAGE: readonly (readonly [sql: string, said: RegExp])[] = [
  [
    "UPDATE counter SET value = value + 1 WHERE name = 'stock'",
    /^stock {2}INVALID {2}item \S+: \d+ are left, but its ledger adds up to \d+ and says \d+ are left/m,
  ],
  [
    'UPDATE usage SET items = items + 1',
    /^usage {2}INVALID {2}organization org_\S+: items says 59, and its rows are 58/m,
  ],
  [
    `INSERT INTO delivery_lane SELECT 'whk_1/order/ord_1', 1, 1, '{}', key, 'whk_1', NULL, NULL, 1 FROM organization LIMIT 1`,
    /^events {2}INVALID {2}lane whk_1\/order\/ord_1: 1 events wait, and it is never due/m,
  ],
  ['UPDATE log_head SET size = 7', /^log org_\S+ {2}INVALID/m],
];

test('names every part that another program changed', async () => {
  for (const [sql] of DAMAGE) await client.query(sql);
  const { code, stdout, stderr } = await run(['check'], env);
  for (const [, said] of DAMAGE) expect(stdout).toMatch(said);
  expect([code, stderr]).toEqual([1, expect.stringMatching(/^portal: not valid: stock, usage, events, log org_/)]);
});
