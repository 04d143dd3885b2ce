import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { TableName } from '../../src/ports.js';
import type { Connections } from '../../src/store/postgres/connection/connections.js';
import { ListReader } from '../../src/store/postgres/list-reader.js';
import { RowStatements } from '../../src/store/postgres/rows/row-statements.js';
import { Query } from '../../src/store/sql/query.js';
import { TABLE_NAMES } from '../../src/store/tables/tables.js';
import { type PostgresScene, postgresScene } from './postgres-scene.js';

let scene: PostgresScene;
let connections: Connections;
beforeAll(async () => {
  scene = await postgresScene();
  connections = scene.connect(1);
});
afterAll(() => scene.close());

it('prepares a statement even after callers have combined the filters of lists in very many ways', async () => {
  const texts = await connections.use(async (session) => {
    const lists = new ListReader(session);
    const queries = Array.from({ length: 1_200 }, (_, n) => new Query(() => sql`SELECT ${sql.raw(String(n))} AS n`));
    await Promise.all(queries.map((query) => lists.all(query, {})));
    await session.query('SELECT 1 AS hot');
    return session.query<{ readonly statement: string }>('SELECT statement FROM pg_prepared_statements');
  });
  expect(texts).toContainEqual({ statement: 'SELECT 1 AS hot' });
  expect(texts.length).toBeLessThan(600);
});

it('has a limited number of statements for sets of tables, each of which reads all tables of its set', () => {
  const statements = new RowStatements(3);
  const sets = TABLE_NAMES.flatMap((one) => TABLE_NAMES.map((other) => new Set<TableName>([one, other])));
  const found = sets.map((set) => ({ set, statement: statements.find(set) }));
  expect(new Set(found.map(({ statement }) => statement.text)).size).toBe(4);
  for (const { set, statement } of found) {
    expect(statement.tables).toEqual(expect.arrayContaining([...set]));
    for (const table of statement.tables) expect(statement.text).toContain(`'${table}' AS name`);
  }
});
