// biome-ignore lint/suspicious/noExplicitAny: answers are broken in ways that no form has
export type Answer = any;

const totalOf = ({ totals }: Answer, type: string) => totals.find((one: Answer) => one.type === type);

type Break = readonly [operation: string, change: (answer: Answer) => void];

/** A violation of each rule, keyed by the rule's text. If a new rule is missing here, its test fails. */
export const BREAKS: Readonly<Record<string, Break>> = {
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
      ucp.version = '2020-01-01';
    },
  ],
  'an answer names the capability of its operation, and what extends it, and no others': [
    'create_cart',
    ({ ucp }) => {
      ucp.capabilities['dev.ucp.shopping.order'] = [{}];
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
