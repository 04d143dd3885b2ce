import { rmSync } from 'node:fs';
import { join } from 'node:path';
import DatabaseConstructor from 'better-sqlite3';
import { Client } from 'pg';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { shopper } from '../actors/shopper.js';
import { startPortal, type TestPortal } from '../support/portal.js';
import { openOnPostgres, postgresOf, releasePostgresOf } from '../support/postgres-of-path.js';
import { run } from '../support/program.js';
import { temporaryFolder } from '../support/temporary-folder.js';

const MOVED =
  "INSERT INTO data_move (id, move, role, state, other, closed) VALUES (1, 'm', 'from', 'done', 'there', 1)";

/** Runs a statement on a database file from outside the portal, as a data move does. */
const onFile = async (database: string, sql: string) => {
  const file = new DatabaseConstructor(database);
  file.exec(sql);
  file.close();
};
const onServer = async (database: string, sql: string) => {
  const client = new Client({ connectionString: postgresOf(database) });
  await client.connect();
  await client.query(sql);
  await client.end();
};

/** Adds a line to the new cart of a buyer. This is the first call that writes the cart. */
const addMug = async (buyer: string) => {
  const by = shopper(portal, { buyer });
  const { data } = await by.ok('get_cart', {});
  return by.send('add_line_items', { checkout_id: data.id, line_items: [{ item: { id: 'enamel-mug' }, quantity: 1 }] });
};

const ENGINES = [
  { engine: 'SQLite', open: undefined, run: onFile },
  { engine: 'PostgreSQL', open: openOnPostgres, run: onServer },
] as const;

let folder: string;
let portal: TestPortal;
beforeEach(() => {
  folder = temporaryFolder();
});
afterEach(async () => {
  await releasePostgresOf(portal.database);
  rmSync(folder, { recursive: true });
});

describe.each(ENGINES)('a database that a move has closed, on $engine', ({ open, run: execute }) => {
  const started = () => startPortal({ database: join(folder, 'portal.db'), ...(open && { open }) });

  test('rejects writes, ends the processes that serve it, and cannot be opened until its move is deleted', async () => {
    portal = await started();
    const by = shopper(portal);
    await by.ok('get_cart', {});
    await execute(portal.database, MOVED);
    const refused = await addMug('new');
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, expect.stringMatching(/^\d+$/)]);
    await expect.poll(() => portal.app.moved.aborted).toBe(true);
    expect(portal.app.moved.reason).toMatchObject({ reason: 'moved', message: expect.stringContaining('there') });
    expect(portal.logged.map((line) => JSON.parse(line).event)).toContain('moved');
    await portal.close();
    const listed = await run(['orgs', 'list'], portal.commandEnv);
    expect(listed).toMatchObject({ code: 8, stderr: expect.stringContaining('the data was moved to there') });
    await execute(portal.database, 'DELETE FROM data_move');
    expect(await run(['orgs', 'list'], portal.commandEnv)).toMatchObject({ code: 0, stderr: '' });
  });
});

test('a portal on PostgreSQL rejects writes once the key of the logs has been replaced', async () => {
  portal = await startPortal({ database: join(folder, 'portal.db'), open: openOnPostgres });
  await onServer(portal.database, "UPDATE log_identity SET vkey = vkey || 'x'");
  expect((await addMug('new')).status).toBe(503);
  await expect.poll(() => portal.app.moved.aborted).toBe(true);
  expect(portal.app.moved.reason).toMatchObject({ message: expect.stringContaining('key of the logs was replaced') });
  await portal.close();
});
