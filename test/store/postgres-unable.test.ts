import { randomBytes } from 'node:crypto';
import { Client } from 'pg';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { Connections } from '../../src/store/postgres/connection/connections.js';
import type { PostgresStore } from '../../src/store/postgres/postgres-store.js';
import type { CuttingProxy } from '../support/cutting-proxy.js';
import { inPostgres } from '../support/postgres-rows.js';
import { type PostgresScene, postgresScene } from './postgres-scene.js';
import { put, recordRow, write } from './sample-rows.js';

/** The server is running but lacks disk space, memory or connections. */

const WRITES = 40;
/** Size of the connection pool, which exceeds the connections that the server allows to the role. */
const MOST = 8;
const ROLE = `crowded_${randomBytes(4).toString('hex')}`;

let scene: PostgresScene;
let database: string;
let proxy: CuttingProxy;
let store: PostgresStore;
beforeAll(async () => {
  scene = await postgresScene();
  ({ database, proxy } = scene);
  store = await scene.open(database);
  await run(`CREATE SEQUENCE tries;
    CREATE FUNCTION lacks() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      PERFORM nextval('tries');
      RAISE EXCEPTION 'could not extend file' USING ERRCODE = TG_ARGV[0];
    END $$;
    CREATE ROLE ${ROLE} LOGIN PASSWORD 'secret' CONNECTION LIMIT 2`);
});
afterEach(() => {
  vi.restoreAllMocks();
});
afterAll(async () => {
  await run(`DROP FUNCTION lacks; DROP SEQUENCE tries; DROP ROLE ${ROLE}`);
  await scene.close();
});

const run = (script: string) => inPostgres(database, (client) => client.query(script));
const record = (id: string) => write(store, put('idempotency', recordRow(id, id)));

/** Makes inserts of records with these keys fail with an SQLSTATE until `giveIn`. */
const refuse = (code: string, keys: string) =>
  run(`ALTER SEQUENCE tries RESTART; CREATE TRIGGER lacks BEFORE INSERT ON idempotency FOR EACH ROW
    WHEN (NEW.key LIKE '${keys}') EXECUTE FUNCTION lacks('${code}')`);
const giveIn = () => run('DROP TRIGGER lacks ON idempotency');

it.each(['53100', '53200', '58030'])(
  'rejects a write that fails with %s immediately, together with its whole batch',
  async (code) => {
    await refuse(code, '%');
    const { busy, flushes } = store.commitStats;
    const written = await Promise.allSettled(Array.from({ length: WRITES }, (_, n) => record(`${code} ${n}`)));
    for (const one of written)
      expect(one).toMatchObject({
        status: 'rejected',
        reason: { code: 'unavailable', retryAfter: 1, detail: expect.stringContaining('cannot be written') },
      });
    expect(store.commitStats).toMatchObject({ busy, flushes });
    const { rows } = await run('SELECT last_value::int AS tries FROM tries');
    expect(rows).toEqual([{ tries: 1 }]);
    await giveIn();
    await record(`${code} later`);
  },
);

it.each(['53400', '58P01', 'XX001', 'XX002', '57014'])(
  'rejects only the write that fails with %s, not the others of its batch',
  async (code) => {
    await refuse(code, '%bad');
    const keys = Array.from({ length: WRITES }, (_, n) => `${code} ${n}${n === 3 ? ' bad' : ''}`);
    const written = await Promise.allSettled(keys.map(record));
    await giveIn();
    const failed = { status: 'rejected', reason: { code: 'unavailable' } };
    expect(written).toMatchObject(keys.map((key) => (key.endsWith('bad') ? failed : { status: 'fulfilled' })));
  },
);

it('rejects a write that waited too long behind a write that runs alone, without running it again', async () => {
  await refuse('57014', '%slow');
  const now = performance.now.bind(performance);
  let late = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => now() + late);
  let runs = 0;
  const slow = store.update(() => {
    // In its second run, the write runs alone.
    if (++runs === 2) late += 60_000;
    return { writes: [put('idempotency', recordRow('slow', 1))], result: undefined };
  });
  const behind = vi.fn(() => ({ writes: [put('idempotency', recordRow('behind', 1))], result: undefined }));
  const told = await Promise.allSettled([slow, store.update(behind)]);
  await giveIn();
  expect(told).toMatchObject([1, 2].map(() => ({ status: 'rejected', reason: { code: 'unavailable' } })));
  expect([runs, behind.mock.calls.length]).toEqual([2, 1]);
  await record('behind');
});

/** Returns a URL for a role that may open only two connections. */
function crowded(): string {
  const url = new URL(proxy.url);
  [url.username, url.password] = [ROLE, 'secret'];
  return url.href;
}

it('continues with the open connections when the server accepts no more', async () => {
  const connections = new Connections(crowded(), MOST);
  vi.spyOn(performance, 'now').mockReturnValue(0);
  const { asked } = proxy;
  const works = Array.from({ length: WRITES }, (_, n) =>
    connections.use((session) => session.query(`SELECT ${n} AS n`)),
  );
  expect(await Promise.all(works)).toEqual(works.map((_, n) => [{ n }]));
  expect(proxy.asked - asked).toBe(MOST);
  await connections.close();
});

/** Connects as soon as the server has ended the connections of the previous test. */
function connectClient(): Promise<Client> {
  const connect = async () => {
    const client = new Client({ connectionString: crowded() });
    client.on('error', () => {});
    return client.connect().then(() => client);
  };
  return vi.waitFor(connect, { timeout: 600_000 });
}

it('waits a moment before it again contacts a server that accepts no connections', async () => {
  const holders = [await connectClient(), await connectClient()];
  const connections = new Connections(crowded(), MOST);
  const use = () => connections.use((session) => session.query('SELECT 1 AS one'));
  const now = vi.spyOn(performance, 'now').mockReturnValue(0);
  const { asked } = proxy;
  // The server rejects the first requests, and with them all that wait. Later requests are rejected without contacting
  // the server.
  for (let round = 0; round < 2; round += 1)
    for (const one of await Promise.allSettled(Array.from({ length: WRITES }, use)))
      expect(one).toMatchObject({ status: 'rejected', reason: { code: '53300', isUnable: true } });
  expect(proxy.asked - asked).toBe(MOST);
  for (const holder of holders) await holder.end();
  // The server may reject a request until the holders' processes have ended, so the time must pass.
  now.mockRestore();
  await expect.poll(use).toEqual([{ one: 1 }]);
  await connections.close();
});
