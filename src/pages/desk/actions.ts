import type { Operation } from '../../calls/define.js';
import { PortalError } from '../../domain/errors/portal-error.js';
import type { OrderAction } from '../../domain/order/transitions.js';
import { parsePrice } from '../../domain/values/price-text.js';
import type { OrderAnswer } from '../../schema/order.js';
import { type Form, readEntry, readFilledFields } from '../checkout/form.js';
import { shopOrderOperation } from './desk-operations.js';
import { shipmentOf, unitsField } from './shipments.js';

export const DESK_ACTIONS = ['hold', 'release', 'ship', 'cancel', 'refund', 'mark_paid', 'note'] as const;
export type DeskActionName = (typeof DESK_ACTIONS)[number];

/** A button of the order page. */
export interface DeskAction {
  readonly operation: Operation;
  /** Member of `permitted_actions` that allows the action; absent if the scope of the operation alone decides. */
  readonly permission?: OrderAction;
  /**
   * Reads the arguments from the form.
   * @throws PortalError `invalid_request`
   */
  readArgs(form: Form, order: OrderAnswer): Readonly<Record<string, unknown>>;
}

/** Actions on an order. The rules are those of the operations, which are called as by any client. */
export const ACTIONS: Readonly<Record<DeskActionName, DeskAction>> = {
  hold: { operation: shopOrderOperation('hold_shop_order'), permission: 'hold', readArgs: reasonOf },
  release: { operation: shopOrderOperation('release_shop_order'), permission: 'release', readArgs: () => ({}) },
  ship: {
    operation: shopOrderOperation('record_shop_fulfillment_event'),
    permission: 'fulfill',
    readArgs: shipmentArgs,
  },
  cancel: { operation: shopOrderOperation('cancel_shop_order'), permission: 'cancel', readArgs: reasonOf },
  refund: { operation: shopOrderOperation('adjust_shop_order'), permission: 'refund', readArgs: refundArgs },
  mark_paid: { operation: shopOrderOperation('mark_shop_order_paid'), permission: 'mark_paid', readArgs: () => ({}) },
  note: { operation: shopOrderOperation('set_order_note'), readArgs: noteArgs },
};

export function isDeskAction(name: string): name is DeskActionName {
  return Object.hasOwn(ACTIONS, name);
}

/** True if the action moves money, so that it needs a recent sign-in. */
export function movesMoney({ operation }: DeskAction): boolean {
  return operation.scope === 'orders:money';
}

function reasonOf(form: Form): Readonly<Record<string, unknown>> {
  return { ...readFilledFields(form, ['reason']), visible: form.visible !== undefined };
}

function noteArgs(form: Form): Readonly<Record<string, unknown>> {
  const note = readEntry(form, 'note') ?? '';
  return { note: note === '' ? null : note };
}

function refundArgs(form: Form, { currency }: OrderAnswer): Readonly<Record<string, unknown>> {
  const text = readEntry(form, 'amount') ?? '';
  const price = text === '' ? undefined : parsePrice(text, currency);
  if (typeof price === 'string') throw new PortalError('invalid_request', `amount: ${price}`);
  return { type: 'refund', ...reasonOf(form), ...(price && { amount: price.amount }) };
}

/** Reads which units were shipped, and how. All units left for the chosen way count if the form names none. */
function shipmentArgs(form: Form, order: OrderAnswer): Readonly<Record<string, unknown>> {
  const type = readEntry(form, 'type') ?? '';
  const line_items = shipmentOf(order, type).flatMap(({ line, left }) => {
    const quantity = Number(readEntry(form, unitsField(line.id)) ?? left);
    return quantity === 0 ? [] : [{ id: line.id, quantity }];
  });
  return {
    type,
    ...(line_items.length > 0 && { line_items }),
    ...readFilledFields(form, ['carrier', 'tracking_number', 'tracking_url']),
  };
}
