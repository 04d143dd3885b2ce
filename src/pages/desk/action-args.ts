import { PortalError } from '../../domain/errors/portal-error.js';
import { parsePrice } from '../../domain/values/price-text.js';
import { editOrder } from '../../operations/draft/edit-order.js';
import type { OrderAnswer } from '../../schema/order.js';
import { type Form, readEntry, readFilledFields } from '../checkout/form.js';
import { membersOf } from './schema-form/members.js';
import { readMembers } from './schema-form/read-members.js';
import { shipmentOf } from './shipments.js';
import { readUnits, unitsInShop, unitsOut, unitsSold } from './units.js';

/** Reads the arguments of an action on an order from its form. Problems are thrown as `invalid_request`. */
type ReadArgs = (form: Form, order: OrderAnswer) => Readonly<Record<string, unknown>>;

export const readReason: ReadArgs = (form) => ({
  ...readFilledFields(form, ['reason']),
  visible: readEntry(form, 'visible') !== undefined,
});

export const readNote: ReadArgs = (form) => {
  const note = readEntry(form, 'note') ?? '';
  return { note: note === '' ? null : note };
};

/** Reads which units were shipped, and how. All units left for the chosen way count if the form names none. */
export const readShipment: ReadArgs = (form, order) => {
  const type = readEntry(form, 'type') ?? '';
  const line_items = readUnits(form, shipmentOf(order, type), 'all');
  return {
    type,
    ...(line_items.length > 0 && { line_items }),
    ...readFilledFields(form, ['carrier', 'tracking_number', 'tracking_url']),
  };
};

/** Reads which units are canceled. Without fields for units, and for all units, it is the whole order. */
export const readCancellation: ReadArgs = (form, order) => {
  const left = unitsInShop(order);
  const line_items = readUnits(form, left, 'all');
  const units = (lines: readonly { readonly quantity: number }[]) => lines.reduce((all, one) => all + one.quantity, 0);
  const isWhole =
    order.line_items.every(({ quantity }) => quantity.fulfilled === 0) &&
    units(line_items) === left.reduce((all, one) => all + one.left, 0);
  return { ...(!isWhole && { line_items }), ...readReason(form, order), restock: wasChecked(form, 'restock') };
};

export const readRefund: ReadArgs = (form, order) => {
  const line_items = readUnits(form, unitsSold(order), 'none');
  return {
    type: 'refund',
    ...(line_items.length > 0 && { line_items }),
    ...readReason(form, order),
    ...readAmount(form, order),
  };
};

export const readReturn: ReadArgs = (form, order) => ({
  type: 'return',
  line_items: readUnits(form, unitsOut(order), 'none'),
  ...readReason(form, order),
  ...readAmount(form, order),
  restock: wasChecked(form, 'restock'),
});

export const readCapture: ReadArgs = (form, order) => ({
  ...readAmount(form, order),
  final: readEntry(form, 'final') !== undefined,
});

export const readReceived: ReadArgs = (form, order) => ({
  ...readFilledFields(form, ['reference']),
  ...readAmount(form, order),
});

/** Further items for which the form of a changed order has fields. */
export const ADDED_ITEMS = 3;

/** The member of the operation from which the fields of another address are generated. */
export const DESTINATION = () => membersOf(editOrder).filter(({ key }) => key === 'destination');

/** Reads how an order is changed. Lines whose units stay, and empty fields for items and the address, are left out. */
export const readEdit: ReadArgs = (form, order) => {
  const line_items = unitsSold(order).flatMap(({ line, left }) => {
    const typed = readEntry(form, `edit.${line.id}`)?.trim() ?? '';
    // An emptied field must not cancel the line, as 0 would.
    const quantity = typed === '' ? left : Number(typed);
    return quantity === left ? [] : [{ id: line.id, quantity }];
  });
  const add = Array.from({ length: ADDED_ITEMS }, (_, index) => index).flatMap((index) => {
    const item = readEntry(form, `item.${index}`) ?? '';
    return item === '' ? [] : [{ item: { id: item }, quantity: Number(readEntry(form, `units.${index}`) ?? 1) }];
  });
  return {
    ...(line_items.length > 0 && { line_items }),
    ...(add.length > 0 && { add }),
    ...readMembers(form, DESTINATION(), { amounts: new Set(), currency: order.currency, timeZone: 'UTC' }),
    ...readReason(form, order),
    restock: wasChecked(form, 'restock'),
    dry_run: readEntry(form, 'preview') !== undefined,
  };
};

/** Reads the answer to a request of the buyer. */
export const readAnswer: ReadArgs = (form) => ({
  ...readFilledFields(form, ['request_id', 'decision', 'reason']),
  received: readEntry(form, 'received') !== undefined,
  restock: readEntry(form, 'restock') !== undefined,
});

/** True if a box is checked, or if the form was sent without the box, for which a hidden field stands. */
function wasChecked(form: Form, name: string): boolean {
  return readEntry(form, name) !== undefined || readEntry(form, `${name}_shown`) === undefined;
}

function readAmount(form: Form, { currency }: OrderAnswer): { readonly amount?: number } {
  const text = readEntry(form, 'amount') ?? '';
  if (text === '') return {};
  const price = parsePrice(text, currency);
  if (typeof price === 'string') throw new PortalError('invalid_request', `amount: ${price}`);
  return { amount: price.amount };
}
