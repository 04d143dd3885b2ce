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
};

export type DeskShopTexts = typeof deskShopEn;
