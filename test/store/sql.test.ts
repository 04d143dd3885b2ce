import DatabaseConstructor from 'better-sqlite3';
import { sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { POSTGRES } from '../../src/store/sql/postgres-dialect.js';
import { Query } from '../../src/store/sql/query.js';
import { readNow, readSoon, together } from '../../src/store/sql/reads.js';
import { SQLITE } from '../../src/store/sql/sqlite-dialect.js';
import type { Values } from '../../src/store/sql/values.js';
import { QueryReader } from '../../src/store/sqlite/file/query-reader.js';

const p = sql.placeholder;
const CHOSEN = new Query<{ readonly key: string }>(
  (words) => sql`SELECT key FROM "order" WHERE ${words.anyOf(sql`key`, p('keys'))} LIMIT ${p('limit')}`,
);

describe('a query for both engines', () => {
  it('renders one text for each dialect, with its parameters in their order', () => {
    const values = { keys: ['a', 'b'], limit: 2 };
    const onSqlite = SQLITE.render(CHOSEN.write(SQLITE.words));
    expect(onSqlite.text).toBe('SELECT key FROM "order" WHERE key IN (SELECT value FROM json_each(?)) LIMIT ?');
    expect(onSqlite.bind(values)).toEqual(['["a","b"]', 2]);
    const onPostgres = POSTGRES.render(CHOSEN.write(POSTGRES.words));
    expect(onPostgres.text).toBe('SELECT key FROM "order" WHERE key = ANY($1) LIMIT $2');
    expect(onPostgres.bind(values)).toEqual([['a', 'b'], 2]);
  });

  it('rejects a missing parameter, and a value embedded in the text', () => {
    const { bind } = SQLITE.render(CHOSEN.write(SQLITE.words));
    expect(() => bind({ limit: 1 })).toThrow('no value for the placeholder keys');
    expect(() => SQLITE.render(sql`SELECT ${'a'}`)).toThrow('accepts values only as placeholders, not "a"');
  });

  it('prepares a query once for each connection', () => {
    const database = new DatabaseConstructor(':memory:');
    const texts: string[] = [];
    const reader = new QueryReader(database);
    const query = new Query<{ readonly value: number }>(() => {
      texts.push('written');
      return sql`SELECT ${p('value')} + 1 AS value`;
    });
    expect([reader.all(query, { value: 1 }), reader.all(query, { value: 2 })]).toEqual([
      [{ value: 2 }],
      [{ value: 3 }],
    ]);
    expect(texts).toEqual(['written']);
    database.close();
  });
});

describe('computations that read', () => {
  const query = new Query<number>(() => sql``);
  function* sum(first: number, steps: number) {
    let total = 0;
    for (let at = 0; at < steps; at += 1) for (const value of yield* query.all({ value: first + at })) total += value;
    return total;
  }
  const answer = (values: Values) => [Number(values.value)];

  it('returns the same result whether reads are answered synchronously or later', async () => {
    expect(readNow(sum(1, 3), { all: (_query, values) => answer(values) as never })).toBe(6);
    expect(await readSoon(sum(1, 3), { all: async (_query, values) => answer(values) as never })).toBe(6);
  });

  it('shares round trips among parallel computations', async () => {
    const trips: number[][] = [];
    const reads = together([sum(1, 1), sum(10, 3), sum(100, 2)]);
    const results = [];
    for (let step = reads.next(); ; step = reads.next()) {
      if (step.done) {
        results.push(...step.value);
        break;
      }
      trips.push([]);
      for (const request of step.value)
        request.now({
          all(_query, values) {
            trips.at(-1)?.push(Number(values.value));
            return answer(values) as never;
          },
        });
    }
    expect(results).toEqual([1, 33, 201]);
    expect(trips).toEqual([[1, 10, 100], [11, 101], [12]]);
  });
});
