/** Numbers of rows of an import by their effect. */
export interface ImportCounts {
  readonly created: number;
  readonly changed: number;
  readonly unchanged: number;
  readonly rejected: number;
}

export interface ImportPrices {
  readonly lowest: string;
  readonly middle: string;
  readonly highest: string;
}

/** Numbers of items on sale: those that an import would withdraw or reprice, and all. */
export interface ImportLarge {
  readonly withdrawn: number;
  readonly repriced: number;
  readonly onSale: number;
}

/** English texts for payment providers, imports, discounts and carts at the desk. They define the form of every language. */
export const deskShopEn = {
  payments: {
    title: 'Payment providers',
    settings: 'Order of the ways to pay, and when payments are charged',
    offered: 'Offered to buyers',
    not_offered: 'Not offered',
    owners: {
      shop: "Payments use the shop's own account.",
      portal: "Payments use the account of the portal's operator.",
      none: 'Connect an account before buyers can pay this way.',
    },
    no_account_needed: 'Needs no account.',
    test_keys_warning:
      'The account has test keys: orders count as paid, but no money moves. Enter live keys before the shop sells.',
    events_url: 'Address to which the provider sends its events',
    secret_set: 'A value is set. Leave this empty to keep it.',
    clear: 'Remove the value',
    confirm_first: (action: string) => `Confirm that it is you: ${action}`,
    connect: 'Connect an account',
    change: 'Change keys',
    set: 'Save the account',
    test: 'Test the account',
    remove: 'Remove the account',
    offer: 'Offer to buyers',
    withdraw: 'Stop offering',
    usable: 'The account works:',
    unusable: 'The account cannot be used',
    live_keys: 'with live keys',
    test_keys: 'with test keys',
    saved: 'Saved.',
  },
  import: {
    title: 'Import items',
    lead: (most: number) =>
      `A CSV or JSON file of the portal, a Google Merchant feed (TSV, RSS, Atom) or a Shopify product export, with up to ${most} rows. You see all changes before anything is changed.`,
    imported: 'The file was imported.',
    file: 'File',
    format: 'Format',
    formats: { auto: 'Recognize it', portal: 'Portal', google: 'Google Merchant', shopify: 'Shopify' },
    stock: 'Stock of items that exist',
    stock_modes: {
      keep: "Keep the shop's",
      set: "Set the file's",
      difference: 'Add the difference to the previous import',
    },
    allow_free: 'Accept a price of 0',
    check: 'Show the changes',
    no_file: 'Choose a file.',
    too_many: (most: number) => `The file has more than ${most} rows. Import it with the command "portal import".`,
    plan_title: (file: string) => `Changes by ${file}`,
    counts: (units: ImportCounts) =>
      `${units.created} new, ${units.changed} changed, ${units.unchanged} as they are, ${units.rejected} rejected`,
    prices: (range: ImportPrices) => `Prices: lowest ${range.lowest}, middle ${range.middle}, highest ${range.highest}`,
    large: (of: ImportLarge) =>
      `Check that this is the right file: of ${of.onSale} items on sale, ${of.withdrawn} would be withdrawn and ${of.repriced} would get another price.`,
    confirm: 'Import',
    confirm_valid: 'Import the valid rows only',
    another: 'Choose another file',
    changes: 'Changes',
    problems: 'Rejected rows',
    warnings: 'Imported, but not as they are in the file',
    skipped: 'Left out, since the shop cannot sell them',
    ignored: 'Columns without an effect',
    row: 'Row',
    item: 'Item',
    change: 'Change',
    reason: 'Reason',
    new_item: 'New:',
    conflict: 'The items have changed meanwhile',
    conflict_text: 'Nothing was imported. This is what the file would change now.',
  },
  discounts: {
    title: 'Discounts',
    add: 'Add a discount',
    none: 'There are no discounts yet.',
    value: 'Value',
    uses_left: 'Uses left',
    statuses: { planned: 'Planned', active: 'Active', ended: 'Ended' },
    times: (zone: string) => `Times are in ${zone}, the time zone of the shop.`,
    save: 'Save',
    end_title: 'End the discount',
    end_hint: 'An ended discount stays in the list with its uses. A deleted one is gone.',
    end: 'End it now',
    delete: 'Delete it',
    exists: 'A discount with this code exists. Nothing was changed.',
    conflict: 'Somebody else changed this discount',
    conflict_text: 'Nothing of yours was saved. This is the discount as it is now.',
    members: {
      code: 'Code',
      title: 'Title, which buyers read',
      kind: 'Kind',
      percent: 'Percent',
      fixed: 'Amount',
      free_shipping: 'Free delivery',
      value_ppm: 'Percentage, for the kind percent',
      amount: 'Amount, for the kind amount',
      item_ids: 'Ids of the items, one per line; empty for the whole order',
      option_ids: 'Ids of rates and pickup places that become free, one per line; empty for all',
      minimum_subtotal: 'Least subtotal',
      starts_at: 'Valid from',
      ends_at: 'Valid until',
      max_uses: 'Orders that can use it; empty for any number',
      once_per_buyer: 'Once per mail address',
      combinable: 'Together with other discounts',
      automatic: 'Applies by itself, without its code',
    },
  },
  preview: {
    title: "Preview of a buyer's page",
    show: 'Show these entries',
  },
  address: {
    destination: 'Address',
    hint: 'Country and region stay: tax and delivery were computed for them.',
  },
};

export type DeskShopTexts = typeof deskShopEn;
