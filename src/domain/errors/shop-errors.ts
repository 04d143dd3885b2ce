import { errorRows } from './error-row.js';

/** Errors of the merchant's own operations. */
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
  discount_not_found: {
    status: 404,
    when: 'The shop has no discount with this code. Entering an absent code on a cart answers `discount_code_invalid` instead.',
    fix: "List the shop's discounts.",
  },
});
