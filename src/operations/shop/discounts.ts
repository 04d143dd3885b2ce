import { PortalError } from '../../domain/errors/portal-error.js';
import { type Discount, discountKey, useKey, usesLeft } from '../../domain/shop/discount.js';
import { itemKey } from '../../domain/shop/item.js';
import type { Shop } from '../../domain/shop/shop.js';
import { insertWrite, type Rows, replaceWrite, type Write } from '../../ports.js';
import { type Author, auditWrite } from '../../records/audit.js';
import type { DiscountAnswer, DiscountTerms } from '../../schema/discount.js';
import { discountView } from '../../view/discount-view.js';

/** Creates, replaces and deletes discounts, for operations and the command line. */

/**
 * Creates a discount, or replaces the one with the same code, whose uses still count.
 * @throws PortalError `item_not_found` for an unknown item, `invalid_request` for an unknown option, `limit_exceeded`
 */
export function putDiscount(
  rows: Rows,
  by: Author,
  shop: Shop,
  code: string,
  terms: DiscountTerms,
): { readonly row: Discount; readonly usesLeft: number | null; readonly writes: readonly Write[] } {
  assertItems(rows, shop, terms.item_ids ?? []);
  assertOptions(shop, terms.option_ids ?? []);
  const key = discountKey(shop.id, code);
  const before = rows.get('discount', key);
  if (terms.automatic && !before?.automatic) assertRoomForAutomatic(rows, shop);
  const row: Discount = {
    ...terms,
    code: code.trim(),
    shop_id: shop.id,
    created_at: before?.created_at ?? by.now,
    updated_at: by.now,
    version: 0,
  };
  const put = before ? replaceWrite('discount', before, row) : insertWrite('discount', row);
  return {
    row: put.row,
    usesLeft: countRemainingUses(rows, row),
    writes: [put, event(by, shop, key, before ? 'discount.replaced' : 'discount.created')],
  };
}

/** Deletes a discount. Carts with its code then show a message; payments in progress keep the discount. */
export function deleteDiscount(by: Author, shop: Shop, row: Discount): Write[] {
  const key = discountKey(shop.id, row.code);
  return [
    { type: 'remove', table: 'discount', key },
    { type: 'set', counter: 'discount_use', key: useKey(row), to: null },
    event(by, shop, key, 'discount.deleted'),
  ];
}

/** Counts how many times a discount can still be used; null if unlimited. */
export function countRemainingUses(rows: Rows, row: Discount): number | null {
  return usesLeft(row, rows.counters('discount_use', [useKey(row)]).get(useKey(row)));
}

/** Converts discounts to their form in responses, with their remaining uses. */
export function discountViews(rows: Rows, discounts: readonly Discount[]): DiscountAnswer[] {
  const made = rows.counters('discount_use', discounts.map(useKey));
  return discounts.map((row) => discountView(row, usesLeft(row, made.get(useKey(row)))));
}

/** Maximum number of automatic discounts, because every cart is checked against all of them. */
const MAX_AUTOMATIC = 50;

function assertRoomForAutomatic(rows: Rows, shop: Shop): void {
  if (rows.find('automaticDiscounts', shop.id).length < MAX_AUTOMATIC) return;
  throw new PortalError('limit_exceeded', `automatic: a shop has at most ${MAX_AUTOMATIC} automatic discounts`);
}

function assertItems(rows: Rows, shop: Shop, ids: readonly string[]): void {
  const keys = ids.map((id) => itemKey(shop.id, id));
  const known = rows.many('item', keys);
  const index = keys.findIndex((key) => !known.has(key));
  if (index < 0) return;
  throw new PortalError('item_not_found', `item_ids[${index}]: the shop has no item with this id`);
}

function assertOptions({ settings }: Shop, ids: readonly string[]): void {
  const known = [...settings.shipping, ...settings.pickup].map(({ id }) => id);
  const index = ids.findIndex((id) => !known.includes(id));
  if (index < 0) return;
  const problem =
    known.length === 0
      ? 'the shop has no rate or location'
      : `must be one of ${known.map((id) => `"${id}"`).join(', ')}`;
  throw new PortalError('invalid_request', `option_ids[${index}]: ${problem}`);
}

function event(by: Author, shop: Shop, key: string, action: string): Write {
  return auditWrite(by, shop.organization_id, { type: 'discount', id: key }, action, ['terms']);
}
