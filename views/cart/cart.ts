import { itemTitle } from '../../src/domain/shop/item-title.js';
import { list, type Members, members, text } from './members.js';
import { money } from './money.js';
import { messageText, word, wordOf } from './words.js';

/** A cart as the view shows it, read from a full checkout or its summary. */
export interface Cart {
  readonly id: string;
  readonly status: string;
  readonly lines: readonly Line[];
  readonly totals: readonly { readonly type: string; readonly label: string; readonly text: string }[];
  readonly options: readonly Option[];
  /** Promised days of the chosen option, in the shop's time zone. */
  readonly days: string | undefined;
  readonly messages: readonly { readonly isError: boolean; readonly text: string }[];
  /** URL at which the buyer continues: the checkout page, or the order's page. */
  readonly url: string | undefined;
}

export interface Line {
  readonly id: string;
  readonly title: string;
  readonly properties: string;
  readonly quantity: number;
  readonly picture: string | undefined;
  readonly text: string;
  /** True if the line belongs to another line and is removed with that line. */
  readonly isPart: boolean;
}

export interface Option {
  readonly id: string;
  readonly title: string;
  readonly text: string;
  /** Promised days, in the shop's time zone. */
  readonly days: string;
  readonly isSelected: boolean;
}

/** Reads the cart in a tool's response. Returns `undefined` if there is none. */
export function cartOf(answer: unknown, locale: string | undefined): Cart | undefined {
  const { data } = members(answer);
  const cart = members(data);
  const { id, status } = cart;
  if (typeof id !== 'string' || typeof status !== 'string' || !Array.isArray(cart.line_items)) return undefined;
  const price = (amount: unknown) => money(Number(amount ?? 0), text(cart.currency), locale);
  const options = optionsOf(cart, price);
  return {
    id,
    status,
    lines: list(cart.line_items).map((line) => lineOf(line, price)),
    totals: totalsOf(cart, price),
    options,
    days: text(cart.selected_days) || options.find(({ isSelected }) => isSelected)?.days,
    messages: list(cart.messages).map(({ type, code, path, content }) => ({
      isError: type === 'error',
      text: messageText(text(code), text(path), text(content)),
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

/**
 * Totals are either a list with texts, or sums by type. Discounts and fees are shown by name if the response has their
 * names.
 */
function totalsOf({ totals, discounts, fees }: Members, price: Price): Cart['totals'] {
  const entries: readonly Members[] = Array.isArray(totals)
    ? list(totals)
    : Object.entries(members(totals)).map(([type, amount]) => ({ type, amount }));
  const named = {
    discount: namedRows('discount', Array.isArray(discounts) ? discounts : members(discounts).applied, price),
    fee: namedRows('fee', fees, price),
  };
  const first = entries.find(({ type }) => isDiscount(text(type)));
  return entries.flatMap((entry) => {
    const type = text(entry.type);
    if (isDiscount(type) && named.discount.length > 0) return entry === first ? named.discount : [];
    if (type === 'fee' && named.fee.length > 0) return named.fee;
    const isFree = type === 'fulfillment' && entry.amount === 0;
    const amount = isFree ? word('free') : text(entry.display_text) || price(entry.amount);
    return [{ type, label: wordOf('totals', type) ?? type, text: amount }];
  });
}

/** Returns true for the two types of discounts: on items, and on the whole order. */
function isDiscount(type: string): boolean {
  return type === 'discount' || type === 'items_discount';
}

function namedRows(type: 'discount' | 'fee', entries: unknown, price: Price): Cart['totals'] {
  const sign = type === 'discount' ? -1 : 1;
  return list(entries).map(({ title, amount }) => ({
    type,
    label: text(title),
    text: price(sign * Number(amount ?? 0)),
  }));
}

function optionsOf(cart: Members, price: Price): Option[] {
  const groups = list(members(cart.fulfillment).methods).flatMap(({ type, groups }) =>
    list(groups).map((group): Members => ({ ...group, options: list(group.options).map((one) => ({ ...one, type })) })),
  );
  const selected = new Set([cart.selected_option_id, ...groups.map((group) => group.selected_option_id)]);
  return [...groups.flatMap(({ options }) => list(options)), ...list(cart.options)].map((option) => {
    const total = totalOf(option.totals);
    const amount = total?.amount ?? option.price;
    return {
      id: text(option.id),
      title: text(option.title),
      text: amount === 0 ? word('free') : text(total?.display_text) || price(amount),
      days: option.type === 'digital' ? word('digital') : text(option.days),
      isSelected: selected.has(option.id),
    };
  });
}

function totalOf(totals: unknown): Members | undefined {
  return list(totals).find(({ type }) => type === 'total');
}
