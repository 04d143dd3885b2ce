import { notServed, type Row, test } from './row.js';

/** Section 1: checkouts, carts, orders, and what they are made of. Rules that hold for every answer are named by the table itself. */
export const RESOURCES: readonly Row[] = [
  [
    '1.1',
    'every answer is of the published form of its version',
    test('held-answers', 'every test of this folder asks a portal that is held'),
  ],
  [
    '1.1',
    'every body that is taken as right is of the form for its operation',
    test('held-answers', 'hold a request by its operation'),
  ],
  ['1.1', 'versions that are not announced are not served', notServed('2026-01-23')],
  ['1.2', 'amounts of discounts are above zero in 2026-01-11, and capabilities are a list', test('early', 'buys')],
  [
    '1.2',
    'the same cart says the same in each version',
    test('early', 'says of the same cart what the other versions say'),
  ],
  [
    '1.3',
    'an operation that a version does not have is no route',
    test('early', 'has no other operations, and its profile is of its own form'),
  ],
  [
    '1.3',
    'what is missing is a message, and no status',
    test('checkout-rules', 'what the buyer lacks is said at its member'),
  ],
  [
    '1.4',
    'ids, titles, prices, totals, status and currency are the shop’s',
    test('checkout-rules', 'ignores what only the shop sets'),
  ],
  ['1.4', 'a line that is named by its id stays the same line', test('checkout', 'what is left out is cleared')],
  ['1.4', 'a quantity is one at least', test('calls', 'a quantity of 0')],
  [
    '1.4',
    'more than there is in stock is said',
    test('checkout-rules', 'more than there is in stock is said of its line'),
  ],
  [
    '1.4',
    'a currency that is asked for decides nothing',
    test('catalog', 'ignores prices in another currency, and says so'),
  ],
  [
    '1.4',
    'signals are not kept, and attribution changes no answer',
    test('checkout-rules', 'signals are not kept, and where the buyer came from changes nothing'),
  ],
  ['1.4', 'attribution is copied to the order', test('order', 'is the purchase, as it was promised')],
  ['1.5', 'an update replaces the whole content', test('checkout', 'what is left out is cleared')],
  [
    '1.5',
    'an update is the same as the partial calls before it',
    test('equality', 'one replacement is the same as the partial calls before it'),
  ],
  [
    '1.5',
    'consent that is not sent is kept',
    test('calls', 'is kept when it is not sent, and may come with the payment'),
  ],
  [
    '1.5',
    'what only the buyer can do is done at continue_url',
    test('checkout-rules', 'what only the buyer can do is done where continue_url leads'),
  ],
  [
    '1.5',
    'an order is placed only when the checkout is ready',
    test('checkout-rules', 'is completed only when it is ready'),
  ],
  [
    '1.5',
    'while a payment is under way it can be read, and an update changes nothing and says so',
    test('under-way', 'it can be read, and nothing else'),
  ],
  [
    '1.5',
    'while a payment is under way another complete changes nothing and says so',
    test('under-way', 'another complete is told at once, whatever it would pay with'),
  ],
  [
    '1.5',
    'while a payment is under way the same complete with the same key may be repeated',
    test('under-way', 'the call that began it may be repeated, and waits for the payment'),
  ],
  [
    '1.5',
    'after a decline it is open, and another instrument pays',
    test('checkout', 'a decline leaves it open, and another instrument pays'),
  ],
  ['1.5', 'what is completed does not change', test('checkout', 'is filled, completed, and then stays as it is')],
  [
    '1.5',
    'what is canceled does not change',
    test('checkout', 'is canceled once, and a cancel of it again changes nothing'),
  ],
  [
    '1.5',
    'a checkout that has expired is canceled',
    test('checkout-rules', 'ends six hours after it was last changed'),
  ],
  ['1.5', 'the same content is answered the same', test('checkout-rules', 'the same content is answered the same')],
  [
    '1.5',
    'what is paid is the total that was answered',
    test('races', 'a price that changes while a checkout is completed is not paid unseen'),
  ],
  [
    '1.5',
    'calls at once end in one state',
    test('races', 'updates, payments and cancels at once end in one state, and what was paid is what was answered'),
  ],
  ['1.5', 'a confirmation e-mail is sent', notServed('the confirmation e-mail')],
  ['1.6', 'codes replace those before, whatever their case', test('cart', 'is created, read, replaced and canceled')],
  [
    '1.6',
    'automatic discounts cannot be removed',
    test('checkout-rules', 'keeps an automatic discount, whatever is sent'),
  ],
  [
    '1.6',
    'delivery that is free is shown with its price, and taken off once',
    test('checkout-rules', 'shows what delivery costs, also where a discount takes it off'),
  ],
  [
    '1.6',
    'codes of a cart go over to its checkout',
    test('cart', 'gives what it has, whatever the call says, and one open checkout'),
  ],
  [
    '1.7',
    'an answer without a resource has messages and nothing else',
    test('checkout', 'a checkout of nobody is not found'),
  ],
  [
    '1.7',
    'a claim that is not known hinders nothing',
    test('calls', 'a claim of the buyer is answered with a warning, and the order keeps where the buyer came from'),
  ],
  [
    '1.8',
    'a selection that is refused changes nothing',
    test('checkout-rules', 'a destination that is no longer offered is refused or said, and never swapped'),
  ],
  [
    '1.8',
    'an option that is refused is said at its member',
    test('checkout', 'goes from pickup to shipping, and a place that is sent back with it is no longer meant'),
  ],
  ['1.8', 'a country alone is a destination', test('checkout-rules', 'a country alone is a destination')],
  [
    '1.9',
    'consent is given by the buyer alone, of the purposes that the shop lists',
    test('calls', 'is kept when it is not sent, and may come with the payment'),
  ],
  [
    '1.11',
    'handlers are those that the cart can be paid with',
    test('checkout-rules', 'names no handler where nothing is to be paid'),
  ],
  [
    '1.11',
    'one instrument pays, of a handler that was named',
    test('checkout-rules', 'takes one instrument, of a handler that it names'),
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
    test('order', 'shows what left the shop, what was canceled and what came back'),
  ],
  [
    '1.12',
    'a line without units is still there',
    test('order', '$name that is canceled has no units left, says which, and promises nothing'),
  ],
];
