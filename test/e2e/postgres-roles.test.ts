import { randomBytes } from 'node:crypto';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readConfig } from '../../src/config.js';
import { PACKAGE_ROOT } from '../../src/package-root.js';
import { migrationTexts } from '../../src/store/postgres/connection/migrate.js';
import { complete, ready } from '../actors/purchase.js';
import { shopperAt } from '../actors/shopper.js';
import { receiptWriter } from '../actors/writers.js';
import { emptyPostgres } from '../support/postgres.js';
import { inPostgres } from '../support/postgres-rows.js';
import { run } from '../support/program.js';
import { serve } from '../support/spawn.js';
import { temporaryFolder } from '../support/temporary-folder.js';
import { demoKey, organizationKey } from './database-file.js';

/** Roles of docs/scaling.md: one creates and migrates, the other serves with the grants listed there. */

const BOOK = { lines: ['preserving-ebook'], option: 'digital' };
const number = randomBytes(4).toString('hex');
const MAKER = `maker_${number}`;
const SERVER = `server_${number}`;

let folder: string;
let admin: string;
let making: Readonly<Record<string, string>>;
let serving: Readonly<Record<string, string>>;

/** Environment of a process that connects as this role. */
function as(role: string, database = admin): Readonly<Record<string, string>> {
  const url = new URL(database);
  url.username = role;
  url.password = 'secret';
  return { PORTAL_DB: url.href, XDG_DATA_HOME: folder };
}

/** Returns the grants of docs/scaling.md, for the serving role of this test. */
function grants(): string {
  const text = readFileSync(join(PACKAGE_ROOT, 'docs', 'scaling.md'), 'utf8');
  const [, block = ''] = /```sql\n(GRANT[^`]+)```/.exec(text) ?? [];
  return block.replaceAll(' TO portal;', ` TO ${SERVER};`);
}

/** Creates a database that this role owns, without tables. Returns its URL for the administrator. */
async function databaseOf(role: string): Promise<string> {
  const url = await emptyPostgres();
  await inPostgres(url, (client) => client.query(`ALTER DATABASE ${new URL(url).pathname.slice(1)} OWNER TO ${role}`));
  return url;
}

beforeAll(async () => {
  folder = temporaryFolder();
  await inPostgres(await emptyPostgres(), async (client) => {
    for (const role of [MAKER, SERVER]) await client.query(`CREATE ROLE ${role} LOGIN PASSWORD 'secret'`);
  });
  admin = await databaseOf(MAKER);
  [making, serving] = [as(MAKER), as(SERVER)];
  expect(await run(['init', '--demo'], making)).toMatchObject({ code: 0, stderr: '' });
});
afterAll(() => rmSync(folder, { recursive: true }));

test('fails without the grants of docs/scaling.md, and with them sells, accepts receipts and signs', async () => {
  expect((await run(['orgs', 'list'], serving)).code).toBe(1);
  expect(grants().match(/GRANT/g)).toHaveLength(3);
  await inPostgres(making.PORTAL_DB ?? '', (client) => client.query(grants()));
  const server = await serve(serving.PORTAL_DB ?? '', serving);
  try {
    const { files } = readConfig(serving, {});
    const { status, json } = await complete(
      await ready(shopperAt({ url: server.url, key: demoKey(files) }, 'ada'), BOOK),
    );
    expect([status, json.data.status]).toEqual([200, 'completed']);
    const owner = { url: server.url, key: organizationKey(files) };
    expect(await (await receiptWriter(() => owner))()).toMatch(/^[0-9a-f-]{36}$/);
    const headers = { 'x-api-key': owner.key };
    // This erases only the rows; PostgreSQL reclaims their space.
    const erasure = { method: 'POST', body: JSON.stringify({ email: 'nobody@example.com' }) };
    const typed = { ...headers, 'content-type': 'application/json' };
    expect((await fetch(`${server.url}/api/privacy/erase`, { ...erasure, headers: typed })).status).toBe(200);
    expect((await fetch(`${server.url}/api/receipts/log/checkpoint`, { headers })).status).toBe(200);
    expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
  } finally {
    expect(await server.stop('SIGTERM')).toBe(0);
  }
  expect(await run(['log', 'verify'], serving)).toMatchObject({ code: 0, stderr: '' });
});

test('lets only the role that owns the tables alter them and run portal privacy erase', async () => {
  for (const statement of ['CREATE TABLE more (id int)', 'DROP TABLE receipt', 'ALTER TABLE receipt ADD more int'])
    await expect(inPostgres(serving.PORTAL_DB ?? '', (client) => client.query(statement))).rejects.toMatchObject({
      code: '42501',
    });
  const [{ id = '' }] = JSON.parse(`[${(await run(['orgs', 'list', '--json'], making)).stdout.trim()}]`);
  const erase = ['privacy', 'erase', 'ada@example.com', '--organization', id];
  const refused = await run(erase, serving);
  expect({ code: refused.code, stderr: refused.stderr }).toEqual({
    code: 1,
    stderr: expect.stringContaining('role that owns the tables'),
  });
  expect(await run(erase, making)).toMatchObject({ code: 0 });
});

test('does not start with the serving role on an outdated database until the owning role has migrated it', async () => {
  const earlier = await databaseOf(MAKER);
  const [maker, server] = [as(MAKER, earlier), as(SERVER, earlier)];
  const migrations = migrationTexts();
  await inPostgres(maker.PORTAL_DB ?? '', async (client) => {
    await client.query('CREATE TABLE schema_version (version bigint PRIMARY KEY, applied_at bigint NOT NULL)');
    for (const [index, migration] of migrations.slice(0, -1).entries()) {
      await client.query(migration);
      await client.query('INSERT INTO schema_version VALUES ($1, 0)', [index + 1]);
    }
    await client.query(grants());
  });
  const refused = await run(['serve'], server);
  expect({ code: refused.code, stderr: refused.stderr }).toEqual({
    code: 1,
    stderr: expect.stringMatching(/permission denied|must be owner/),
  });
  expect((await run(['migrate'], maker)).code).toBe(0);
  await inPostgres(maker.PORTAL_DB ?? '', (client) => client.query(grants()));
  expect(await run(['orgs', 'list'], server)).toMatchObject({ code: 0, stderr: '' });
});
