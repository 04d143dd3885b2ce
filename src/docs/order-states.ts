import { PAYMENT_STATUSES } from '../domain/order/order.js';
import { ORDER_ACTIONS, TRANSITIONS } from '../domain/order/transitions.js';
import { table } from './markdown.js';

const BEGIN = '<!-- Made by `npm run gen` from the transition table. Do not edit. -->';
const END = '<!-- End of what is made. -->';

/** `docs/orders.md` with new diagrams and table; the rest is written by hand. */
export function withOrderStates(page: string): string {
  const before = page.slice(0, placeOf(page, BEGIN));
  const after = page.slice(placeOf(page, END));
  return `${before}${BEGIN}\n\n${diagram('The order', statusEdges())}\n\n${diagram('The payment', paymentEdges())}\n\n${actionTable()}\n\n${after}`;
}

function placeOf(page: string, marker: string): number {
  const place = page.indexOf(marker);
  if (place < 0) throw new Error(`docs/orders.md lacks the line ${marker}`);
  return place;
}

function diagram(title: string, edges: readonly string[]): string {
  return [`**${title}**`, '', '```mermaid', 'stateDiagram-v2', ...edges.map((edge) => `  ${edge}`), '```'].join('\n');
}

function statusEdges(): string[] {
  const edges = ORDER_ACTIONS.flatMap((action) => {
    const { from, to = [] } = TRANSITIONS[action];
    const targets = to === 'the status before' ? TRANSITIONS.hold.from : to;
    return from.flatMap((start) => targets.map((end) => `${start} --> ${end}: ${action}`));
  });
  return ['[*] --> processing', ...edges];
}

function paymentEdges(): string[] {
  const edges = ORDER_ACTIONS.flatMap((action) => {
    const moves = TRANSITIONS[action].payment_to ?? {};
    return PAYMENT_STATUSES.flatMap((start) => (moves[start] ?? []).map((end) => `${start} --> ${end}: ${action}`));
  });
  return ['[*] --> pending', '[*] --> paid', ...edges];
}

function actionTable(): string {
  const rows = ORDER_ACTIONS.map((action) => {
    const { scope, from, payment, given, to } = TRANSITIONS[action];
    const list = (names: readonly string[]) => names.map((name) => `\`${name}\``).join(', ');
    return [
      `\`${action}\``,
      `\`${scope}\``,
      list(from),
      payment.length === PAYMENT_STATUSES.length ? 'any' : list(payment),
      (given ?? []).map(({ text }) => text).join('; '),
      to === undefined ? 'stays' : typeof to === 'string' ? to : list(to),
    ];
  });
  return table(['Action', 'Scope', 'From status', 'With payment', 'While', 'To'], rows);
}
