import type { AddedLine } from '../checkout/lines.js';
import { PortalError } from '../errors/portal-error.js';
import type { Destination } from '../values/address.js';
import { cancel } from './cancel.js';
import { changeDestination } from './change-destination.js';
import type { Order } from './order.js';

/** A change of a placed order by the merchant. */
export interface OrderEdit {
  /** Units that lines shall have, shipped ones included; 0 removes a line. */
  readonly line_items?: readonly { readonly id: string; readonly quantity: number }[] | undefined;
  readonly destination?: Destination | undefined;
  readonly reason?: string | undefined;
  /** True if the buyer may read the reason. */
  readonly visible?: boolean | undefined;
}

/** The change of each line's units, positive for more. */
interface UnitChange {
  readonly id: string;
  readonly by: number;
}

/**
 * Cancels the units by which lines become smaller, and changes the address. The order as placed stays: what is canceled
 * is an adjustment, whose amount is the share of what was charged for these units.
 * @throws PortalError those of `cancel` and `changeDestination`; `invalid_request`
 */
export function reduceOrder(order: Order, edit: OrderEdit, adjustmentId: string, now: number): Order {
  const { destination, reason, visible } = edit;
  const less = unitChanges(order, edit).flatMap(({ id, by }) => (by < 0 ? [{ id, quantity: -by }] : []));
  const reduced = less.length > 0 ? cancel(order, { line_items: less, reason, visible }, adjustmentId, now) : order;
  if (reduced.status === 'canceled')
    throw new PortalError('invalid_request', 'line_items: units must be left; cancel the order to remove all of them');
  return destination ? changeDestination(reduced, destination, now) : reduced;
}

/**
 * Returns the units by which lines become larger, as entries of a cart with the ids of these lines.
 * @param added units of each line that were added to the order before and are not part of it
 * @throws PortalError `invalid_request`
 */
export function addedEntries(order: Order, edit: OrderEdit, added: ReadonlyMap<string, number>): AddedLine[] {
  return unitChanges(order, edit).flatMap(({ id, by }, index): AddedLine[] => {
    const line = by > 0 ? order.line_items.find((one) => one.id === id) : undefined;
    const before = added.get(id) ?? 0;
    if (!line || by === before) return [];
    if (by < before)
      throw new PortalError(
        'invalid_request',
        `line_items[${index}].quantity: ${before} more units of this line were added before; to change these, cancel their draft or their order, which additions names`,
      );
    return [{ item: { id: line.item.id }, id, quantity: by - before, properties: line.properties }];
  });
}

/** @throws PortalError `invalid_request` for a line that the order does not have, or that is named twice */
function unitChanges({ line_items }: Order, { line_items: wanted = [] }: OrderEdit): UnitChange[] {
  const named = new Set<string>();
  return wanted.map(({ id, quantity }, index) => {
    const line = line_items.find((one) => one.id === id);
    if (!line || named.has(id))
      throw new PortalError(
        'invalid_request',
        `line_items[${index}].id: ${line ? 'must be named once' : `must be one of ${line_items.map((one) => one.id).join(', ')}`}`,
      );
    named.add(id);
    return { id, by: quantity - (line.quantity.total - line.quantity.canceled) };
  });
}
