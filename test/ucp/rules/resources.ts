import type { WireMethod, WireOption } from '../wire.js';
import { type Held, type Rule, sum, unless } from './rule.js';

const methodsOf = ({ answer, operation }: Held): readonly WireMethod[] =>
  operation.endsWith('_checkout') ? (answer.fulfillment?.methods ?? []) : [];

const eachMethod = (problem: string, holds: (method: WireMethod) => boolean): Rule['broken'] => {
  return (held) => methodsOf(held).flatMap((method) => unless(holds(method), `${problem} of ${method.type}`));
};

const says = ({ description = '' }: WireOption, text: string) =>
  (typeof description === 'string' ? description : description.plain).includes(text);
const priceOf = ({ totals }: WireOption) => (sum(totals) / 100).toFixed(2);

const FULFILLMENT: readonly Rule[] = [
  {
    section: '1.8',
    must: 'a method has one group, with all its lines',
    broken: eachMethod(
      'groups',
      ({ groups, line_item_ids }) => groups.length === 1 && groups[0]?.line_item_ids.join() === line_item_ids.join(),
    ),
  },
  {
    section: '1.8',
    must: 'a destination that is selected stands once among the destinations',
    broken: eachMethod(
      'destinations',
      ({ selected_destination_id: id, destinations = [] }) =>
        typeof id !== 'string' || destinations.filter((one) => one.id === id).length === 1,
    ),
  },
  {
    section: '1.8',
    must: 'an option that is selected stands among the options, which are told apart by their titles',
    broken: eachMethod('options', ({ groups }) =>
      groups.every(({ options, selected_option_id: id }) => {
        const isThere = typeof id !== 'string' || options.some((one) => one.id === id);
        return isThere && new Set(options.map(({ title }) => title)).size === options.length;
      }),
    ),
  },
  {
    section: '1.8',
    must: 'the description of an option repeats neither its title nor its price',
    broken: eachMethod('descriptions', ({ groups }) =>
      groups.every(({ options }) => options.every((one) => !says(one, one.title) && !says(one, priceOf(one)))),
    ),
  },
  {
    section: '1.8',
    must: 'what else could be chosen is said in one sentence',
    broken: ({ answer: { fulfillment } }) =>
      (fulfillment?.available_methods ?? []).flatMap(({ description = '' }) =>
        unless(/^[^\n]{20,}\.$/.test(description), `description "${description}"`),
      ),
  },
];

const derivedStatus = ({ total, fulfilled }: { readonly total: number; readonly fulfilled: number }) => {
  if (total === 0) return 'removed';
  if (fulfilled === total) return 'fulfilled';
  return fulfilled > 0 ? 'partial' : 'processing';
};

const ORDERS: readonly Rule[] = [
  {
    section: '1.12',
    must: 'the status of a line of an order follows from its quantities',
    broken: ({ answer: { line_items = [] } }) =>
      line_items.flatMap(({ id, quantity, status }) =>
        unless(typeof quantity === 'number' || status === derivedStatus(quantity), `line ${id} is ${status}`),
      ),
  },
  {
    section: '1.12',
    must: 'no more units are left than were ordered, and no more are fulfilled than are left',
    broken: ({ answer: { line_items = [] } }) =>
      line_items.flatMap(({ id, quantity }) =>
        unless(
          typeof quantity === 'number' ||
            (quantity.original >= quantity.total && quantity.total >= quantity.fulfilled && quantity.fulfilled >= 0),
          `line ${id}`,
        ),
      ),
  },
  {
    section: '1.12',
    must: 'promises and events are of one unit at least',
    broken: ({ answer: { fulfillment } }) =>
      [...(fulfillment?.expectations ?? []), ...(fulfillment?.events ?? [])].flatMap(({ line_items }) =>
        unless(line_items.length > 0 && line_items.every(({ quantity }) => quantity >= 1), 'no units'),
      ),
  },
  {
    section: '1.12',
    must: 'what comes back is below zero, in units and in money',
    broken: ({ answer: { adjustments = [] } }) =>
      adjustments.flatMap(({ line_items = [], totals = [], type }) =>
        unless(line_items.every(({ quantity }) => quantity < 0) && totals.every(({ amount }) => amount < 0), type),
      ),
  },
];

const CATALOG: readonly Rule[] = [
  {
    section: '2.10',
    must: 'there is a cursor where there are more products, and only there',
    broken: ({ answer: { pagination } }) =>
      unless(!pagination || pagination.has_next_page === (pagination.cursor !== undefined), 'cursor'),
  },
  {
    section: '2.10',
    must: 'an answer has a product once, with a variant at least',
    broken: ({ answer: { products = [] } }) =>
      unless(
        new Set(products.map(({ id }) => id)).size === products.length &&
          products.every(({ variants }) => variants.length > 0),
        'products',
      ),
  },
  {
    section: '2.10',
    must: 'a variant of a lookup says which of the ids led to it, and how',
    broken: ({ answer: { products = [] }, operation, sent }) => {
      if (operation !== 'lookup_catalog') return [];
      const asked = JSON.stringify(sent);
      return products
        .flatMap(({ variants }) => variants)
        .flatMap(({ id, inputs = [] }) =>
          unless(
            inputs.length > 0 &&
              inputs.every((one) => asked.includes(`"${one.id}"`) && (one.match === 'exact') === (one.id === id)),
            `variant ${id}`,
          ),
        );
    },
  },
  {
    section: '2.10',
    must: 'a product with options says what is selected',
    broken: ({ answer: { product } }) =>
      unless(!product?.options || product.selected !== undefined, `product ${product?.id}`),
  },
];

export const RESOURCES: readonly Rule[] = [...FULFILLMENT, ...ORDERS, ...CATALOG];
