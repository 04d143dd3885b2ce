import type { Cart, Line, Option } from './cart.js';
import { element } from './dom.js';
import { word, wordOf } from './words.js';

/** Actions that the buyer can take in the view. */
export interface Actions {
  /** A quantity of 0 removes the line. */
  setQuantity(line: Line, quantity: number): void;
  choose(option: Option): void;
  open(url: string): void;
}

/** An action is `undefined` if the host offers no way to perform it. */
export type Offered = { readonly [Name in keyof Actions]: Actions[Name] | undefined };

const CLOSED = new Set(['complete_in_progress', 'completed', 'canceled']);

export function render(cart: Cart, offered: Offered): HTMLElement[] {
  const isOpen = !CLOSED.has(cart.status);
  const change = isOpen ? offered.setQuantity : undefined;
  const title = word(cart.status === 'completed' ? 'order' : 'cart');
  return [
    element(
      'header',
      {},
      element('h1', {}, title),
      (cart.lines.length > 0 || !isOpen) &&
        element('span', { className: 'badge' }, wordOf('status', cart.status) ?? cart.status),
    ),
    ...(cart.lines.length === 0
      ? [element('p', { className: 'muted' }, word('empty'))]
      : [element('ul', { className: 'lines' }, ...cart.lines.map((line) => lineOf(line, change))), totalsOf(cart)]),
    ...(isOpen && cart.options.length > 0 ? optionsOf(cart, offered.choose) : daysOf(cart)),
    ...(isOpen && cart.lines.length > 0 ? messagesOf(cart) : []),
    ...buttonOf(cart, offered.open),
  ];
}

function lineOf(line: Line, change: Offered['setQuantity']): HTMLElement {
  const { title, properties, quantity, text, isPart } = line;
  return element(
    'li',
    {},
    pictureOf(line),
    element(
      'div',
      { className: 'what' },
      element('p', {}, title),
      properties !== '' && element('p', { className: 'muted' }, properties),
      change && !isPart ? quantityOf(line, change) : element('p', { className: 'muted' }, `× ${quantity}`),
    ),
    element('span', { className: 'amount' }, text),
  );
}

/** Returns the picture of a line. The first letter of the title replaces a missing or broken picture. */
function pictureOf({ picture, title }: Line): HTMLElement {
  const [letter = ''] = /[\p{L}\p{N}]/u.exec(title) ?? [];
  const instead = element('span', { className: 'picture', ariaHidden: 'true' }, letter.toLocaleUpperCase());
  if (picture === undefined) return instead;
  const image = element('img', { className: 'picture', src: picture, alt: '', referrerPolicy: 'no-referrer' });
  image.addEventListener('error', () => image.replaceWith(instead), { once: true });
  return image;
}

function quantityOf(line: Line, change: Actions['setQuantity']): HTMLElement {
  const { title, quantity } = line;
  const step = (label: string, sign: string, to: number) =>
    element('button', { className: 'step', ariaLabel: `${label}: ${title}`, onclick: () => change(line, to) }, sign);
  return element(
    'div',
    { className: 'quantity' },
    step(word('one_less'), '−', quantity - 1),
    element('output', { ariaLabel: `${word('quantity')}: ${title}` }, String(quantity)),
    step(word('one_more'), '+', quantity + 1),
    element(
      'button',
      { className: 'plain', ariaLabel: `${word('remove')}: ${title}`, onclick: () => change(line, 0) },
      word('remove'),
    ),
  );
}

function totalsOf({ totals }: Cart): HTMLElement {
  const rows = totals.map(({ type, label, text }) =>
    element(
      'tr',
      { className: type === 'total' ? 'total' : '' },
      element('th', { scope: 'row' }, label),
      element('td', {}, text),
    ),
  );
  return element('table', {}, element('tbody', {}, ...rows));
}

/** Returns the days of the chosen option, which are shown if no options are listed. */
function daysOf({ days, status }: Cart): HTMLElement[] {
  if (days === undefined || status === 'canceled') return [];
  return [element('h2', {}, word('delivery')), element('p', { className: 'days' }, days)];
}

function optionsOf({ options }: Cart, choose: Offered['choose']): HTMLElement[] {
  const entries = options.map((option) => {
    const { title, text, days, isSelected } = option;
    const input = element('input', { type: 'radio', name: 'option', checked: isSelected, disabled: !choose });
    if (choose) input.onchange = () => choose(option);
    const what = element(
      'span',
      { className: 'what' },
      title,
      days !== '' && element('span', { className: 'muted' }, days),
    );
    return element('li', {}, element('label', {}, input, what, element('span', { className: 'amount' }, text)));
  });
  const list = element('ul', { className: 'options' }, ...entries);
  return [
    element('h2', {}, word('delivery')),
    element('div', { role: 'radiogroup', ariaLabel: word('delivery') }, list),
  ];
}

function messagesOf({ messages }: Cart): HTMLElement[] {
  if (messages.length === 0) return [];
  const heading = word(messages.some(({ isError }) => isError) ? 'still_missing' : 'note');
  const entries = [...new Set(messages.map(({ text }) => text))].map((text) => element('li', {}, text));
  return [element('h2', {}, heading), element('ul', { className: 'missing' }, ...entries)];
}

function buttonOf({ status, url, lines }: Cart, open: Offered['open']): HTMLElement[] {
  if (url === undefined || !open || status === 'canceled' || lines.length === 0) return [];
  const label = wordOf('next', status) ?? wordOf('next', 'requires_escalation') ?? '';
  return [element('button', { className: 'main', onclick: () => open(url) }, label)];
}
