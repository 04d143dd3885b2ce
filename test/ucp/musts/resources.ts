import { notServed, type Row, test } from './row.js';

/** Section 1: checkouts, carts, orders and their parts. Rules for every response appear in the table by name. */
export const RESOURCES: readonly Row[] = [
  [
    '1.1',
    'every answer is of the published form of its version',
    test('held-answers', 'checks responses in every test of this folder'),
  ],
  [
    '1.1',
    'every body that is taken as right is of the form for its operation',
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
    'the same cart says the same in each version',
    test('early', 'reports the same messages for a cart as the other versions'),
  ],
  [
    '1.3',
    'an operation that a version does not have is no route',
    test('early', 'offers only its own operations, and a profile in its own format'),
  ],
  [
    '1.3',
    'what is missing is a message, and no status',
    test('checkout-rules', 'reports missing buyer data at its member'),
  ],
  [
    '1.4',
    'ids, titles, prices, totals, status and currency are the shop’s',
    test('checkout-rules', 'ignores members that only the shop may set'),
  ],
  ['1.4', 'a line that is named by its id stays the same line', test('checkout', 'clears omitted members')],
  ['1.4', 'a quantity is one at least', test('calls', 'a quantity of 0')],
  [
    '1.4',
    'more than there is in stock is said',
    test('checkout-rules', 'reports a quantity beyond the stock at its line'),
  ],
  [
    '1.4',
    'a currency that is asked for decides nothing',
    test('catalog', 'ignores prices in another currency, and reports it'),
  ],
  [
    '1.4',
    'signals are not kept, and attribution changes no answer',
    test('checkout-rules', "stores no signals, and ignores the buyer's origin"),
  ],
  ['1.4', 'attribution is copied to the order', test('order', 'returns the purchase as shown at checkout')],
  ['1.5', 'an update replaces the whole content', test('checkout', 'clears omitted members')],
  [
    '1.5',
    'an update is the same as the partial calls before it',
    test('equality', 'one replacement equals the partial calls before it'),
  ],
  [
    '1.5',
    'consent that is not sent is kept',
    test('calls', 'keeps consent when it is not sent, and accepts it with the payment'),
  ],
  [
    '1.5',
    'what only the buyer can do is done at continue_url',
    test('checkout-rules', 'sends the buyer to continue_url for steps that only the buyer can take'),
  ],
  [
    '1.5',
    'an order is placed only when the checkout is ready',
    test('checkout-rules', 'completes only when it is ready'),
  ],
  [
    '1.5',
    'while a payment is under way it can be read, and an update changes nothing and says so',
    test('payment-in-progress', 'allows reading a checkout in progress, and no change'),
  ],
  [
    '1.5',
    'while a payment is under way another complete changes nothing and says so',
    test('payment-in-progress', 'responds to another complete at once, regardless of its payment'),
  ],
  [
    '1.5',
    'while a payment is under way the same complete with the same key may be repeated',
    test('payment-in-progress', 'waits for the payment when the call that began it is repeated'),
  ],
  [
    '1.5',
    'after a decline it is open, and another instrument pays',
    test('checkout', 'leaves the checkout open after a decline, and accepts another instrument'),
  ],
  ['1.5', 'what is completed does not change', test('checkout', 'fills and completes a checkout, which is then final')],
  [
    '1.5',
    'what is canceled does not change',
    test('checkout', 'cancels once, and changes nothing for a second cancel'),
  ],
  ['1.5', 'a checkout that has expired is canceled', test('checkout-rules', 'expires six hours after its last change')],
  [
    '1.5',
    'the same content is answered the same',
    test('checkout-rules', 'returns the same response for the same content'),
  ],
  [
    '1.5',
    'what is paid is the total that was answered',
    test('races', 'never charges a changed price unseen while a checkout is completed'),
  ],
  [
    '1.5',
    'calls at once end in one state',
    test(
      'races',
      'ends in one state after simultaneous updates, payments and cancels, and charges only a returned total',
    ),
  ],
  ['1.5', 'a confirmation e-mail is sent', notServed('the confirmation e-mail')],
  [
    '1.6',
    'codes replace those before, whatever their case',
    test('cart', 'creates, reads, replaces and cancels a cart'),
  ],
  [
    '1.6',
    'automatic discounts cannot be removed',
    test('checkout-rules', 'keeps an automatic discount regardless of the request'),
  ],
  [
    '1.6',
    'delivery that is free is shown with its price, and taken off once',
    test('checkout-rules', 'shows the delivery price even when a discount waives it'),
  ],
  [
    '1.6',
    'codes of a cart go over to its checkout',
    test('cart', "converts its content into its one open checkout, ignoring the call's content"),
  ],
  [
    '1.7',
    'an answer without a resource has messages and nothing else',
    test('checkout', "returns not found for another buyer's checkout"),
  ],
  [
    '1.7',
    'a claim that is not known hinders nothing',
    test('calls', "warns of a buyer's claim, and records the buyer's origin in the order"),
  ],
  [
    '1.8',
    'a selection that is refused changes nothing',
    test('checkout-rules', 'rejects or reports a destination that is no longer offered, and never replaces it'),
  ],
  [
    '1.8',
    'an option that is refused is said at its member',
    test('checkout', 'switches from pickup to shipping, and ignores a pickup location sent with it'),
  ],
  ['1.8', 'a country alone is a destination', test('checkout-rules', 'accepts a country alone as a destination')],
  [
    '1.9',
    'consent is given by the buyer alone, of the purposes that the shop lists',
    test('calls', 'keeps consent when it is not sent, and accepts it with the payment'),
  ],
  [
    '1.11',
    'handlers are those that the cart can be paid with',
    test('checkout-rules', 'names no handler when nothing is due'),
  ],
  [
    '1.11',
    'one instrument pays, of a handler that was named',
    test('checkout-rules', 'accepts one instrument of an offered handler'),
  ],
  [
    '1.11',
    'several instruments, terms of payment, mandates and challenges',
    notServed('split payments, payment terms, AP2 mandates, 3DS actions'),
  ],
  ['1.12', 'every event but processing has its tracking', notServed('`tracking_number`')],
  [
    '1.12',
    'an order keeps every line, and says what became of it',
    test('order', 'shows shipped, canceled and returned units'),
  ],
  [
    '1.12',
    'a line without units is still there',
    test('order', 'shows no units left and no promise for $name that is canceled, and names the canceled ones'),
  ],
];
