import { beforeEach, expect, it } from 'vitest';
import type { StoredRow } from '../../src/store/decode-row.js';
import { CacheGroup } from '../../src/store/sqlite/rows/row-cache.js';
import type { StoredTable, TableStatements } from '../../src/store/sqlite/rows/stored-table.js';

interface Row {
  readonly version: number;
  readonly body: string;
}

/** Rows in the file. */
let file: Map<string, StoredRow>;
let group: CacheGroup;
/** A table whose changes are not counted. */
let table: StoredTable<Row>;
/** A table with the same rows, whose changes are counted. */
let counted: StoredTable<Row>;
let changes: number;
let rewrites: number;
/** Keys read from the file since the last call of `takeReads`. */
let reads: string[];
/** Data version that the next transaction sees. */
let dataVersion: number;

beforeEach(() => {
  file = new Map([
    ['a', { version: 1, body: 'one' }],
    ['b', { version: 1, body: 'two' }],
  ]);
  reads = [];
  dataVersion = 1;
  changes = 5;
  rewrites = 0;
  group = new CacheGroup(() => ({ counted: changes, file: rewrites }));
  const statements: TableStatements<Row> = {
    one(key) {
      reads.push(key);
      return file.get(key);
    },
    many(keys) {
      reads.push(...keys);
      return new Map([...file].filter(([key]) => keys.includes(key)));
    },
    decode: ({ version, body }) => ({ version: Number(version), body: String(body) }),
    put(row) {
      file.set('a', row);
      return { key: 'a', stored: row };
    },
    remove: (key) => void file.delete(key),
  };
  table = group.cached('table', statements);
  counted = group.cached('counted', statements);
});

/** Begins a transaction; `byOther`: after one of another process. */
function enter(byOther?: 'byOther'): void {
  if (byOther) dataVersion += 1;
  group.enter(dataVersion);
}

function takeReads(): string[] {
  return reads.splice(0);
}

/** Caches rows while another process is known to write. */
function shared(): void {
  enter();
  enter('byOther');
}

it('reads no row again while no other process writes', () => {
  enter();
  const a = table.one('a');
  table.many(['a', 'b', 'absent']);
  expect(takeReads()).toEqual(['a', 'b', 'absent']);
  enter();
  expect(table.many(['a', 'b', 'absent']).get('a')).toBe(a);
  expect(table.one('absent')).toBeUndefined();
  expect(takeReads()).toEqual([]);
});

it('reads each row once after a write of another process, and returns the same object for an unchanged one', () => {
  shared();
  const before = table.many(['a', 'b']);
  table.one('absent');
  takeReads();
  enter('byOther');
  file.set('b', { version: 2, body: 'three' });
  for (const _ of [1, 2]) {
    expect(table.one('a')).toBe(before.get('a'));
    expect(table.one('b')).toEqual({ version: 2, body: 'three' });
    expect(table.one('absent')).toBeUndefined();
  }
  expect(takeReads()).toEqual(['a', 'b', 'absent']);
});

it.each<[change: string, stored: StoredRow | undefined]>([
  ['its version alone', { version: 2, body: 'one' }],
  ['its body alone', { version: 1, body: 'another' }],
  ['deleted', undefined],
])('shows a row that another process changed: %s', (_change, stored) => {
  shared();
  table.one('a');
  enter('byOther');
  if (stored) file.set('a', stored);
  else file.delete('a');
  expect(table.one('a')).toEqual(stored);
});

it('shows a row that another process created', () => {
  shared();
  table.one('c');
  enter('byOther');
  file.set('c', { version: 1, body: 'new' });
  expect(table.one('c')).toEqual({ version: 1, body: 'new' });
});

it('sees the first write of a process that opened the file later', () => {
  enter();
  table.many(['a', 'absent']);
  enter('byOther');
  file.set('a', { version: 2, body: 'two' });
  file.set('absent', { version: 1, body: 'new' });
  expect(table.one('a')?.version).toBe(2);
  expect(table.one('absent')?.version).toBe(1);
});

it('reads no row of a table again whose changes are counted and have not become more', () => {
  enter();
  const before = counted.many(['a', 'b']);
  takeReads();
  for (const _ of [1, 2]) {
    enter('byOther');
    expect(counted.one('a')).toBe(before.get('a'));
    expect(counted.many(['b']).get('b')).toBe(before.get('b'));
  }
  expect(takeReads()).toEqual([]);
});

