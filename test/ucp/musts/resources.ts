import { notServed, type Row, test } from './row.js';

/** Section 1: checkouts, carts, orders and their parts. Rules for every response (`RULES`) are not repeated here. */
export const RESOURCES: readonly Row[] = [
  [
    '1.1',
    'every response matches the published schema of its version',
    test('held-answers', 'checks responses in every test of this folder'),
  ],
  [
    '1.1',
    'every accepted body matches the schema of its operation',
    test('held-answers', 'check a request against its operation'),
  ],
  ['1.1', 'versions that are not announced are not served', notServed('2026-01-23')],
  [
    '1.2',
    'amounts of discounts are above zero in 2026-01-11, and capabilities are a list',
    test('early', 'completes a purchase'),
  ],
  [
    '1.2',
    'the same checkout has the same totals and lines in each version',
    test('early', 'returns the same totals and lines for a checkout as the other versions'),
  ],
  [
    '1.3',
    'a version serves only its own operations',
    test('early', 'offers only its own operations, and a profile in its own format'),
  ],
  [
    '1.3',
    'missing data is reported in a message, not by an error status',
    test('checkout-rules', 'reports missing buyer data at its member'),
  ],
  [
    '1.4',
    'ids, titles, prices, totals, status and currency are set by the shop alone',
    test('checkout-rules', 'ignores members that only the shop may set'),
  ],
  ['1.4', 'a line that an update names by its id stays the same line', test('checkout', 'clears omitted members')],
  ['1.4', 'a quantity is at least one', test('calls', 'a quantity of 0')],
  [
    '1.4',
    'a quantity beyond the stock is reported',
    test('checkout-rules', 'reports a quantity beyond the stock at its line'),
  ],
  [
    '1.4',
    'a requested currency does not change the currency of prices',
    test('catalog', 'ignores prices in another currency, and reports it'),
  ],
  [
    '1.4',
    'signals are not stored, and attribution changes no response',
    test('checkout-rules', 'stores no signals, and returns the same with and without signals and attribution'),
  ],
  ['1.4', 'attribution is copied to the order', test('order', 'returns the purchase as shown at checkout')],
  ['1.5', 'an update replaces the whole content', test('checkout', 'clears omitted members')],
  [
    '1.5',
    'an update has the same result as partial calls',
    test('equality', 'one replacement equals the partial calls before it'),
  ],
  [
    '1.5',
    'consent that an update omits stays',
    test('calls', 'keeps consent that an update omits, and changes it with the payment'),
  ],
  [
    '1.5',
    'steps that only the buyer can take are taken at continue_url',
    test('checkout-rules', 'sends the buyer to continue_url for steps that only the buyer can take'),
  ],
  [
    '1.5',
    'an order is placed only when the checkout is ready',
    test('checkout-rules', 'completes only when it is ready'),
  ],
  [
    '1.5',
    'during a payment the checkout can be read, and an update changes nothing and returns a message',
    test('payment-in-progress', 'allows reading a checkout in progress, but not changing it'),
  ],
  [
    '1.5',
    'during a payment another complete changes nothing and returns a message',
    test('payment-in-progress', 'responds to another complete at once, regardless of its payment'),
  ],
  [
    '1.5',
    'during a payment the same complete may be repeated with the same key',
    test('payment-in-progress', 'waits for the payment when the call that began it is repeated'),
  ],
  [
    '1.5',
    'after a decline the checkout stays open for another instrument',
    test('checkout', 'leaves the checkout open after a decline, and accepts another instrument'),
  ],
  [
    '1.5',
    'a completed checkout does not change',
    test('checkout', 'fills and completes a checkout, which is then final'),
  ],
  [
    '1.5',
    'a canceled checkout does not change',
    test('checkout', 'cancels once, and changes nothing for a second cancel'),
  ],
  ['1.5', 'a checkout that has expired is canceled', test('checkout-rules', 'expires six hours after its last change')],
  [
    '1.5',
    'the same content gets the same response',
    test('checkout-rules', 'returns the same response for the same content'),
  ],
  [
    '1.5',
    'the paid amount is the total of a response',
    test('races', 'never charges a changed price unseen while a checkout is completed'),
  ],
  [
    '1.5',
    'simultaneous calls end in one state',
    test(
      'races',
      'ends in one state after simultaneous updates, payments and cancels, and charges only a returned total',
    ),
  ],
  ['1.5', 'a confirmation e-mail is sent', notServed('the confirmation e-mail')],
  ['1.6', 'codes, in any case, replace the earlier ones', test('cart', 'creates, reads, replaces and cancels a cart')],
  [
    '1.6',
    'automatic discounts cannot be removed',
    test('checkout-rules', 'keeps an automatic discount regardless of the request'),
  ],
  [
    '1.6',
    'free delivery is shown with its price, and deducted once',
    test('checkout-rules', 'shows the delivery price even when a discount waives it'),
  ],
  [
    '1.6',
    'the codes of a cart apply to its checkout',
    test('cart', "converts its content into its one open checkout, ignoring the call's content"),
  ],
  [
    '1.7',
    'a response without a resource has only messages',
    test('checkout', 'returns not found for an absent checkout'),
  ],
  [
    '1.7',
    'an unknown eligibility claim has no effect',
    test('calls', 'warns that a claimed eligibility is not accepted, and stores the attribution in the order'),
  ],
  [
    '1.8',
    'a rejected selection changes nothing',
    test('checkout-rules', 'reports a pickup location that is not offered, and keeps the selected one'),
  ],
  [
    '1.8',
    'a rejected option is reported at its member',
    test('checkout', 'switches from pickup to shipping, and ignores a pickup location sent with it'),
  ],
  ['1.8', 'a country alone is a destination', test('checkout-rules', 'accepts a country alone as a destination')],
  [
    '1.9',
    'consent is given by the buyer alone, and only for the purposes that the shop lists',
    test('calls', 'keeps consent that an update omits, and changes it with the payment'),
  ],
  [
    '1.11',
    'only payment handlers that can pay for the cart are listed',
    test('checkout-rules', 'names no handler when nothing is due'),
  ],
  [
    '1.11',
    'a single instrument of a listed handler pays',
    test('checkout-rules', 'accepts only a single selected instrument, of an offered handler'),
  ],
  [
    '1.11',
    'several instruments, terms of payment and mandates',
    notServed('split payments, payment terms, AP2 mandates'),
  ],
  [
    '1.11',
    'a challenge names an instrument of the checkout, and is listed while it is outstanding',
    test('challenge', 'names the page of the challenge until the buyer has confirmed'),
  ],
  [
    '1.11',
    'other work of the buyer has another id',
    test(
      'challenge',
      'reopens the checkout with a warning if the buyer rejects the payment, and names a new challenge',
    ),
  ],
  ['1.12', 'every event but processing has its tracking', notServed('`tracking_number`')],
  [
    '1.12',
    'an order keeps every line, with the state of its units',
    test('order', 'shows shipped, canceled and returned units'),
  ],
  [
    '1.12',
    'an order keeps lines without remaining units',
    test('order', 'shows no units left and no promise for a canceled order that is $name, and lists canceled units'),
  ],
];
