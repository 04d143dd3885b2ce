import { rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import DatabaseConstructor, { type Database } from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { discountKey } from '../../src/domain/shop/discount.js';
import { openStore } from '../../src/store/open-store.js';
import { portal } from '../support/spawn.js';
import { newStore, storeOn } from '../support/store.js';
import { tableCounts } from '../support/table-counts.js';
import { temporaryFolder } from '../support/temporary-folder.js';
import { discountRow, itemRow, put, recordRow, SHOP, seed, write } from './sample-rows.js';
import { spiedStore } from './spied-store.js';

/** Faults that only a SQLite file can have. */
describe('SQLite file', () => {
  let folder: string;
  let file: string;
  beforeEach(() => {
    folder = temporaryFolder();
    file = join(folder, 'portal.db');
  });
  afterEach(() => {
    vi.restoreAllMocks();
    rmSync(folder, { recursive: true });
  });

  it('begins a new transaction when the current one reaches its time limit', async () => {
    const store = await newStore(file);
    const { flushes } = store.commitStats;
    let now = performance.now();
    vi.spyOn(performance, 'now').mockImplementation(() => now);
    const slowly = () => {
      now += 7;
      return { writes: [], result: now };
    };
    await Promise.all(Array.from({ length: 6 }, () => store.update(slowly)));
    expect(store.commitStats.flushes).toBe(flushes + 3);
    await store.close();
  });

  /** Writes in each turn of the event loop before the store's own step, while `goesOn`. Returns the writes. */
  const writeEachTurn = (store: Awaited<ReturnType<typeof newStore>>, goesOn: (writes: number) => boolean) => {
    const writes: Promise<number>[] = [];
    const arrive = () => {
      if (!goesOn(writes.length)) return;
      setImmediate(arrive);
      writes.push(store.update(() => ({ writes: [], result: store.commitStats.flushes })));
    };
    arrive();
    return writes;
  };

  it('gathers writes in one transaction while each turn brings one', async () => {
    const store = await newStore(file);
    vi.spyOn(performance, 'now').mockReturnValue(performance.now());
    const writes = writeEachTurn(store, (count) => count < 4);
    const [first = Number.NaN] = await Promise.all(writes.slice(0, 1));
    expect(writes).toHaveLength(4);
    expect(new Set(await Promise.all(writes))).toEqual(new Set([first]));
    await store.close();
  });

  it('gathers writes for a limited time', async () => {
    const store = await newStore(file);
    let now = performance.now();
    vi.spyOn(performance, 'now').mockImplementation(() => now);
    let isWritten = false;
    const writes = writeEachTurn(store, () => {
      now += 1;
      return !isWritten;
    });
    await writes[0];
    isWritten = true;
    expect(writes).toHaveLength(5);
    await store.close();
  });

  it('creates the file once when four processes open it at the same time', async () => {
    const ran = await Promise.all([1, 2, 3, 4].map(() => portal(['init'], { PORTAL_DB: file })));
    expect(ran.map(({ code, stderr }) => ({ code, stderr }))).toEqual(ran.map(() => ({ code: 0, stderr: '' })));
    const database = new DatabaseConstructor(file, { readonly: true });
    expect(database.pragma('integrity_check', { simple: true })).toBe('ok');
    database.close();
  });

  it('waits for another process that is writing to the new file', async () => {
    const other = new DatabaseConstructor(file);
    other.exec('BEGIN IMMEDIATE');
    const wait = vi.spyOn(Atomics, 'wait').mockImplementation(() => {
      other.exec('ROLLBACK');
      return 'timed-out';
    });
    await (await newStore(file)).close();
    expect(wait).toHaveBeenCalledOnce();
    other.close();
  });

  it("with syncs 'on close', flushes to disk on close but not on each write", async () => {
    const said: string[] = [];
    const { pragma, prepare } = DatabaseConstructor.prototype;
    vi.spyOn(DatabaseConstructor.prototype, 'pragma').mockImplementation(function (this: Database, text, options) {
      said.push(text);
      return pragma.call(this, text, options);
    });
    vi.spyOn(DatabaseConstructor.prototype, 'prepare').mockImplementation(function (this: Database, text: string) {
      const statement = prepare.call(this, text);
      const { run } = statement;
      if (text !== 'COMMIT') return statement;
      return Object.assign(statement, { run: () => said.push(text) && run.call(statement, []) });
    });
    const store = await openStore(file, { create: true, needsLogKey: false, syncs: 'on close' });
    await seed(store);
    await store.close();
    const order = said.filter((text) => /synchronous|COMMIT/.test(text));
    const [writes, flush] = [
      ['synchronous = FULL', 'synchronous = NORMAL', 'COMMIT'],
      ['synchronous = FULL', 'COMMIT'],
    ];
    // Last, the log is recorded in the signed heads, after its rows have reached the disk.
    expect(order).toEqual([...writes, ...flush, 'synchronous = EXTRA']);
    const again = await storeOn(file);
    expect(await again.read((rows) => rows.get('shop', SHOP.id))).toMatchObject({ id: SHOP.id });
    await again.close();
  });

  it('merges item tokens incrementally, so that no write has to merge many', async () => {
    const store = await newStore(file);
    await seed(store);
    for (let index = 0; index < 15; index += 1)
      await write(store, put('item', itemRow(`i${index}`, { title: `Thing ${index}` })));
    await store.close();
    const database = new DatabaseConstructor(file, { readonly: true });
    const parts = database.prepare<[], number>('SELECT count(DISTINCT segid) FROM item_token_idx').pluck().get();
    expect(parts).toBeLessThan(8);
    const inOneWrite = database.prepare("SELECT v FROM item_token_config WHERE k = 'automerge'").pluck().get();
    expect(inOneWrite).toBe(0);
    database.close();
  });

  it('rejects a file that a newer program wrote', async () => {
    await (await newStore(file)).close();
    const database = new DatabaseConstructor(file);
    database.pragma('user_version = 999');
    database.close();
    await expect(newStore(file)).rejects.toThrow(/999.*newer version/);
  });

  it('rejects a missing file that must exist, and a file that is not a database', async () => {
    await expect(storeOn(file)).rejects.toThrow(/portal init/);
    writeFileSync(file, 'a text that is no database'.repeat(100));
    await expect(newStore(file)).rejects.toThrow(/not a database/);
  });

  it('opens with settings that make acknowledged writes durable', async () => {
    const { store, connection } = await spiedStore(file);
    const pragma = (name: string) => connection.pragma(name, { simple: true });
    expect([pragma('journal_mode'), pragma('synchronous'), pragma('foreign_keys')]).toEqual(['wal', 2, 1]);
    expect(pragma('busy_timeout')).toBeLessThanOrEqual(10);
    await store.close();
  });

  it('returns unavailable while the disk is full, and recovers afterwards', async () => {
    const { store, connection } = await spiedStore(file);
    await seed(store);
    const pages = Number(connection.pragma('page_count', { simple: true }));
    connection.pragma(`max_page_count = ${pages}`);
    const big = (id: string) => write(store, put('idempotency', recordRow(id, 'x'.repeat(200_000))));
    await expect(big('full')).rejects.toMatchObject({ code: 'unavailable' });
    connection.pragma('max_page_count = 1000000');
    await big('later');
    expect([...(await store.read((rows) => rows.many('idempotency', ['full', 'later']))).keys()]).toEqual(['later']);
    await store.close();
  });

  it('reports a failing write, and recovers when one succeeds', async () => {
    const { store, connection } = await spiedStore(file);
    await seed(store);
    await store.check();
    connection.pragma('query_only = ON');
    const record = () => write(store, put('idempotency', recordRow('a', 1)));
    await expect(record()).rejects.toMatchObject({ code: 'unavailable' });
    await expect(store.check()).rejects.toMatchObject({ code: 'unavailable' });
    connection.pragma('query_only = OFF');
    await record();
    await store.check();
    await store.close();
  });

  it('checks itself by a write that reaches the disk and is rolled back', async () => {
    const { store } = await spiedStore(file);
    const size = () => statSync(`${file}-wal`).size;
    const before = { size: size(), tables: await tableCounts(file) };
    await store.check();
    expect(size()).toBeGreaterThan(before.size);
    expect(await tableCounts(file)).toEqual(before.tables);
    await store.close();
  });

  it('restores the rows that a failed transaction had removed', async () => {
    const { store, connection } = await spiedStore(file);
    await seed(store);
    await write(store, put('discount', discountRow('CODE')));
    const key = discountKey(SHOP.id, 'CODE');
    const code = () => store.read((rows) => rows.get('discount', key)?.code);
    connection.pragma(`max_page_count = ${connection.pragma('page_count', { simple: true })}`);
    const big = recordRow('full', 'x'.repeat(200_000));
    // Stops the clock, so that a slow machine does not split the batch.
    vi.spyOn(performance, 'now').mockReturnValue(performance.now());
    const outcomes = await Promise.allSettled([
      write(store, { type: 'remove', table: 'discount', key }),
      store.update((rows) => ({ writes: [], result: rows.get('discount', key)?.code })),
      write(store, put('idempotency', big)),
    ]);
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
    expect(await code()).toBe('CODE');
    await store.close();
  });

  it('reads one snapshot while another connection writes', async () => {
    const { store } = await spiedStore(file);
    await write(store, put('idempotency', recordRow('a', 1)));
    const other = new DatabaseConstructor(file);
    const seen = await store.read((rows) => {
      const before = rows.get('idempotency', 'a')?.version;
      other.exec('UPDATE idempotency SET version = 9');
      return [before, rows.get('idempotency', 'a')?.version];
    });
    expect(seen).toEqual([1, 1]);
    await nextTurn();
    expect((await store.read((rows) => rows.get('idempotency', 'a')))?.version).toBe(9);
    other.close();
    await store.close();
  });

  it('reads one snapshot for requests that begin in the same turn', async () => {
    const { store } = await spiedStore(file);
    await write(store, put('idempotency', recordRow('a', 1)));
    const other = new DatabaseConstructor(file);
    const version = async () => (await store.read((rows) => rows.get('idempotency', 'a')))?.version;
    // As `http/pace.ts` does: the next request begins when the pending promises of the previous one have run.
    const nextRequest = () => new Promise((resolve) => queueMicrotask(() => process.nextTick(resolve)));
    await nextTurn();
    const seen: unknown[] = [];
    for (let request = 0; request < 3; request += 1) {
      const reading = version();
      await nextRequest();
      seen.push(await reading);
      if (request === 0) other.exec('UPDATE idempotency SET version = 9');
    }
    expect(seen).toEqual([1, 1, 1]);
    await nextTurn();
    expect(await version()).toBe(9);
    other.close();
    await store.close();
  });

  it('waits for the lock of another process without blocking the event loop', async () => {
    const { store } = await spiedStore(file);
    const other = new DatabaseConstructor(file);
    other.exec('BEGIN IMMEDIATE');
    const writing = write(store, put('idempotency', recordRow('a', 1)));
    while (store.commitStats.busy < 3) await nextTurn();
    other.exec('COMMIT');
    await writing;
    expect(await store.read((rows) => rows.get('idempotency', 'a'))).toBeDefined();
    other.close();
    await store.close();
  });
});
