import type { OrderAnswer } from '../../schema/order.js';
import type { Texts } from '../../texts/texts.js';
import { progressOf } from './progress.js';

type Line = OrderAnswer['line_items'][number];

/** Texts by event, for lines whose units left the shop in only one way. */
const MOVES = { shipped: 'moved_shipped', picked_up: 'moved_picked_up', provisioned: 'moved_provisioned' } as const;

/** Describes the progress of a line. */
export function lineNote(order: OrderAnswer, line: Line, { order: texts }: Texts): string {
  const { canceled, returned } = line.quantity;
  const parts = [
    ...(canceled > 0 && line.status !== 'removed' ? [texts.units_canceled(canceled)] : []),
    ...(returned > 0 ? [texts.units_returned(returned)] : []),
  ];
  return [movedNote(order, line, texts), ...parts].join(', ');
}

function movedNote({ fulfillment }: OrderAnswer, { id, status, quantity }: Line, texts: Texts['order']): string {
  if (status === 'fulfilled') return texts.line_done[progressOf(fulfillment, [id])];
  if (status !== 'partial') return texts[`line_${status}`];
  const moves = fulfillment.events.filter(({ line_items }) => line_items.some((line) => line.id === id));
  const ways = new Set(moves.flatMap(({ type }) => (isMove(type) ? [texts[MOVES[type]]] : [])));
  const [way = texts.moved] = ways.size === 1 ? ways : [];
  return texts.some_of(quantity.fulfilled, quantity.total, way);
}

function isMove(type: string): type is keyof typeof MOVES {
  return Object.hasOwn(MOVES, type);
}
