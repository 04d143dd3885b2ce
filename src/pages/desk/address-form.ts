import { setOrderDestination } from '../../operations/shop/set-order-destination.js';
import type { OrderAnswer } from '../../schema/order.js';
import type { Form } from '../checkout/form.js';
import { type Html, html } from '../html.js';
import { type FormContext, memberField } from './schema-form/fields.js';
import { membersOf } from './schema-form/members.js';
import { readMembers } from './schema-form/read-members.js';
import type { ShopVisit } from './shop-visit.js';
import type { ShownOrder } from './shown-order.js';

/** The form that changes where an order is shipped. */

const destinationMembers = () => membersOf(setOrderDestination).filter(({ name }) => name === 'destination');

/** True for an order that is to be shipped to an address, while nothing of it has left the shop. */
export function canMove({ status, line_items, fulfillment }: OrderAnswer): boolean {
  const isOpen = status === 'processing' || status === 'on_hold';
  const isShipped = fulfillment.expectations.some(({ method_type }) => method_type === 'shipping');
  return isOpen && isShipped && line_items.every(({ quantity }) => quantity.fulfilled === 0);
}

/** Renders the fields of the address, with the present one. */
export function addressFields(
  { locale, face }: ShopVisit,
  { order, destination }: ShownOrder,
  typed: Form | undefined,
): Html {
  const { fields, desk_shop } = locale.texts;
  const { quantity_of: _function, ...names } = fields;
  const labels = { ...names, destination: desk_shop.address.destination };
  const context: FormContext = { ...contextOf(order), labels, timeZone: face.shop.settings.time_zone, typed };
  return html`<p class="hint">${desk_shop.address.hint}</p>
${destinationMembers().map((member) => memberField(member, destination, context))}`;
}

/**
 * Reads the address of the form.
 * @throws PortalError `invalid_request`
 */
export function readDestination(form: Form, order: OrderAnswer): Readonly<Record<string, unknown>> {
  return readMembers(form, destinationMembers(), { ...contextOf(order), timeZone: 'UTC' });
}

function contextOf({ currency }: OrderAnswer) {
  return { currency, amounts: new Set<string>() };
}
