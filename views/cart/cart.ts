import { itemTitle } from '../../src/domain/shop/item-title.js';
import { wordsOf } from './message-words.js';
import { money } from './money.js';

/** A cart as the view shows it, of a whole checkout or of its summary. */
export interface Cart {
  readonly id: string;
  readonly status: string;
  readonly lines: readonly Line[];
  readonly totals: readonly { readonly type: string; readonly label: string; readonly text: string }[];
  readonly options: readonly Option[];
  readonly messages: readonly { readonly isError: boolean; readonly text: string }[];
  /** Where the buyer goes on: the checkout page, or the page of the order. */
  readonly url: string | undefined;
}

export interface Line {
  readonly id: string;
  readonly title: string;
  readonly properties: string;
  readonly quantity: number;
  readonly picture: string | undefined;
  readonly text: string;
  /** Belongs to another line and goes with it. */
  readonly isPart: boolean;
}

export interface Option {
  readonly id: string;
  readonly title: string;
  readonly text: string;
  readonly when: string;
  readonly isSelected: boolean;
}

type Members = Readonly<Record<string, unknown>>;

/** The cart in an answer of a tool; undefined where it has none. */
export function cartOf(answer: unknown, locale: string | undefined): Cart | undefined {
  const { data } = members(answer);
  const cart = members(data);
  const { id, status } = cart;
  if (typeof id !== 'string' || typeof status !== 'string' || !Array.isArray(cart.line_items)) return undefined;
  const price = (amount: unknown) => money(Number(amount ?? 0), text(cart.currency), locale);
  return {
    id,
    status,
    lines: list(cart.line_items).map((line) => lineOf(line, price)),
    totals: totalsOf(cart.totals, price),
    options: optionsOf(cart, price, locale),
    messages: list(cart.messages).map(({ type, code, path, content }) => ({
      isError: type === 'error',
      text: wordsOf(text(code), text(path), text(content)),
    })),
    url: text(members(cart.order).permalink_url) || text(cart.continue_url) || undefined,
  };
}

type Price = (amount: unknown) => string;

function lineOf(line: Members, price: Price): Line {
  const item = members(line.item);
  const total = Array.isArray(line.totals) ? totalOf(line.totals) : undefined;
  return {
    id: text(line.id),
    title: text(line.title) || itemTitle({ title: text(item.title), options: optionValues(line.options) }),
    properties: list(line.properties)
      .map(({ name, value }) => `${text(name)}: ${text(value)}`)
      .join(', '),
    quantity: Number(line.quantity),
    picture: text(item.image_url) || undefined,
    text: total === undefined ? price(line.total) : text(total.display_text) || price(total.amount),
    isPart: typeof line.parent_id === 'string',
  };
}

function optionValues(options: unknown): { value: string }[] {
  return list(options).map(({ value }) => ({ value: text(value) }));
}

const LABELS: Readonly<Record<string, string>> = {
  subtotal: 'Subtotal',
  discount: 'Discount',
  items_discount: 'Discount',
  fulfillment: 'Delivery',
  tax: 'Tax',
  fee: 'Fee',
  total: 'Total',
};

/** Totals are a list with texts, or sums by type. */
function totalsOf(totals: unknown, price: Price): Cart['totals'] {
  const entries: readonly Members[] = Array.isArray(totals)
    ? list(totals)
    : Object.entries(members(totals)).map(([type, amount]) => ({ type, amount }));
  return entries.map((entry) => ({
    type: text(entry.type),
    label: text(entry.label) || LABELS[text(entry.type)] || text(entry.type),
    text: text(entry.display_text) || price(entry.amount),
  }));
}

function optionsOf(cart: Members, price: Price, locale: string | undefined): Option[] {
  const groups = list(members(cart.fulfillment).methods).flatMap(({ groups }) => list(groups));
  const selected = new Set([cart.selected_option_id, ...groups.map((group) => group.selected_option_id)]);
  return [...groups.flatMap(({ options }) => list(options)), ...list(cart.options)].map((option) => {
    const total = totalOf(option.totals);
    return {
      id: text(option.id),
      title: text(option.title),
      text: text(total?.display_text) || price(total?.amount ?? option.price),
      when: daysOf(option, locale),
      isSelected: selected.has(option.id),
    };
  });
}

function daysOf(option: Members, locale: string | undefined): string {
  const instants = [
    option.earliest_fulfillment_time ?? option.earliest,
    option.latest_fulfillment_time ?? option.latest,
  ];
  const days = instants.map((instant) => new Date(text(instant))).filter((day) => !Number.isNaN(day.getTime()));
  const written = days.map((day) => day.toLocaleDateString(locale, { month: 'short', day: 'numeric' }));
  return [...new Set(written)].join(' – ');
}

function totalOf(totals: unknown): Members | undefined {
  return list(totals).find(({ type }) => type === 'total');
}

export function members(value: unknown): Members {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

function list(value: unknown): Members[] {
  return Array.isArray(value) ? value.map(members) : [];
}

export function text(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
