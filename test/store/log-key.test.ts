import { createHmac, createPrivateKey, createPublicKey, verify } from 'node:crypto';
import { copyFileSync, existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import DatabaseConstructor from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readVkey } from '../../src/attestation/note.js';
import { openStore } from '../../src/store/open-store.js';
import { run } from '../support/program.js';
import { portal } from '../support/spawn.js';
import { newStore, storeOn } from '../support/store.js';
import { temporaryFolder } from '../support/temporary-folder.js';
import { accept, hashOfLeaf, leafOf, receiptRow, seedAttested, seededEntries, treeHash } from './attested-rows.js';
import { ORG, seed, write } from './sample-rows.js';
import { spiedStore } from './spied-store.js';

/** The log key is stored in its own file, never in a row of the database. */

let folder: string;
let database: string;
let keyFile: string;
beforeEach(() => {
  folder = temporaryFolder();
  database = join(folder, 'portal.db');
  keyFile = `${database}.log-key`;
});
afterEach(() => rmSync(folder, { recursive: true }));

const make = async (path = database, logKey?: string) => (await newStore(path, { logKey })).close();
const reopen = () => storeOn(database);
const seedIn = (file: string) =>
  createPrivateKey(readFileSync(file)).export({ format: 'der', type: 'pkcs8' }).subarray(-32);
const names = () =>
  readdirSync(folder)
    .filter((name) => !/-(wal|shm)$/.test(name))
    .sort();

describe('the key file', () => {
  it('is created beside a new database, readable by its owner alone', async () => {
    await make();
    expect(names()).toEqual(['portal.db', 'portal.db.log-key']);
    expect(statSync(keyFile).mode & 0o777).toBe(0o600);
    const before = readFileSync(keyFile);
    await (await reopen()).close();
    expect(readFileSync(keyFile)).toEqual(before);
  });

  it('can be stored elsewhere', async () => {
    const elsewhere = join(folder, 'elsewhere.pem');
    await make(database, elsewhere);
    expect([existsSync(elsewhere), existsSync(keyFile)]).toEqual([true, false]);
    expect(statSync(elsewhere).mode & 0o777).toBe(0o600);
    await (await storeOn(database, { logKey: elsewhere })).close();
  });

  it("holds a key that is nowhere in the database, and signs for the database's public key", async () => {
    const store = await newStore(database);
    await seed(store);
    await seedAttested(store);
    await write(store, accept(receiptRow('r')));
    const { origin: name, public_key, sign } = await store.signLog(ORG.id);
    const message = Buffer.from('a statement\n');
    const key = createPublicKey(readVkey(public_key).publicKey.pem);
    expect(verify(null, message, key, sign(message))).toBe(true);
    await store.close();
    const bytes = readFileSync(database);
    const secret = seedIn(keyFile);
    for (const form of [secret, secret.toString('hex'), secret.toString('base64')])
      expect(bytes.includes(form)).toBe(false);
    expect(bytes.includes(name.slice(0, -ORG.id.length - 1))).toBe(true);
  });

  it("yields the key for each head's MAC, which covers the name, the size and the complete subtrees", async () => {
    const store = await newStore(database);
    await seed(store);
    await seedAttested(store);
    const receipts = Array.from({ length: 11 }, (_, n) => receiptRow(`r${n}`));
    const entries = await store.read((rows) => rows.logLeaves(ORG.id, 0, seededEntries(ORG.id)));
    const before = entries.map(({ data }) => hashOfLeaf(data));
    const macKey = createHmac('sha256', seedIn(keyFile)).update('log MAC').digest();
    const name = (await store.signLog(ORG.id)).origin.slice(0, -ORG.id.length - 1);
    for (const [index, receipt] of receipts.entries()) {
      await write(store, accept(receipt));
      const leaves = [...before, ...receipts.slice(0, index + 1).map(leafOf)];
      const peaks = peaksOf(leaves);
      const mac = createHmac('sha256', macKey).update(`${name}\nhead/4\n${ORG.id}\n1\n${leaves.length}\n`);
      for (const peak of peaks) mac.update(peak).update('\n');
      expect(headIn(database)).toEqual({ size: leaves.length, peaks: Buffer.concat(peaks), mac: mac.digest() });
    }
    await store.close();
  });
});

/** Returns the roots of the complete subtrees whose sizes are the binary digits of the count, largest first. */
function peaksOf(leaves: readonly Buffer[]): Buffer[] {
  if (leaves.length === 0) return [];
  const width = 2 ** Math.floor(Math.log2(leaves.length));
  return [treeHash(leaves.slice(0, width)), ...peaksOf(leaves.slice(width))];
}

function headIn(path: string): unknown {
  const file = new DatabaseConstructor(path, { readonly: true });
  const head = file.prepare('SELECT size, peaks, mac FROM log_head WHERE organization_id = ?').get(ORG.id);
  file.close();
  return head;
}