it('reads each row of a table again whose changes have become more', () => {
  shared();
  const before = counted.many(['a', 'b']);
  takeReads();
  file.set('b', { version: 2, body: 'three' });
  changes += 1;
  enter('byOther');
  expect(counted.one('a')).toBe(before.get('a'));
  expect(counted.one('b')?.version).toBe(2);
  expect(takeReads()).toEqual(['a', 'b']);
  enter('byOther');
  expect(counted.one('a')).toBe(before.get('a'));
  expect(takeReads()).toEqual([]);
});

it('keeps no row when another process has rewritten the file, as after an erasure', () => {
  shared();
  const [a, b] = [table.one('a'), counted.one('b')];
  rewrites += 1;
  enter('byOther');
  expect(table.one('a')).not.toBe(a);
  expect(counted.one('b')).not.toBe(b);
});

it('shows a new row of a table whose changes are counted', () => {
  enter();
  expect(counted.one('c')).toBeUndefined();
  enter('byOther');
  file.set('c', { version: 1, body: 'new' });
  expect(counted.one('c')).toEqual({ version: 1, body: 'new' });
});

it('keeps the object that was written for as long as nobody else changes the row', () => {
  shared();
  table.one('a');
  const written = { version: 2, body: 'mine' };
  table.put(written, 1);
  group.onCommit();
  group.leave();
  expect(table.one('a')).toBe(written);
  enter('byOther');
  expect(table.one('a')).toBe(written);
});

it('keeps no object of a row that was written without being read before', () => {
  enter();
  const written = { version: 1, body: 'new' };
  table.put(written, undefined);
  group.onCommit();
  group.leave();
  enter();
  const read = table.one('a');
  expect(read).toEqual(written);
  expect(read).not.toBe(written);
  expect(table.one('a')).toBe(read);
  expect(takeReads()).toEqual(['a']);
});

it('keeps no object of a row that the transaction inserted after it had found none', () => {
  const written = insertAbsent(() => undefined);
  expect(table.one('a')).toEqual(written);
  expect(table.one('a')).not.toBe(written);
});

it('keeps the object of an inserted row that an earlier transaction had looked for', () => {
  const written = insertAbsent(() => enter());
  expect(table.one('a')).toBe(written);
});

it('shows no row again whose insert was rolled back', () => {
  file.delete('a');
  enter();
  expect(table.one('a')).toBeUndefined();
  table.put({ version: 1, body: 'new' }, undefined);
  group.onRollback();
  file.delete('a');
  expect(table.one('a')).toBeUndefined();
  group.leave();
  enter();
  expect(table.one('a')).toBeUndefined();
});

it.each(['read', 'not read'])(
  'shows no removed row because an equal one was inserted and rolled back, when it was %s before',
  (read) => {
    shared();
    table.one('a');
    const removed = { version: 1, body: 'one' };
    file.delete('a');
    enter('byOther');
    if (read === 'read') expect(table.one('a')).toBeUndefined();
    table.put(removed, undefined);
    expect(table.one('a')).toEqual(removed);
    group.onRollback();
    file.delete('a');
    group.leave();
    enter();
    expect(table.one('a')).toBeUndefined();
  },
);

/** Inserts the row `a` after it was looked for twice, and commits. `between` runs before the insert. */
function insertAbsent(between: () => void): Row {
  file.delete('a');
  enter();
  expect([table.one('a'), table.one('a')]).toEqual([undefined, undefined]);
  expect(takeReads()).toEqual(['a']);
  between();
  const written = { version: 1, body: 'new' };
  table.put(written, undefined);
  group.onCommit();
  group.leave();
  enter();
  return written;
}

it('does not count unchanged rows towards the limit of characters', () => {
  file.set('a', { version: 1, body: 'x'.repeat(2 ** 20) });
  shared();
  const before = table.one('a');
  for (let write = 0; write < 20; write += 1) {
    enter('byOther');
    expect(table.one('a')).toBe(before);
  }
});

it('clears its rows above the limit of characters', () => {
  shared();
  const before = table.one('b');
  for (let version = 1; version <= 9; version += 1) {
    file.set('a', { version, body: 'x'.repeat(2 ** 20) });
    enter('byOther');
    table.one('a');
  }
  enter();
  expect(table.one('b')).not.toBe(before);
  expect(table.one('b')).toEqual(before);
});
