import type { Database } from 'better-sqlite3';
import { describe, expect, test } from 'vitest';
import { type ChangeOf, TAMPERINGS } from '../../src/docs/tampering-list.js';
import { indexOf } from '../../src/store/log/log-fault.js';
import { openReadOnly } from '../../src/store/sqlite/file/read-only-file.js';
import { auditedFile } from '../../src/store/sqlite/log/audited-file.js';
import { givenCopies } from './log-tampering/copies.js';
import type { Copy } from './log-tampering/copy.js';
import type { Scene } from './log-tampering/scene.js';

/** Changes by SQL that do not touch the rows of a log: to tables, indexes and the log's name, and orphaned rows. */

let scene: Scene;
let copy: Copy;
givenCopies((given) => {
  ({ scene, copy } = given);
});

const OTHERWISE = 'is not as this program makes it';
const CHANGED: readonly { readonly name: ChangeOf<'file'>; readonly sql: string; readonly says: string }[] = [
  {
    name: 'a view that shows other rows to read-only connections',
    sql: `CREATE TABLE agent_before AS SELECT * FROM agent;
          ALTER TABLE agent RENAME TO agent_now;
          CREATE VIEW agent AS SELECT * FROM agent_before WHERE (SELECT query_only FROM pragma_query_only)
            UNION ALL SELECT * FROM agent_now WHERE NOT (SELECT query_only FROM pragma_query_only)`,
    says: `table agent ${OTHERWISE}`,
  },
  {
    name: 'a trigger',
    sql: 'CREATE TRIGGER quiet AFTER INSERT ON LOG_ENTRY BEGIN DELETE FROM log_entry; END',
    says: 'trigger quiet was added',
  },
  {
    name: 'a trigger on a table that is not audited',
    sql: "CREATE TRIGGER reviver AFTER UPDATE ON usage BEGIN UPDATE signing_key SET status = 'active'; END",
    says: 'trigger reviver was added',
  },
  {
    name: 'a view that is not audited',
    sql: 'CREATE VIEW shown AS SELECT * FROM "order"',
    says: 'view shown was added',
  },
  {
    name: 'a removed unaudited index',
    sql: 'DROP INDEX order_by_context',
    says: `index order_by_context ${OTHERWISE}`,
  },
  { name: 'a removed table', sql: 'DROP TABLE log_closed', says: `table log_closed ${OTHERWISE}` },
  {
    name: 'a renamed column',
    sql: 'ALTER TABLE organization RENAME COLUMN public_log TO hidden',
    says: `table organization ${OTHERWISE}`,
  },
  { name: 'a removed index', sql: 'DROP INDEX receipt_of_job', says: `index receipt_of_job ${OTHERWISE}` },
];

describe('portal log verify', () => {
  test('is tested with the changes that the document lists', () => {
    expect(CHANGED.map(({ name }) => name)).toEqual(TAMPERINGS.file.changes);
  });

  test.each(CHANGED)('rejects $name', async ({ sql, says }) => {
    copy.change((database) => database.exec(sql));
    expect(await copy.verify()).toEqual({
      code: 1,
      stdout: '',
      stderr: `portal: ${copy.database} was changed from outside: its ${says}. Restore the newest copy of it\n`,
    });
  });

  test('ignores indexes and tables that the operator added', async () => {
    copy.change((database) => database.exec('CREATE INDEX own ON receipt (job_id); CREATE TABLE mine (a); ANALYZE'));
    expect(await copy.verify()).toMatchObject({ code: 0, stderr: '' });
  });

  test('detects a partial index that hides rows from lookups', async () => {
    copy.change(emptyIndex);
    expect(await copy.verify()).toMatchObject({
      code: 1,
      stderr: 'portal: the database is not valid: wrong # of entries in index receipt_of_job\n',
    });
  });

  test('detects a value that the schema rejects', async () => {
    copy.change((database) => database.exec("UPDATE receipt SET metadata = '' WHERE log_index = 9"));
    expect(await copy.verify()).toMatchObject({
      code: 1,
      stderr: 'portal: the database is not valid: CHECK constraint failed in receipt\n',
    });
  });

  test.each(['garbage', 'evil+00000000+AAAA', ''])(
    'reports that the name of the logs was changed to %j',
    async (vkey) => {
      copy.change((database) => database.prepare('UPDATE log_identity SET vkey = ?').run(vkey));
      expect(await copy.verify()).toMatchObject({
        code: 1,
        stderr: expect.stringMatching(
          /^portal: the name of the receipt logs in the database is not valid: .* newest copy/,
        ),
      });
    },
  );

  test.each([
    ['log_checkpoint', 'org_nobody/1/5', 'org_nobody'],
    ['log_publication', 'org_nobody/1', 'org_nobody'],
    ['log_checkpoint', 'astray', undefined],
  ])('reports a row that was added to %s under the key %s', async (table, id, owner) => {
    const { organization_id } = scene.mine;
    copy.change((database) => {
      database.exec(`CREATE TEMP TABLE added AS SELECT * FROM ${table} WHERE organization_id = '${organization_id}'`);
      database.prepare('UPDATE added SET key = ?, organization_id = ?').run(id, owner ?? organization_id);
      database.exec(`INSERT INTO ${table} SELECT * FROM added`);
    });
    const { code, audits } = await copy.audits();
    expect(code).toBe(1);
    expect(audits.get(owner ?? id)?.fault).toContain('the head of the log is missing');
  });
});

test('prints an id with a line break on one line, so that it cannot fake a valid log', async () => {
  copy.change((database) =>
    database.prepare('UPDATE agent SET key = ? WHERE key = ?').run('agt_\u001b[2J\norg_1  valid', scene.mine.agent_id),
  );
  const { stdout } = await copy.verify('--organization', scene.mine.organization_id);
  expect(stdout.split('\n')[0]).toContain('  INVALID  agent agt_\\u001b[2J\\u000aorg_1  valid is not as the log says');
});

test('reads two leaves at the same log index together, even at the end of a batch', async () => {
  const { organization_id, first } = scene.mine;
  copy.change((database) =>
    database
      .prepare(
        'INSERT INTO log_entry SELECT organization_id, ?, type, data, salt FROM log_entry WHERE organization_id = ? AND log_index = 0',
      )
      .run(first, organization_id),
  );
  const file = auditedFile(openReadOnly(copy.database));
  const leaves = await file.look(organization_id, (rows) => rows.leaves(undefined, first + 1));
  file.close();
  expect(leaves.slice(first).map(indexOf)).toEqual([first, first]);
});

/** Builds an empty index, then replaces its stored SQL with the correct one. */
function emptyIndex(database: Database): void {
  const schema = "sqlite_schema SET sql = ? WHERE name = 'receipt_of_job'";
  const sql = database.prepare("SELECT sql FROM sqlite_schema WHERE name = 'receipt_of_job'").pluck().get();
  database.exec(`DROP INDEX receipt_of_job; ${sql} WHERE log_index < 0`);
  database.unsafeMode(true);
  database.pragma('writable_schema = ON');
  database.prepare(`UPDATE ${schema}`).run(sql);
}