describe('an invalid key file', () => {
  const WRONG: readonly (readonly [string, RegExp, () => Promise<void> | void])[] = [
    ['is missing', /cannot be read from .*portal\.db\.log-key: restore/, () => rmSync(keyFile)],
    ['is empty', /cannot be read from .*portal\.db\.log-key: restore/, () => writeFileSync(keyFile, '')],
    ['contains no key', /cannot be read from .*portal\.db\.log-key: restore/, () => writeFileSync(keyFile, 'a text')],
    [
      "is another database's",
      /key in .*portal\.db\.log-key is not this database's: restore/,
      async () => {
        await make(join(folder, 'other.db'));
        copyFileSync(join(folder, 'other.db.log-key'), keyFile);
      },
    ],
  ];

  it.each(WRONG)('that %s is named in the error, and no log grows', async (_what, message, spoil) => {
    await make();
    await spoil();
    await expect(reopen()).rejects.toThrow(message);
    const store = await openStore(database, { create: false, needsLogKey: false });
    await expect(store.signLog(ORG.id)).rejects.toThrow(message);
    await expect(seed(store), 'each organization begins with a log').rejects.toThrow(message);
    expect(await store.read((rows) => rows.get('organization', ORG.id))).toBeUndefined();
    await store.close();
  });

  it.each(WRONG)('that %s makes the start fail with one message', async (_what, message, spoil) => {
    await make();
    await spoil();
    const { code, stdout, stderr } = await run(['serve', '--port', '0'], { PORTAL_DB: database });
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(message);
    expect(stderr.trim().split('\n')).toHaveLength(1);
    expect(stderr).not.toContain('PRIVATE');
  });
});

describe('the key of a deleted database', () => {
  it('is renamed instead of being used or lost', async () => {
    await make();
    const old = readFileSync(keyFile, 'utf8');
    for (const end of ['', '-wal', '-shm']) rmSync(`${database}${end}`, { force: true });
    await make();
    expect(readFileSync(keyFile, 'utf8')).not.toBe(old);
    const aside = names().filter((name) => /^portal\.db\.log-key\.\d+$/.test(name));
    expect(aside).toHaveLength(1);
    expect(readFileSync(join(folder, aside[0] ?? ''), 'utf8')).toBe(old);
    expect(statSync(join(folder, aside[0] ?? '')).mode & 0o777).toBe(0o600);
  });
});

describe('an existing file at the configured path', () => {
  it('is rejected if it is the key file of another database', async () => {
    await make();
    const other = join(folder, 'other.db');
    const mine = readFileSync(keyFile, 'utf8');
    await expect(newStore(other, { logKey: keyFile })).rejects.toThrow(
      `there is a file at ${keyFile} already: name another one for the log's key`,
    );
    expect(readFileSync(keyFile, 'utf8')).toBe(mine);
    await make(other, join(folder, 'mine.key'));
  });
});

describe('a head that another program changed', () => {
  it.each([
    ['a smaller size', 'UPDATE log_head SET size = 1'],
    ['another tree', 'UPDATE log_head SET peaks = zeroblob(length(peaks))'],
    ['another MAC', 'UPDATE log_head SET mac = zeroblob(32)'],
    ['a deleted row', 'DELETE FROM log_head'],
  ])('is not extended: %s', async (_what, sql) => {
    const store = await newStore(database);
    await seed(store);
    await seedAttested(store);
    await write(store, accept(receiptRow('a')), accept(receiptRow('b')), accept(receiptRow('c')));
    const file = new DatabaseConstructor(database);
    const nodes = () => file.prepare('SELECT count(*) FROM log_node').pluck().get();
    const before = nodes();
    file.exec(sql);
    await expect(write(store, accept(receiptRow('d')))).rejects.toThrow();
    expect(await store.read((rows) => rows.find('receipt', 'd'))).toBeUndefined();
    expect(nodes()).toBe(before);
    file.close();
    await store.close();
  });
});

describe('several processes', () => {
  it('share one key when they create the database at once, and leave no other file', async () => {
    const ran = await Promise.all([1, 2, 3, 4].map(() => portal(['init'], { PORTAL_DB: database })));
    expect(ran.map(({ code, stderr }) => ({ code, stderr }))).toEqual(ran.map(() => ({ code: 0, stderr: '' })));
    expect(names()).toEqual(['portal.db', 'portal.db.log-key']);
    await (await reopen()).close();
  });
});

describe('a disk that is full', () => {
  it('stores no leaf without its receipt, and the log continues when there is space again', async () => {
    const { store, connection } = await spiedStore(database);
    await seed(store);
    await seedAttested(store);
    await write(store, accept(receiptRow('first')));
    const large = receiptRow('large', { signed_bytes: Buffer.alloc(60_000, 'x') });
    connection.pragma(`max_page_count = ${connection.pragma('page_count', { simple: true })}`);
    await expect(write(store, accept(large))).rejects.toMatchObject({ code: 'unavailable' });
    const first = seededEntries(ORG.id);
    expect(await store.read((rows) => [rows.logHead(ORG.id).size, rows.find('receipt', 'large')])).toEqual([
      first + 1,
      undefined,
    ]);
    connection.pragma('max_page_count = 1000000');
    await write(store, accept(large));
    await write(store, accept(receiptRow('last')));
    expect(await store.read((rows) => [rows.logHead(ORG.id).size, rows.find('receipt', 'last')?.log_index])).toEqual([
      first + 3,
      first + 2,
    ]);
    await store.close();
  });
});
