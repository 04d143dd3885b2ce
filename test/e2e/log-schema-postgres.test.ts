import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { TAMPERINGS } from '../../src/docs/tampering-list.js';
import { startPortal } from '../support/portal.js';
import { environmentOf, openOnPostgres, postgresOf, releasePostgresOf } from '../support/postgres-of-path.js';
import { inPostgres } from '../support/postgres-rows.js';
import { run } from '../support/program.js';
import { temporaryFolder } from '../support/temporary-folder.js';

/** Changes to the schema of a PostgreSQL database that `portal log verify` must name. */

let folder: string;
let database: string;
beforeAll(async () => {
  folder = temporaryFolder();
  database = join(folder, 'portal.db');
  await (await startPortal({ database, open: openOnPostgres })).close();
});
afterAll(async () => {
  await releasePostgresOf(database);
  rmSync(folder, { recursive: true });
});

const verify = () => run(['log', 'verify'], environmentOf(database));
const change = (sql: string) => inPostgres(postgresOf(database) ?? '', (client) => client.query(sql));

const QUIET = `CREATE FUNCTION quiet() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NULL; END'`;
const CASES = [
  {
    name: 'a trigger on a table that is not audited',
    change: `${QUIET}; CREATE TRIGGER reviver BEFORE INSERT ON usage FOR EACH ROW EXECUTE FUNCTION quiet()`,
    undo: 'DROP TRIGGER reviver ON usage; DROP FUNCTION quiet',
    says: 'trigger reviver of usage',
  },
  {
    name: 'a disabled trigger',
    change: 'ALTER TABLE checkout DISABLE TRIGGER USER',
    undo: 'ALTER TABLE checkout ENABLE TRIGGER USER',
    says: expect.stringMatching(/^trigger \w+ of checkout$/),
  },
  {
    name: 'an event trigger',
    change: `CREATE FUNCTION watch() RETURNS event_trigger LANGUAGE plpgsql AS 'BEGIN END';
             CREATE EVENT TRIGGER watcher ON ddl_command_end EXECUTE FUNCTION watch()`,
    undo: 'DROP EVENT TRIGGER watcher; DROP FUNCTION watch',
    says: 'event trigger watcher',
  },
  {
    name: 'an unlogged table, which a crash empties',
    change: 'ALTER TABLE log_node SET UNLOGGED',
    undo: 'ALTER TABLE log_node SET LOGGED',
    says: 'table log_node',
  },
  {
    name: 'a dropped unique constraint',
    change: 'ALTER TABLE receipt DROP CONSTRAINT receipt_organization_id_log_index_key',
    undo: 'ALTER TABLE receipt ADD CONSTRAINT receipt_organization_id_log_index_key UNIQUE (organization_id, log_index)',
    says: 'constraint receipt_organization_id_log_index_key of receipt',
  },
  {
    name: 'a dropped check',
    change: 'ALTER TABLE log_entry DROP CONSTRAINT log_entry_log_index_check',
    undo: 'ALTER TABLE log_entry ADD CONSTRAINT log_entry_log_index_check CHECK (log_index >= 0)',
    says: 'constraint log_entry_log_index_check of log_entry',
  },
  {
    name: 'a dropped index',
    change: 'ALTER INDEX order_by_context RENAME TO hidden',
    undo: 'ALTER INDEX hidden RENAME TO order_by_context',
    says: 'index order_by_context',
  },
  {
    name: 'a column of another type',
    change: 'ALTER TABLE receipt ALTER COLUMN received_at TYPE numeric',
    undo: 'ALTER TABLE receipt ALTER COLUMN received_at TYPE bigint',
    says: 'table receipt',
  },
  {
    name: 'row security',
    change: 'ALTER TABLE receipt ENABLE ROW LEVEL SECURITY',
    undo: 'ALTER TABLE receipt DISABLE ROW LEVEL SECURITY',
    says: 'table receipt',
  },
  {
    name: 'an inheriting table',
    change: 'CREATE TABLE heir () INHERITS (receipt)',
    undo: 'DROP TABLE heir',
    says: 'table receipt',
  },
];

test('makes the changes that the document lists', () => {
  expect(CASES.map(({ name }) => name)).toEqual(TAMPERINGS.server.changes);
});

test('accepts a database as the migrations create it, with indexes and tables of the operator', async () => {
  expect(await verify()).toMatchObject({ code: 0, stderr: '' });
  await change('CREATE INDEX own ON receipt (job_id); CREATE TABLE mine (a int UNIQUE)');
  expect(await verify()).toMatchObject({ code: 0, stderr: '' });
  await change('DROP INDEX own; DROP TABLE mine');
});

test.each(CASES)('rejects $name', async ({ change: sql, undo, says }) => {
  await change(sql);
  const { code, stdout, stderr } = await verify();
  await change(undo);
  expect([code, stdout]).toEqual([1, '']);
  const named = /changed from outside: its (.+) is not as this program creates it\. Restore/.exec(stderr)?.[1];
  expect(named).toEqual(says);
  expect(await verify()).toMatchObject({ code: 0 });
});
