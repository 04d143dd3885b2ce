import { type MessageText, messageText } from '../errors/message-text.js';
import { PortalError } from '../errors/portal-error.js';
import type { ItemOption, LineProperty } from '../shop/item.js';
import { lineTitle } from '../shop/item-title.js';
import type { Cart, Checkout } from './checkout.js';
import { addLines } from './lines.js';
import type { Message } from './message.js';
import { goneProperties } from './properties.js';

/** Members of an order line that are needed to order it again. */
interface OrderedLine {
  readonly id: string;
  readonly item: { readonly id: string; readonly title: string };
  readonly options?: readonly ItemOption[];
  readonly quantity: { readonly total: number };
  readonly parent_id?: string;
  readonly properties: readonly LineProperty[];
}

/** A cart with the lines of an order, and messages about everything no longer available. */
interface Reordered {
  readonly checkout: Checkout;
  readonly messages: readonly Message[];
}

/**
 * Adds an order's lines to a cart in the ordered quantities, at current prices. Lines that cannot be added are left
 * out, as are add-ons whose parent line was left out, and choices that the item no longer offers. Omissions are
 * reported as messages instead of errors.
 */
export function addOrderedLines(cart: Cart, lines: readonly OrderedLine[], nextLineId: () => string): Reordered {
  let { checkout } = cart;
  const messages: Message[] = [];
  const added = new Map<string, string>();
  for (const line of lines) {
    const parent_id = line.parent_id === undefined ? undefined : added.get(line.parent_id);
    if (line.parent_id !== undefined && parent_id === undefined) {
      messages.push(unavailable(line, messageText('not_again_parent')));
      continue;
    }
    const isParent = lines.some((other) => other.parent_id === line.id);
    const item = cart.items.get(line.item.id);
    const gone = item ? goneProperties(item, line.properties) : [];
    const properties = line.properties.filter((one) => !gone.includes(one));
    // Only parents get a line id in advance, since their add-ons name it. Lines without an id merge with equal ones.
    const id = isParent ? nextLineId() : undefined;
    const entry = { item: line.item, quantity: line.quantity.total, properties, parent_id, id };
    try {
      checkout = addLines({ ...cart, checkout }, [entry], nextLineId);
    } catch (error) {
      if (!(error instanceof PortalError)) throw error;
      messages.push(unavailable(line, WHY.get(error.code) ?? messageText('not_again_refused')));
      continue;
    }
    if (id !== undefined) added.set(line.id, id);
    for (const { name: property, value } of gone)
      messages.push(unavailable(line, messageText('not_again_property', { property, value })));
  }
  return { checkout, messages };
}

const WHY: ReadonlyMap<string, MessageText> = new Map([
  ['item_not_found', messageText('not_again_sold')],
  ['item_unavailable', messageText('not_again_sold')],
  ['limit_exceeded', messageText('not_again_full')],
]);

function unavailable(line: OrderedLine, why: MessageText): Message {
  const text = messageText('not_again', { item: lineTitle(line), id: line.item.id, why });
  return { type: 'warning', code: 'item_unavailable', text, path: '$.line_items' };
}
