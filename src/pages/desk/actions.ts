import type { Operation } from '../../calls/define.js';
import type { OrderAction } from '../../domain/order/transitions.js';
import { editOrder } from '../../operations/draft/edit-order.js';
import type { OrderAnswer } from '../../schema/order.js';
import type { Form } from '../checkout/form.js';
import {
  readAnswer,
  readCancellation,
  readCapture,
  readEdit,
  readNote,
  readReason,
  readReceived,
  readRefund,
  readReturn,
  readShipment,
} from './action-args.js';
import { canMove, readDestination } from './address-form.js';
import { shopOrderOperation } from './desk-operations.js';
import { readTracking, trackedEvents } from './tracking-part.js';

export const DESK_ACTIONS = [
  'hold',
  'release',
  'ship',
  'tracking',
  'cancel',
  'capture',
  'mark_paid',
  'refund',
  'return',
  'note',
  'address',
  'link',
  'edit',
] as const;
export type DeskActionName = (typeof DESK_ACTIONS)[number];

/** Actions of the page: those above, and the answer to a request, whose form is below each request. */
type AnyActionName = DeskActionName | 'answer';

/** A button of the order page. */
export interface DeskAction {
  readonly operation: Operation;
  /** Member of `permitted_actions` that allows the action; absent if the scope of the operation alone decides. */
  readonly permission?: OrderAction;
  /** Says for which orders the action can be offered; absent if `permission` says it. */
  isPossible?(order: OrderAnswer): boolean;
  /**
   * Reads the arguments from the form.
   * @throws PortalError `invalid_request`
   */
  readArgs(form: Form, order: OrderAnswer): Readonly<Record<string, unknown>>;
}

/** Actions on an order. The rules are those of the operations, which are called as by any client. */
export const ACTIONS: Readonly<Record<AnyActionName, DeskAction>> = {
  hold: { operation: shopOrderOperation('hold_shop_order'), permission: 'hold', readArgs: readReason },
  release: { operation: shopOrderOperation('release_shop_order'), permission: 'release', readArgs: () => ({}) },
  ship: {
    operation: shopOrderOperation('record_shop_fulfillment_event'),
    permission: 'fulfill',
    readArgs: readShipment,
  },
  tracking: {
    operation: shopOrderOperation('correct_shop_tracking'),
    isPossible: (order) => trackedEvents(order).length > 0,
    readArgs: readTracking,
  },
  cancel: { operation: shopOrderOperation('cancel_shop_order'), permission: 'cancel', readArgs: readCancellation },
  capture: { operation: shopOrderOperation('capture_shop_payment'), permission: 'capture', readArgs: readCapture },
  mark_paid: { operation: shopOrderOperation('mark_shop_order_paid'), permission: 'mark_paid', readArgs: readReceived },
  refund: { operation: shopOrderOperation('adjust_shop_order'), permission: 'refund', readArgs: readRefund },
  return: { operation: shopOrderOperation('adjust_shop_order'), permission: 'return', readArgs: readReturn },
  note: { operation: shopOrderOperation('set_order_note'), readArgs: readNote },
  address: {
    operation: shopOrderOperation('set_order_destination'),
    isPossible: canMove,
    readArgs: readDestination,
  },
  link: { operation: shopOrderOperation('renew_order_link'), readArgs: () => ({}) },
  edit: { operation: editOrder, permission: 'cancel', readArgs: readEdit },
  answer: { operation: shopOrderOperation('answer_shop_order_request'), readArgs: readAnswer },
};

export function isDeskAction(name: string): name is AnyActionName {
  return Object.hasOwn(ACTIONS, name);
}

/** True if the action moves money, so that it needs a recent sign-in. */
export function movesMoney({ operation }: DeskAction): boolean {
  return operation.scope === 'orders:money';
}
