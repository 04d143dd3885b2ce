import type { WireAnswer, WireLine, WireTotal } from '../wire.js';
import { type Rule, sum, unless } from './rule.js';

const BELOW_ZERO = new Set(['discount', 'items_discount']);
const NOT_BELOW_ZERO = new Set(['subtotal', 'fulfillment', 'tax', 'fee']);
const KNOWN = new Set([...BELOW_ZERO, ...NOT_BELOW_ZERO, 'total']);
/** Order in which totals are displayed. */
const ORDER = ['subtotal', 'items_discount', 'discount', 'fulfillment', 'tax', 'fee', 'total'];

const ofType = (totals: readonly WireTotal[], type: string) => totals.filter((one) => one.type === type);
const amountOf = (totals: readonly WireTotal[], type: string) => sum(ofType(totals, type));

/** Returns the totals of the resource and of each of its lines. */
const allTotals = ({ totals, line_items = [] }: WireAnswer) => [
  ...(totals ? [totals] : []),
  ...line_items.map((line) => line.totals),
];

const everyTotals = (problem: string, holds: (totals: readonly WireTotal[]) => boolean): Rule['broken'] => {
  return ({ answer }) =>
    allTotals(answer).flatMap((totals) => unless(holds(totals), `${problem}: ${JSON.stringify(totals)}`));
};

const unitsOf = ({ quantity }: WireLine) => (typeof quantity === 'number' ? quantity : quantity.original);

export const TOTALS: readonly Rule[] = [
  {
    section: '1.6',
    must: 'totals have one subtotal and one total',
    broken: everyTotals('not one of each', (totals) =>
      ['subtotal', 'total'].every((type) => ofType(totals, type).length === 1),
    ),
  },
  {
    section: '1.6',
    must: 'the entries before the total add up to it',
    broken: everyTotals('they do not add up', (totals) => sum(totals) === 2 * amountOf(totals, 'total')),
  },
  {
    section: '1.6',
    must: 'discounts are below zero in totals, and nothing else is',
    broken: everyTotals('a wrong sign', (totals) =>
      totals.every(({ type, amount }) =>
        BELOW_ZERO.has(type) ? amount < 0 : !NOT_BELOW_ZERO.has(type) || amount >= 0,
      ),
    ),
  },
  {
    section: '1.6',
    must: 'an entry of a type of our own says what it is',
    broken: everyTotals('no text', (totals) =>
      totals.every(({ type, display_text }) => KNOWN.has(type) || display_text !== undefined),
    ),
  },
  {
    section: '1.6',
    must: 'the parts of an entry add up to it',
    broken: everyTotals('they do not add up', (totals) =>
      totals.every(({ lines, amount }) => lines === undefined || sum(lines) === amount),
    ),
  },
  {
    section: '1.6',
    must: 'the entries stand in the order in which they are shown',
    broken: everyTotals('another order', (totals) => {
      const places = totals.map(({ type }) => ORDER.indexOf(type));
      return places.every((place, index) => place >= (places[index - 1] ?? 0));
    }),
  },
  {
    section: '1.6',
    must: 'the subtotal of a line is its price times its quantity',
    broken: ({ answer: { line_items = [] } }) =>
      line_items.flatMap((line) =>
        unless(amountOf(line.totals, 'subtotal') === line.item.price * unitsOf(line), `line ${line.id}`),
      ),
  },
  {
    section: '1.6',
    must: 'the subtotal and the discount on items are the sums of the lines',
    broken: ({ answer: { totals, line_items = [] } }) =>
      ['subtotal', 'items_discount'].flatMap((type) =>
        unless(
          !totals || amountOf(totals, type) === sum(line_items.flatMap((line) => ofType(line.totals, type))),
          `${type} is not the sum of the lines`,
        ),
      ),
  },
  {
    section: '1.8',
    must: 'the options that are selected are what delivery costs',
    broken: ({ answer: { totals, fulfillment } }) => {
      const groups = fulfillment?.methods?.flatMap((method) => method.groups);
      if (!totals || !groups) return [];
      const chosen = groups.flatMap(({ options, selected_option_id: id }) => options.filter((one) => one.id === id));
      const cost = sum(chosen.flatMap((option) => ofType(option.totals, 'total')));
      return unless(amountOf(totals, 'fulfillment') === cost, `fulfillment is not ${cost}`);
    },
  },
];
