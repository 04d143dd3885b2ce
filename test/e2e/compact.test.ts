import { once } from 'node:events';
import { rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import DatabaseConstructor from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { CART_LIFETIME, newCheckout } from '../../src/domain/checkout/checkout.js';
import { sweep } from '../../src/maintenance/sweep.js';
import { insertWrite, type Write } from '../../src/ports.js';
import { systemClock, systemIds } from '../../src/system.js';
import { allRows, fileSetting } from '../support/all-rows.js';
import { initDemo } from '../support/init-demo.js';
import { run } from '../support/program.js';
import { serve, start } from '../support/spawn.js';
import { newStore, storeOn } from '../support/store.js';
import { diskFolder } from '../support/temporary-folder.js';
import { volume } from '../support/volume.js';

const DAY = 24 * 60 * 60 * 1000;

let folder: string;
let database: string;
let env: { readonly PORTAL_DB: string };
beforeEach(async () => {
  folder = diskFolder();
  database = join(folder, 'portal.db');
  env = { PORTAL_DB: database };
  expect(await initDemo(database)).toMatchObject({ code: 0 });
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Inserts twice as many rows as `rows`, of `bytes` bytes each, and removes every second one. */
async function fill(rows: number, bytes: number): Promise<void> {
  const store = await storeOn(database);
  const put = (index: number): Write =>
    insertWrite('idempotency', {
      id: `answer_${index}`,
      fingerprint: 'f',
      outcome: `${index}`.padEnd(bytes, 'x'),
      created_at: systemClock.now(),
      version: 0,
    });
  const remove = (index: number): Write => ({ type: 'remove', table: 'idempotency', key: `answer_${index}` });
  const indexes = Array.from({ length: 2 * rows }, (_, index) => index);
  await store.update(() => ({ writes: indexes.map(put), result: undefined }));
  await store.update(() => ({ writes: indexes.filter((index) => index % 2 === 0).map(remove), result: undefined }));
  await store.close();
}

describe('portal compact', () => {
  it('shrinks the file, keeps all rows, and prints the size before and after', async () => {
    await fill(100, 50_000);
    const before = allRows(database);
    const { code, stdout, stderr } = await run(['compact', '--json'], env);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    const said = JSON.parse(stdout);
    expect(said).toEqual({ database, bytes_before: expect.any(Number), bytes_after: statSync(database).size });
    expect(said.bytes_before - said.bytes_after).toBeGreaterThan(4_000_000);
    expect(allRows(database)).toEqual(before);
    const again = await run(['compact'], env);
    expect(again).toMatchObject({ code: 0, stderr: '' });
    expect(again.stdout).toMatch(/^\S+portal\.db: \d+\.\d MiB before, \d+\.\d MiB after\n$/);
  });

  it('exits with an error while a portal serves the file', async () => {
    const server = await serve(database);
    try {
      expect(await run(['compact'], env)).toEqual({
        code: 1,
        stdout: '',
        stderr: `portal: another process has ${database} open: stop the portal first\n`,
      });
    } finally {
      await server.stop('SIGTERM');
    }
    expect(await run(['compact'], env)).toMatchObject({ code: 0 });
  });

  it.each([
    [['--db', join('absent', 'portal.db')], 1],
    [['--unknown'], 2],
  ])('rejects %j', async (args, code) => {
    expect(await run(['compact', ...args], env)).toMatchObject({ code, stdout: '' });
  });

  it('loses no row when it is killed while writing, and can run again', async () => {
    await fill(volume(400, 1_000), 60_000);
    const before = allRows(database);
    const free = fileSetting(database, 'freelist_count');
    const child = start(['compact'], env);
    child.stdin.end();
    const ended = once(child, 'close');
    while (child.exitCode === null && journalBytes() < 1_000_000) await new Promise(setImmediate);
    child.kill('SIGKILL');
    expect(await ended).toEqual([null, 'SIGKILL']);
    expect(allRows(database)).toEqual(before);
    expect(fileSetting(database, 'freelist_count')).toBe(free);
    expect(await run(['compact'], env)).toMatchObject({ code: 0, stderr: '' });
    expect(allRows(database)).toEqual(before);
    expect(fileSetting(database, 'freelist_count')).toBe(0);
  });
});

function journalBytes(): number {
  return statSync(`${database}-wal`, { throwIfNoEntry: false })?.size ?? 0;
}

describe('a killed sweep', () => {
  const CARTS = 3_000;
  /** Counts canceled carts and their audit events; a cart and its event must change together. */
  const swept = () => {
    const file = new DatabaseConstructor(database, { readonly: true });
    const count = (sql: string) => Number(file.prepare(sql).pluck().get());
    const canceled = count("SELECT count(*) FROM checkout WHERE state = 'canceled'");
    const told = count("SELECT count(*) FROM audit_event WHERE action = 'checkout.expired'");
    file.close();
    return { canceled, told };
  };

  it('changes each cart completely or not at all, and leaves the rest to the next sweep', async () => {
    const store = await newStore(database);
    const { entries } = await store.list('all_deployments', {}, undefined, 1);
    const [deployment] = entries;
    if (!deployment) throw new Error('the demo has no deployment');
    const owner = { shop_id: deployment.shop_id, deployment_id: deployment.id };
    const carts = Array.from({ length: CARTS }, (_, index) =>
      insertWrite(
        'checkout',
        newCheckout(`chk_${index}`, { ...owner, buyer_id: `${index}` }, systemClock.now() - 2 * CART_LIFETIME),
      ),
    );
    await store.update(() => ({ writes: carts, result: undefined }));
    await store.close();
    const server = await serve(database);
    while (swept().canceled === 0) await new Promise(setImmediate);
    await server.stop('SIGKILL');
    const after = swept();
    expect(after.told).toBe(after.canceled);
    expect(after.canceled).toBeLessThan(CARTS);
    expect(allRows(database).sound).toBe('ok');
    const again = await storeOn(database);
    await sweep({ store: again, clock: systemClock, ids: systemIds, retention: 30 * DAY });
    await again.close();
    expect(swept()).toEqual({ canceled: CARTS, told: CARTS });
  });
});
