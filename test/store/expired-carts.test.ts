import { expect, it } from 'vitest';
import { insertWrite } from '../../src/ports.js';
import { checkoutRow, NOW, write } from './sample-rows.js';
import { storeOfEach } from './store-of-each.js';

/** So many carts that a scan pauses at least twice. */
const CARTS = 1_200;

const place = storeOfEach();

const idOf = (index: number) => `chk_${String(index).padStart(5, '0')}`;
const isOver = (index: number) => [0, 499, 500, 501, 999, 1_000, CARTS - 1].includes(index);

it('finds expired carts among many others, and yields to other work in between', async () => {
  const carts = Array.from({ length: CARTS }, (_, index) =>
    insertWrite('checkout', checkoutRow(idOf(index), { expires_at: isOver(index) ? NOW : NOW + 1 })),
  );
  await write(place.store, ...carts);
  const over = carts.flatMap(({ row }, index) => (isOver(index) ? row.id : []));
  let turns = 0;
  const counting = () => {
    turns += 1;
    waiting = setImmediate(counting);
  };
  let waiting = setImmediate(counting);
  expect(await place.store.due('expired_carts', NOW, 100)).toEqual(over);
  expect(turns).toBeGreaterThanOrEqual(2);
  clearImmediate(waiting);
  expect(await place.store.due('expired_carts', NOW, 3)).toEqual(over.slice(0, 3));
  expect(await place.store.due('expired_carts', NOW - 1, 100)).toEqual([]);
});
