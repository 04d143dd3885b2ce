import { rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import DatabaseConstructor from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { insertWrite, type Write } from '../../src/ports.js';
import { compactDatabase, type OpenedStore } from '../../src/store/open-store.js';
import { assertRoom } from '../../src/store/sqlite/file/disk-room.js';
import { allRows, fileSetting } from '../support/all-rows.js';
import { newStore, storeOn } from '../support/store.js';
import { temporaryFolder } from '../support/temporary-folder.js';
import { openOldFile } from './old-file.js';
import { checkoutRow, itemRow, NOW, recordRow, SHOP, seed, write } from './sample-rows.js';

const INCREMENTAL = 2;
/** Content of each row, so long that a thousand pages fill quickly. */
const LONG = 'x'.repeat(10_000);
const KEYS = Array.from({ length: 1_000 }, (_, index) => `answer_${index}`);

let folder: string;
let file: string;
beforeEach(() => {
  folder = temporaryFolder();
  file = join(folder, 'portal.db');
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Writes many rows, and removes nine of every ten. */
async function writeAndRemove(store: OpenedStore): Promise<void> {
  await write(store, ...KEYS.map((key) => insertWrite('idempotency', recordRow(key, LONG))));
  const gone = KEYS.filter((_key, index) => index % 10 > 0);
  await write(store, ...gone.map((key): Write => ({ type: 'remove', table: 'idempotency', key })));
}

const paid = checkoutRow('chk_1', {
  state: 'completed',
  frozen: {
    shop: { ...SHOP, version: 1 },
    items: [itemRow('mug', { version: 1 })],
    discounts: [],
    priced_at: NOW,
    rules: 2,
  },
});

describe('a new file', () => {
  it('returns free pages gradually except for a reserve, and loses no row', async () => {
    const store = await newStore(file);
    await seed(store);
    expect(await store.giveBack()).toBe(false);
    await writeAndRemove(store);
    const [before, pages] = [allRows(file), fileSetting(file, 'page_count')];
    let free = fileSetting(file, 'freelist_count');
    expect(free).toBeGreaterThan(1_500);
    while (await store.giveBack()) {
      const left = fileSetting(file, 'freelist_count');
      expect(free - left).toBeGreaterThan(0);
      expect(free - left).toBeLessThanOrEqual(100);
      free = left;
    }
    expect(free).toBeGreaterThan(800);
    expect(free).toBeLessThanOrEqual(1_000);
    expect(fileSetting(file, 'page_count')).toBeLessThan(pages - 500);
    expect(allRows(file)).toEqual(before);
    await store.close();
  });
});

describe('compacting', () => {
  it('rewrites an old file with every row, and returns free pages from then on', async () => {
    openOldFile(file, 17).close();
    const store = await storeOn(file);
    await writeAndRemove(store);
    await write(store, insertWrite('checkout', paid));
    expect(await store.giveBack()).toBe(false);
    await store.close();
    const before = allRows(file);
    expect(fileSetting(file, 'auto_vacuum')).toBe(0);
    const sizes = await compactDatabase(file, {});
    expect(sizes.after).toBe(statSync(file).size);
    expect(sizes.after).toBeLessThan(sizes.before / 4);
    expect(allRows(file)).toEqual(before);
    expect(fileSetting(file, 'auto_vacuum')).toBe(INCREMENTAL);
    expect(fileSetting(file, 'freelist_count')).toBe(0);
    const again = await storeOn(file);
    expect(await again.read((rows) => rows.get('checkout', 'chk_1'))).toStrictEqual({ ...paid, version: 1 });
    await again.close();
  });

  it('removes only those parts of frozen terms that no checkout uses', async () => {
    const store = await newStore(file);
    await seed(store);
    await write(store, insertWrite('checkout', paid));
    await store.close();
    const parts = () => {
      const database = new DatabaseConstructor(file);
      database.prepare("INSERT INTO shared_part VALUES (?, 'none', '{}') ON CONFLICT DO NOTHING").run(SHOP.id);
      database.close();
    };
    const before = allRows(file).shared_part;
    parts();
    expect(allRows(file).shared_part).not.toEqual(before);
    await compactDatabase(file, {});
    expect(allRows(file).shared_part).toEqual(before);
  });

  it('fails while another process has the file open, without disturbing it', async () => {
    const store = await newStore(file);
    await seed(store);
    await expect(compactDatabase(file, {})).rejects.toThrow('another process has');
    await write(store, insertWrite('idempotency', recordRow('after', 'x')));
    await store.close();
    await compactDatabase(file, {});
  });

  it('requires space for a copy in the temporary folder and for another next to the file', () => {
    expect(() => assertRoom(folder, { SQLITE_TMPDIR: folder }, 1)).not.toThrow();
    expect(() => assertRoom(folder, { SQLITE_TMPDIR: folder }, 2 ** 60)).toThrow(
      /^\S+ has room for \d+ MiB, and \d+ MiB/,
    );
  });
});
