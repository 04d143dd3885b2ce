import { expect, it } from 'vitest';
import { importStock, type StockMode } from '../../src/domain/shop/imported-stock.js';

type Case = readonly [
  mode: StockMode,
  sent: number | null | undefined,
  left: number | null,
  imported: number | undefined,
  stock: number | null | undefined,
  warning?: RegExp,
];

/** At the time of the export there were 33 units; the shop has sold 5 since. */
const CASES: readonly Case[] = [
  ['keep', 33, 28, 33, undefined],
  ['keep', 43, 28, 33, undefined],
  ['keep', 0, 28, 33, undefined, /none left, the shop has 28 left; to replace it, import with set/],
  ['keep', 0, null, undefined, undefined, /the shop does not count its units/],
  ['keep', 0, 0, 33, undefined],
  ['keep', null, 28, 33, undefined],
  ['set', 33, 28, 33, 33],
  ['set', null, 28, 33, null],
  ['difference', 33, 28, 33, undefined],
  ['difference', 43, 28, 33, 38],
  ['difference', 30, 28, 33, 25],
  ['difference', 3, 28, 33, 0, /2 more were sold elsewhere/],
  ['difference', 3, -1, 33, -1, /30 more were sold elsewhere/],
  ['difference', 43, 28, undefined, undefined, /no earlier import sent units; the next one compares with 43/],
  ['difference', 43, null, 33, undefined, /the shop does not count its units/],
  ['difference', null, 28, 33, undefined, /the import does not count its units/],
  ['difference', null, null, undefined, undefined],
  ['difference', undefined, 28, 33, undefined],
];

it('sets the stock to the imported number only in mode set, and brings back sold units in no other mode', () => {
  for (const [mode, sent, left, imported, stock, warning] of CASES) {
    const found = importStock(mode, sent, { left, imported }, false);
    const name = `${mode} ${sent}, ${left} left, ${imported} imported`;
    expect([name, found.stock]).toEqual([name, stock]);
    expect(found.warning ?? '', name).toMatch(warning ?? /^$/);
  }
});

it('lets stock fall below zero for an item on backorder', () => {
  expect(importStock('difference', 3, { left: 28, imported: 33 }, true)).toEqual({ stock: -2 });
  expect(importStock('keep', 0, { left: 28, imported: 33 }, true)).toEqual({ stock: undefined });
});
