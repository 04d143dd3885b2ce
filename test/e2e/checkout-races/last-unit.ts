import { expect } from 'vitest';
import { complete, fill, type Purchase } from '../../actors/purchase.js';
import type { Shopper } from '../../actors/shopper.js';
import type { Answered, TestPortal } from '../../support/portal.js';
import { changeItem } from '../../support/tenants.js';

/** Demo item with one unit left. */
export const LAST_UNIT = 'copper-saucepan';
/** One unit at 165.00, with 7.25 % tax on top. */
const TOTAL_OF_ONE = 17_696;

const ONE = { id: 'one', item: { id: LAST_UNIT }, quantity: 1 };
const TWO = { ...ONE, id: 'two' };
const ENGRAVED = { ...TWO, properties: [{ name: 'Engraving', value: 'Ann' }] };

/** A kind of cart that competes for the last unit. */
export interface Way {
  readonly name: string;
  readonly lines: readonly object[];
  /** False if the cart has two units, so that it can never be paid. */
  readonly canWin: boolean;
  /** True if `go` changes the cart, so that the next round needs a new one. */
  readonly changes: boolean;
  /** Returns the response to `complete_checkout`. */
  go(cart: Purchase): Promise<Answered>;
}

const oneLine: Way = { name: 'one line', lines: [ONE], canWin: true, changes: false, go: (cart) => complete(cart) };
const twoLines = { canWin: false, changes: false, go: oneLine.go };

export const WAYS: readonly Way[] = [
  ...Array.from({ length: 6 }, () => oneLine),
  { ...twoLines, name: 'two lines that differ in their ids', lines: [ONE, TWO] },
  { ...twoLines, name: 'two lines that differ in their properties', lines: [ONE, ENGRAVED] },
  { ...oneLine, name: 'a second line added meanwhile', changes: true, go: (cart) => besides(cart, addSecond) },
  {
    name: 'the second line removed meanwhile',
    lines: [ONE, TWO],
    canWin: true,
    changes: true,
    go: (cart) => besides({ ...cart, total: TOTAL_OF_ONE }, removeSecond),
  },
];

async function besides(cart: Purchase, change: (cart: Purchase) => Promise<Answered>): Promise<Answered> {
  const [changed, answer] = await Promise.all([change(cart), complete(cart)]);
  if (changed.status !== 200) expect(changed.json.error).toMatch(/^(payment_in_progress|checkout_closed)$/);
  return answer;
}

const addSecond = ({ by, checkout_id }: Purchase) => by.send('add_line_items', { checkout_id, line_items: [TWO] });
const removeSecond = ({ by, checkout_id }: Purchase) =>
  by.send('remove_line_item', { checkout_id, line_item_id: TWO.id });

/** Gives the item a property, so that two lines of it can differ. */
export function allowEngraving(portal: TestPortal): Promise<void> {
  const property = { name: 'Engraving', required: false, description: 'To 500 characters', values: [] };
  return changeItem(portal, LAST_UNIT, { property_specs: [property] });
}

export async function cartFor(by: Shopper, { lines }: Way): Promise<Purchase> {
  const cart = await fill(by, { lines });
  if (lines.length === 1) expect(cart.total).toBe(TOTAL_OF_ONE);
  return cart;
}
