import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { Connections } from '../../src/store/postgres/connection/connections.js';
import type { Session } from '../../src/store/postgres/connection/session.js';
import { StatementGroup } from '../../src/store/postgres/connection/statement-group.js';
import { StatementNames } from '../../src/store/postgres/connection/statement-names.js';
import { type PostgresScene, postgresScene } from './postgres-scene.js';

let scene: PostgresScene;
let connections: Connections;
beforeAll(async () => {
  scene = await postgresScene();
  connections = scene.connect(1);
});
afterAll(() => scene.close());

const using = <R>(work: (session: Session) => Promise<R>) => connections.use(work);
const outcomesOf = (...sent: readonly Promise<unknown>[]) =>
  Promise.all(sent.map((one) => one.catch((fault) => fault.code)));

it('returns the rows of each statement of a turn, whether it was prepared before or not', async () => {
  const turn = (session: Session) => [
    session.query('SELECT 1 AS one, NULL AS none'),
    session.query('SET LOCAL work_mem = 64'),
    session.query('SELECT number FROM unnest($1::bigint[]) AS number', [[2, 3]]),
    session.query('SELECT 1 AS one, NULL AS none'),
    session.query('SELECT 4 AS four WHERE false'),
  ];
  const rows = [[{ one: 1, none: null }], [], [{ number: 2 }, { number: 3 }], [{ one: 1, none: null }], []];
  for (let times = 0; times < 2; times += 1) expect(await using((session) => Promise.all(turn(session)))).toEqual(rows);
});

it('passes texts, numbers, bytes and nulls unchanged, alone and in arrays', async () => {
  const texts = ['', 'NULL', '"', '\\', '{a,b}', 'ü\n', null];
  const bytes = [Uint8Array.of(0, 92, 255), Buffer.alloc(0), null];
  const text = `
    SELECT $1::text[] AS texts, $2::bytea[] AS bytes, $3::bigint[] AS numbers, $4::text AS text, $5::bytea AS byte,
      $6::bigint AS number, $7::text AS none`;
  const [row] = await using((session) =>
    session.query(text, [texts, bytes, [-1, 2 ** 52, null], '"\\', Uint8Array.of(0, 92, 255), 7, null]),
  );
  expect(row).toMatchObject({ texts, text: '"\\', byte: Buffer.of(0, 92, 255), number: 7, none: null });
  expect(row?.bytes).toEqual([Buffer.of(0, 92, 255), Buffer.alloc(0), null]);
  expect(row?.numbers).toEqual(['-1', String(2 ** 52), null]);
});

it('fails only the statement with an integer that a number cannot hold', async () => {
  const sent = (session: Session) =>
    outcomesOf(session.query(`SELECT ${2n ** 60n}::bigint AS much`), session.query('SELECT 1 AS one'));
  expect(await using(sent)).toEqual([undefined, [{ one: 1 }]]);
});

it('names the failed statement of a turn, undoes those before it, runs none after it, and can run all of them later', async () => {
  const divided = 'SELECT 6 / $1::int AS quotient';
  const turn = (session: Session, by: number) =>
    outcomesOf(session.query('SELECT 1 AS one'), session.query(divided, [by]), session.query('SELECT 2 AS two'));
  for (const by of [0, 3, 0, 2])
    expect(await using((session) => turn(session, by))).toEqual(
      by === 0 ? ['25P02', '22012', '25P02'] : [[{ one: 1 }], [{ quotient: 6 / by }], [{ two: 2 }]],
    );
});

const FAILING = 'SELECT 1 / 0';

it.each([
  { begin: 'BEGIN', name: 'before the turn', first: 'SELECT 1 AS one' },
  { begin: 'SELECT 1', name: 'in the turn', first: 'BEGIN' },
])('returns the rows before a failed statement of a transaction that begins $name', async ({ begin, first }) => {
  const outcomes = await using(async (session) => {
    await session.run(begin);
    const sent = await outcomesOf(session.query(first), session.query('SELECT 2 AS two'), session.query(FAILING));
    await session.run('ROLLBACK');
    return sent;
  });
  expect(outcomes.slice(1)).toEqual([[{ two: 2 }], '22012']);
  expect(outcomes[0]).toBeInstanceOf(Array);
});

it('rejects a COMMIT that rolls back, alone and in a turn', async () => {
  for (const commit of ['query', 'run'] as const) {
    const outcome = await using(async (session) => {
      await session.run('BEGIN');
      await session.query(FAILING).catch(() => undefined);
      return outcomesOf(session[commit]('COMMIT'));
    });
    expect(outcome).toEqual(['25P02']);
  }
});

it('rejects a statement outside of a transaction whose implicit commit fails', async () => {
  const outcomes = await using(async (session) => {
    await session.run('CREATE TEMPORARY TABLE number (n int UNIQUE DEFERRABLE INITIALLY DEFERRED)');
    const add = (n: number) => session.query('INSERT INTO number VALUES ($1) RETURNING n', [n]);
    const single = [await outcomesOf(add(1)), await outcomesOf(add(1))];
    return [...single, await outcomesOf(add(2), add(1)), await session.query('SELECT n FROM number')];
  });
  expect(outcomes).toEqual([[[{ n: 1 }]], ['23505'], ['25P02', '23505'], [{ n: 1 }]]);
});

/** A group of two statements whose responses come from the test. */
function groupOfTwo() {
  const onEnd = vi.fn();
  const client = { prepared: new Map(), getTransactionStatus: () => 'I' as const };
  const group = new StatementGroup(client, { onResult: () => undefined, onEnd }, false);
  const sent = [1, 2].map((n) => group.add(`SELECT ${n}`, [], new StatementNames('none', 0)));
  const outcomes = Promise.all(sent.map((one) => one.catch((fault: unknown) => fault)));
  return { group, outcomes, onEnd };
}

const LOST = expect.objectContaining({ isLost: true });

it('rejects statements that have run if the connection breaks before the server has committed them', async () => {
  const { group, outcomes, onEnd } = groupOfTwo();
  group.handleCommandComplete({ text: 'SELECT 1' });
  group.handleCommandComplete({ text: 'SELECT 1' });
  group.handleError(new Error('the connection broke'));
  expect(await outcomes).toEqual([LOST, LOST]);
  expect(onEnd.mock.calls).toEqual([[LOST]]);
});

it('rejects all statements and drops the connection if a result is missing', async () => {
  const { group, outcomes, onEnd } = groupOfTwo();
  group.handleCommandComplete({ text: 'SELECT 1' });
  group.handleReadyForQuery();
  expect(await outcomes).toEqual([LOST, LOST]);
  expect(onEnd.mock.calls).toEqual([[LOST]]);
});

it('runs more different statements than a connection prepares', async () => {
  const numbers = [0, 1, 2, 3, 4];
  const names = new StatementNames('few', 3);
  for (let times = 0; times < 2; times += 1) {
    const rows = await using((session) =>
      Promise.all(numbers.map((n) => session.query(`SELECT ${n} AS n`, [], names))),
    );
    expect(rows).toEqual(numbers.map((n) => [{ n }]));
  }
});
