import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { type Rows, replaceWrite } from '../../src/ports.js';
import { purgeDeleted } from '../../src/store/sqlite/file/rewrite-file.js';
import { orderRows, write } from './sample-rows.js';
import { storeOfEach } from './store-of-each.js';

const PEOPLE = 200;

const place = storeOfEach();

const nameOf = (index: number) => `person${index}x`;

/** Ids are not in ascending order, so that rows go to pages in the middle of their tables. */
const idOf = (index: number) => `ord_${(Math.imul(index + 1, 2_654_435_761) >>> 0).toString(16).padStart(8, '0')}`;

const changed = (index: number, note?: string) => (rows: Rows) => {
  const row = rows.get('order', idOf(index));
  if (!row) throw new Error('the order is gone');
  const { buyer, hold_note, ...rest } = row;
  const email = `${nameOf(index)}@example.com`;
  const told = { buyer_id: email, buyer: { email, full_name: `Ada ${nameOf(index)}` } };
  const next = note === undefined ? { buyer_id: '' } : { ...told, hold_note: note };
  return { writes: [replaceWrite('order', row, { ...rest, ...next })], result: undefined };
};

/** Returns those of the people whose names are in any file of the database. */
function inFiles(people: readonly number[]): number[] {
  const all = readdirSync(place.folder).map((name) => readFileSync(join(place.folder, name), 'latin1'));
  return people.filter((index) => all.some((text) => text.includes(nameOf(index))));
}

it('leaves no erased data in the file, even after rows moved between pages', async () => {
  const people = Array.from({ length: PEOPLE }, (_, index) => index);
  for (const index of people) {
    await write(place.store, ...orderRows(idOf(index)));
    await place.store.update(changed(index, 'likes tea '.repeat(index % 7)));
  }
  expect(inFiles(people)).toEqual(people);
  const gone = people.filter((index) => index % 3 === 0);
  for (const index of gone) await place.store.update(changed(index));
  await place.store.forget();
  expect(inFiles(gone)).toEqual([]);
});

it('reports that the file could not be rewritten', async () => {
  await expect(purgeDeleted(join(place.folder, 'absent.db'))).rejects.toMatchObject({ code: 'unavailable' });
});
