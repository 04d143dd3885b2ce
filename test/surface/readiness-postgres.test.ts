import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import type { StoreOptions } from '../../src/store/open-store.js';
import { PostgresStore } from '../../src/store/postgres/postgres-store.js';
import { type CuttingProxy, cuttingProxy } from '../support/cutting-proxy.js';
import { startPortal, type TestPortal } from '../support/portal.js';
import { newPostgres, releasePostgres } from '../support/postgres.js';
import { inPostgres } from '../support/postgres-rows.js';
import { temporaryFolder } from '../support/temporary-folder.js';

/** Longer than the time for which the outcome of a write affects readiness, in milliseconds. */
const LATER = 20_000;

let folder: string;
let database: string;
let proxy: CuttingProxy;
let portal: TestPortal;
const answers: string[] = [];
beforeAll(async () => {
  folder = temporaryFolder();
  database = await newPostgres();
  proxy = await cuttingProxy(database);
  const files = join(folder, 'portal');
  const open = (_file: string, options: StoreOptions) => PostgresStore.open(proxy.url, { ...options, files });
  portal = await startPortal({ database: files, open });
});
afterEach(() => {
  vi.restoreAllMocks();
});
afterAll(async () => {
  await portal.close();
  await proxy.close();
  await releasePostgres(database);
  rmSync(folder, { recursive: true });
});

const run = (script: string) => inPostgres(database, (client) => client.query(script));
async function ready() {
  const { status, json, text, headers } = await portal.request('GET', '/readyz', { key: null });
  answers.push(text);
  const retryAfter = headers.get('retry-after');
  return status === 200 ? json : { status, error: json.error, detail: json.detail, retryAfter };
}
const refused = (detail: string) => ({
  status: 503,
  error: 'unavailable',
  detail: expect.stringContaining(detail),
  retryAfter: '1',
});
const isReady = { status: 'ready' };

/** Makes a write that needs no cart. */
const consumer = () =>
  portal.request('POST', '/api/consumers', { body: { name: 'Consumer' }, key: portal.demo.organization_key });

/** Makes transactions read-only, as on a standby, or writable again. Ends the connections, so that new ones obey. */
async function readOnly(isReadOnly: boolean): Promise<void> {
  const name = new URL(database).pathname.slice(1);
  await inPostgres(database, async (client) => {
    await client.query('SET default_transaction_read_only = off');
    await client.query(`ALTER DATABASE ${name} SET default_transaction_read_only = ${isReadOnly}`);
    await client.query(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE datname = current_database() AND pid <> pg_backend_pid()`);
  });
}

describe('/readyz on PostgreSQL', () => {
  it('returns 503 while the server is away, and 200 when it is back', async () => {
    expect(await ready()).toEqual(isReady);
    await proxy.pause();
    // The first check meets a broken connection, the second one gets no new connection.
    for (const _of of ['break', 'none']) expect(await ready()).toEqual(refused('cannot be reached'));
    expect((await portal.request('GET', '/healthz', { key: null })).status).toBe(200);
    await proxy.resume();
    await expect.poll(ready).toEqual(isReady);
  });

  it('returns 503 while the server rejects writes, and while a write still waits', async () => {
    await readOnly(true);
    const now = performance.now.bind(performance);
    vi.spyOn(performance, 'now').mockImplementation(() => now() + LATER);
    await expect.poll(ready).toEqual(refused('cannot be written'));
    vi.restoreAllMocks();
    const written = consumer();
    await expect.poll(ready).toEqual(refused('Writes still wait'));
    await readOnly(false);
    expect((await written).status).toBe(200);
    await expect.poll(ready).toEqual(isReady);
  });

  it('returns 503 once a newer program has migrated the database', async () => {
    await run('INSERT INTO schema_version (version, applied_at) VALUES (999, 0)');
    expect(await ready()).toEqual(refused('newer version'));
    await run('DELETE FROM schema_version WHERE version = 999');
    expect(await ready()).toEqual(isReady);
  });

  it("reveals the server's address and password in no response, log line or metric", async () => {
    const { port, password } = new URL(proxy.url);
    const { length } = portal.logged;
    await proxy.pause();
    for (const _of of ['break', 'none']) await ready();
    await proxy.resume();
    await expect.poll(ready).toEqual(isReady);
    const metrics = await portal.request('GET', '/metrics', { key: null });
    expect(metrics.text).toContain('portal_database_connections');
    const shown = [...answers, ...portal.logged, metrics.text].join('\n');
    expect(portal.logged.slice(length).join('\n')).toContain('ECONNREFUSED');
    expect(password).toMatch(/./);
    for (const secret of [`:${port}`, password]) expect(shown).not.toContain(secret);
  });
});
