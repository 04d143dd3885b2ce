import { errorRows } from './error-row.js';

/** Errors of merchant operations. */
export const SHOP_ERRORS = errorRows({
  shop_not_found: {
    status: 404,
    when: "The shop does not exist, or is another organization's: both look the same.",
    fix: 'Use the id of a shop of your organization.',
  },
  shop_item_not_found: {
    status: 404,
    when: 'The shop has no item with this id, on sale or withdrawn.',
    fix: "List the shop's items and use an id from there.",
  },
  stock_moved: {
    status: 409,
    when: 'Another number of units is left than the call expects: an order, a correction or an import came first.',
    fix: 'Read the item again, and send its `stock` as what you expect.',
  },
  stock_not_counted: {
    status: 409,
    when: 'Units were to be added or taken away, and the item is not counted.',
    fix: 'Set the stock with `to` and `expected: null` first.',
  },
  stock_below_zero: {
    status: 409,
    when: 'More units were to be taken away than are left, and the item has no `backorder`.',
    fix: 'Take away at most what is left, or let the item be sold before it is there.',
  },
  media_exists: {
    status: 409,
    when: 'Another picture has this name. A name always stays the same picture, since clients keep it for a year.',
    fix: 'Send the picture under another name.',
  },
  discount_not_found: {
    status: 404,
    when: 'The shop has no discount with this code. Entering an absent code on a cart answers `discount_code_invalid` instead.',
    fix: "List the shop's discounts.",
  },
});
