import { errorRows } from './error-row.js';

/** Error codes of merchant operations. */
export const SHOP_ERRORS = errorRows({
  shop_not_found: {
    status: 404,
    when: 'The shop does not exist or belongs to another organization; the response is the same.',
    fix: 'Use the id of a shop of your organization.',
  },
  shop_item_not_found: {
    status: 404,
    when: 'The shop has no item with this id, on sale or withdrawn.',
    fix: "List the shop's items and use an id from there.",
  },
  stock_moved: {
    status: 409,
    when: 'The stock differs from the expected number: an order, a correction or an import changed it first.',
    fix: 'Read the item again, and send its `stock` as the expected value.',
  },
  stock_not_counted: {
    status: 409,
    when: 'The call adds or removes units of an item whose stock is not counted.',
    fix: 'Set the stock with `to` and `expected: null` first.',
  },
  stock_below_zero: {
    status: 409,
    when: 'The call removes more units than are in stock, and the item has no `backorder`.',
    fix: 'Remove at most the units in stock, or allow backorders of the item.',
  },
  media_exists: {
    status: 409,
    when: 'A different picture has this name. Names are never reused, since clients cache pictures for a year.',
    fix: 'Send the picture under another name.',
  },
  payment_event_invalid: {
    status: 400,
    when: 'An event of a payment provider, sent to `/payment-events/…`, has a wrong signature or one that is too old.',
    fix: "Set the signing secret of the provider's webhook for this handler, and correct the clock of the machine.",
  },
  payment_account_not_found: {
    status: 404,
    when: 'The portal has no payment handler with this id for which shops can have an account, or the shop has no account for it.',
    fix: 'Set the account first, with a handler such as `stripe`.',
  },
  payment_account_in_use: {
    status: 409,
    when: 'An account that open payments or the settings of the shop need was to be removed, or to get keys of another mode.',
    fix: 'Do what the detail says, then repeat the call.',
  },
  discount_not_found: {
    status: 404,
    when: 'The shop has no discount with this code. Applying an unknown code to a cart returns `discount_code_invalid` instead.',
    fix: "List the shop's discounts.",
  },
});
