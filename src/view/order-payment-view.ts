import type { Instrument } from '../domain/checkout/checkout.js';
import { amountPaid, amountRefunded } from '../domain/order/line-money.js';
import type { Order } from '../domain/order/order.js';
import type { PaymentHandlerDescription } from '../ports.js';
import type { OrderAnswer } from '../schema/order.js';

/** Payment of an order, with the amounts paid and refunded. */
export function orderPaymentView(order: Order, handlers: readonly PaymentHandlerDescription[]): OrderAnswer['payment'] {
  const { handler_id, instrument, provider_reference } = order.payment;
  const name = handlers.find(({ id }) => id === handler_id)?.name;
  return {
    ...(handler_id !== undefined && { handler_id }),
    ...(name !== undefined && { handler_name: name }),
    ...(instrument && displayOf(instrument)),
    ...(provider_reference !== undefined && { provider_reference }),
    amount_paid: amountPaid(order),
    amount_refunded: amountRefunded(order),
  };
}

/** Details of an instrument that may be shown; none for invoices. */
function displayOf(instrument: Instrument): Pick<OrderAnswer['payment'], 'instrument'> {
  const { type, brand, last_digits, expiry_month, expiry_year, rich_text_description } = instrument;
  const shown = {
    ...(type !== undefined && { type }),
    ...(brand !== undefined && { brand }),
    ...(last_digits !== undefined && { last_digits }),
    ...(expiry_month !== undefined && { expiry_month }),
    ...(expiry_year !== undefined && { expiry_year }),
    ...(rich_text_description !== undefined && { rich_text_description }),
  };
  return Object.keys(shown).length === 0 ? {} : { instrument: shown };
}
