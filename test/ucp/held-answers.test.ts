import { readdirSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { mugs, PAYMENT, ready, wanted } from './bodies.js';
import { ADDRESS, call, type UcpPortal, ucpPortal } from './platform.js';
import { RULES } from './rules/index.js';
import type { Held } from './rules/rule.js';
import { answerProblems, requestProblems, withSchemas } from './schemas.js';

/** What holds the answers of all tests is itself tried: a right answer that is broken in one way is found out. */

const VERSION = '2026-08-25';
const CODES = { codes: ['WELCOME10', 'mug5', 'nonsense'] };

// biome-ignore lint/suspicious/noExplicitAny: answers are broken in ways that no form has
type Answer = any;

let shop: UcpPortal;
const right = new Map<string, { readonly sent: unknown; readonly answer: Answer }>();
beforeAll(async () => {
  shop = await ucpPortal(VERSION, { host: 'shop.example.com' });
  const ask = async (operation: string, method: string, path: string, sent?: object) => {
    const { json } = await call(shop, VERSION, method, path, { key: shop.key, body: sent });
    right.set(operation, { sent, answer: json });
    return json;
  };
  const shipping = { methods: [{ type: 'shipping', line_item_ids: [], destinations: [ADDRESS] }] };
  const made = await ask('create_checkout', 'POST', '/checkout-sessions', {
    ...ready(2),
    fulfillment: shipping,
    discounts: CODES,
  });
  const [method] = made.fulfillment.methods;
  const groups = [{ id: method.groups[0].id, selected_option_id: 'express' }];
  await ask('update_checkout', 'PUT', `/checkout-sessions/${made.id}`, {
    ...ready(),
    line_items: wanted(made.line_items),
    discounts: CODES,
    fulfillment: { methods: [{ ...method, groups }] },
  });
  const paid = await ask('complete_checkout', 'POST', `/checkout-sessions/${made.id}/complete`, PAYMENT);
  await ask('get_order', 'GET', `/orders/${paid.order.id}`);
  await ask('create_cart', 'POST', '/carts', { line_items: mugs() });
  await ask('lookup_catalog', 'POST', '/catalog/lookup', { ids: ['bicycle-bell', 'enamel-mug'] });
  await ask('search_catalog', 'POST', '/catalog/search', { query: 'mug', pagination: { limit: 1 } });
  await ask('get_product', 'POST', '/catalog/product', { id: 'bicycle-bell' });
});
afterAll(() => shop.portal.close());

const heldOf = (operation: string): Held & { readonly answer: Answer } => {
  const { sent, answer } = right.get(operation) ?? {};
  return { version: VERSION, operation, sent, answer: structuredClone(answer) };
};
const totalOf = ({ totals }: Answer, type: string) => totals.find((one: Answer) => one.type === type);

type Break = readonly [operation: string, change: (answer: Answer) => void];

/** A way to break each rule, by what it says; the test of a new rule fails until it has a row. */
const BREAKS: Readonly<Record<string, Break>> = {
  'totals have one subtotal and one total': ['create_cart', ({ totals }) => totals.shift()],
  'the entries before the total add up to it': [
    'create_checkout',
    (answer) => {
      totalOf(answer, 'total').amount += 1;
    },
  ],
  'discounts are below zero in totals, and nothing else is': [
    'create_checkout',
    (answer) => {
      totalOf(answer, 'discount').amount *= -1;
    },
  ],
  'an entry of a type of our own says what it is': [
    'create_cart',
    ({ totals }) => totals.splice(1, 0, { type: 'tip', amount: 1 }),
  ],
  'the parts of an entry add up to it': [
    'create_cart',
    ({ totals }) => {
      totals[0].lines = [{ display_text: 'x', amount: 1 }];
    },
  ],
  'the entries stand in the order in which they are shown': ['create_checkout', ({ totals }) => totals.reverse()],
  'the subtotal of a line is its price times its quantity': [
    'create_checkout',
    ({ line_items }) => {
      line_items[0].quantity = 9;
    },
  ],
  'the subtotal and the discount on items are the sums of the lines': [
    'create_checkout',
    ({ line_items }) => line_items.pop(),
  ],
  'the options that are selected are what delivery costs': [
    'update_checkout',
    ({ fulfillment }) => {
      fulfillment.methods[0].groups[0].selected_option_id = 'standard';
    },
  ],
  'every answer has the version that was negotiated': [
    'create_cart',
    ({ ucp }) => {
      ucp.version = '2026-04-08';
    },
  ],
  'an answer names the capability of its operation, and what extends it, and no others': [
    'create_cart',
    ({ ucp }) => {
      ucp.capabilities['dev.ucp.shopping.order'] = [{ version: VERSION }];
    },
  ],
  'payment handlers stand in answers about checkouts, and nowhere else': [
    'create_cart',
    ({ ucp }) => {
      ucp.payment_handlers = {};
    },
  ],
  'credentials are never answered': [
    'complete_checkout',
    (answer) => {
      answer.note = 'paid with tok_approve';
    },
  ],
  'the status of an open checkout follows from its messages': [
    'create_checkout',
    (answer) => {
      answer.status = 'ready_for_complete';
    },
  ],
  'a checkout has an order when it is completed, and only then': [
    'complete_checkout',
    (answer) => {
      delete answer.order;
    },
  ],
  'an open checkout says where the buyer goes on, and until when; one that is over does not': [
    'create_checkout',
    (answer) => {
      answer.continue_url = '/checkout/1';
    },
  ],
  'the links are always there': [
    'create_checkout',
    (answer) => {
      delete answer.links;
    },
  ],
  'an error has a severity, which is never that of no resource': [
    'create_checkout',
    ({ messages }) => {
      messages[0].severity = 'unrecoverable';
    },
  ],
  'a message that names a member names it from the root': [
    'create_checkout',
    ({ messages }) => {
      messages[0].path = 'buyer.email';
    },
  ],
  'discounts that apply are above zero, and their parts add up': [
    'create_checkout',
    ({ discounts }) => {
      discounts.applied[0].allocations[0].amount += 1;
    },
  ],
  'what the discounts take off is what the totals have less': [
    'create_checkout',
    ({ discounts }) => discounts.applied.pop(),
  ],
  'a code that does not apply has a warning, and is still answered': [
    'create_checkout',
    (answer) => {
      answer.messages = [];
    },
  ],
  'a method has one group, with all its lines': [
    'create_checkout',
    ({ fulfillment: { methods } }) => methods[0].groups.push(methods[0].groups[0]),
  ],
  'a destination that is selected stands once among the destinations': [
    'create_checkout',
    ({ fulfillment }) => {
      fulfillment.methods[0].destinations = [];
    },
  ],
  'an option that is selected stands among the options, which are told apart by their titles': [
    'create_checkout',
    ({ fulfillment }) => {
      for (const option of fulfillment.methods[0].groups[0].options) option.title = 'Delivery';
    },
  ],
  'the description of an option repeats neither its title nor its price': [
    'create_checkout',
    ({ fulfillment }) => {
      const [option] = fulfillment.methods[0].groups[0].options;
      option.description = { plain: `${option.title}, in three days` };
    },
  ],
  'what else could be chosen is said in one sentence': [
    'create_checkout',
    ({ fulfillment }) => {
      fulfillment.available_methods[0].description = 'shipping';
    },
  ],
  'the status of a line of an order follows from its quantities': [
    'get_order',
    ({ line_items }) => {
      line_items[0].quantity.fulfilled = 1;
    },
  ],
  'no more units are left than were ordered, and no more are fulfilled than are left': [
    'get_order',
    ({ line_items }) => {
      line_items[0].quantity.total = 9;
    },
  ],
  'promises and events are of one unit at least': [
    'get_order',
    ({ fulfillment }) => {
      fulfillment.expectations[0].line_items = [];
    },
  ],
  'what comes back is below zero, in units and in money': [
    'get_order',
    (answer) => {
      answer.adjustments = [{ type: 'refund', totals: [{ type: 'total', amount: 1 }] }];
    },
  ],
  'there is a cursor where there are more products, and only there': [
    'search_catalog',
    ({ pagination }) => {
      pagination.has_next_page = pagination.cursor === undefined;
    },
  ],
  'an answer has a product once, with a variant at least': [
    'search_catalog',
    ({ products }) => products.push(products[0]),
  ],
  'a variant of a lookup says which of the ids led to it, and how': [
    'lookup_catalog',
    ({ products }) => {
      products[0].variants[0].inputs[0].id = 'other';
    },
  ],
  'a product with options says what is selected': [
    'get_product',
    ({ product }) => {
      delete product.selected;
    },
  ],
};

describe('a right answer that is broken is found out', () => {
  test.each(RULES.map((rule) => [rule.must, rule] as const))('%s', (must, { broken }) => {
    const [operation, change] = BREAKS[must] ?? [];
    const held = heldOf(operation ?? '');
    expect(broken(held)).toEqual([]);
    change?.(held.answer);
    expect(broken(held)).not.toEqual([]);
  });
});

withSchemas('the published schemas', () => {
  const capabilities = ['dev.ucp.shopping.fulfillment', 'dev.ucp.shopping.discount'];

  test.each<[string, (answer: Answer) => void]>([
    ['a member that is required', (answer) => delete answer.line_items],
    ['a member of another type', (answer) => Object.assign(answer, { currency: 7 })],
    [
      'a member of an extension',
      ({ fulfillment }) => {
        fulfillment.methods[0].groups[0].options[0].title = 7;
      },
    ],
    ['the payment handlers', ({ ucp }) => delete ucp.payment_handlers],
  ])('refuse an answer: %s', (_name, change) => {
    const { answer } = heldOf('create_checkout');
    expect(answerProblems(VERSION, 'create_checkout', capabilities, answer)).toEqual([]);
    change(answer);
    expect(answerProblems(VERSION, 'create_checkout', capabilities, answer)).not.toEqual([]);
  });

  test('hold a request by its operation', () => {
    const problems = (operation: string, body: unknown) => requestProblems(VERSION, operation, capabilities, body);
    const methods = [{ type: 'pickup', selected_destination_id: 'pickup-portland' }];
    const body = { ...ready(), fulfillment: { methods } };
    expect(problems('create_checkout', body)).toEqual([]);
    expect(problems('update_checkout', body)).toEqual([
      "/fulfillment/methods/0 must have required property 'line_item_ids'",
    ]);
    expect(problems('complete_checkout', PAYMENT)).toEqual([]);
    expect(problems('complete_checkout', {})).toContain("/ must have required property 'payment'");
  });
});

test('every test of this folder asks a portal that is held', () => {
  const folder = new URL('.', import.meta.url);
  const files = readdirSync(folder).filter((name) => name.endsWith('.ts') && name !== 'platform.ts');
  const starting = files.filter((name) => / startPortal\b/.test(readFileSync(new URL(name, folder), 'utf8')));
  expect(starting.filter((name) => name !== 'held-answers.test.ts')).toEqual([]);
});
