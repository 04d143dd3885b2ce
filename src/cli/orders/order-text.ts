import type { Adjustment } from '../../domain/order/adjustment.js';
import type { FulfillmentEvent } from '../../domain/order/event.js';
import { countReturnedUnits } from '../../domain/order/line-money.js';
import { type Order, type OrderLine, orderTotal, type Quantity } from '../../domain/order/order.js';
import { amountPaid, owedAmount } from '../../domain/order/order-payment.js';
import type { PaymentCapture } from '../../domain/payment/capture.js';
import { lineTitle } from '../../domain/shop/item-title.js';
import { displayAmount } from '../../domain/values/display.js';
import { isoTime } from '../../view/format.js';
import { buyerName } from '../../view/shop-order-view.js';

export function orderLines(order: Order): string[] {
  const money = (amount: number) => displayAmount(amount, order.currency, 'en');
  const returned = countReturnedUnits(order);
  return [
    `order ${order.display_id} (${order.id}), placed ${isoTime(order.created_at)}`,
    [order.status, `payment ${order.payment_status}`, money(orderTotal(order)), ...owedText(order, money)].join(', '),
    ...because('buyer', [buyerName(order), order.buyer?.email, order.buyer?.phone_number].filter(Boolean).join(', ')),
    ...because('on hold', order.hold_reason),
    ...because('note', order.note),
    ...because('note on the hold', order.hold_note),
    ...because('canceled', order.cancel_reason),
    ...because('mail problem', mailProblemText(order)),
    ...order.line_items.map((line) => lineText(line, returned.get(line.id) ?? 0)),
    ...order.fulfillment.expectations.map(
      ({ description, destination }) => `  ${[description, ...placeLines(destination)].join(', ')}`,
    ),
    ...order.fulfillment.events.flatMap(eventLines),
    ...(order.payment.received ?? []).map(({ created_at, amount, reference }) =>
      [`  ${isoTime(created_at)}  received ${money(amount)}`, reference].filter(Boolean).join(', '),
    ),
    ...(order.payment.progress?.captures ?? []).map(
      (one) => `  ${isoTime(one.created_at)}  capture ${money(one.amount)}, ${endText(one)}`,
    ),
    ...order.adjustments.map(
      (one) => `  ${isoTime(one.created_at)}  ${one.type} ${money(one.amount)}, ${endText(one)}`,
    ),
  ];
}

function eventLines({ id, type, occurred_at, earlier_tracking = [], ...tracking }: FulfillmentEvent): string[] {
  const line = (...parts: readonly (string | undefined)[]) => `  ${parts.filter(Boolean).join('  ')}`;
  const { carrier, tracking_number } = tracking;
  return [
    line(isoTime(occurred_at), type, carrier, tracking_number, id),
    ...earlier_tracking.map((one) => line('until', isoTime(one.until), one.carrier, one.tracking_number)),
  ];
}

/** The rest that is still to be paid, once a part was. */
function owedText(order: Order, money: (amount: number) => string): string[] {
  const owed = owedAmount(order);
  return owed > 0 && amountPaid(order) > 0 ? [`${money(owed)} still owed`] : [];
}

function mailProblemText({ mail_problem }: Order): string | undefined {
  return mail_problem && `${mail_problem.type} ${mail_problem.code}, ${isoTime(mail_problem.at)}`;
}

function lineText(line: OrderLine, returned: number): string {
  const { id, item, quantity } = line;
  return `  ${quantity.total} x ${lineTitle(line)} (item ${item.id}, line ${id}), ${unitsText(quantity, returned)}`;
}

function unitsText({ fulfilled, canceled }: Quantity, returned: number): string {
  const others = Object.entries({ canceled, returned }).filter(([, units]) => units > 0);
  return [`${fulfilled} fulfilled`, ...others.map(([what, units]) => `${units} ${what}`)].join(', ');
}

function placeLines(place: Order['fulfillment']['expectations'][number]['destination']): string[] {
  const { street_address, extended_address, postal_code, address_locality, address_region, address_country } =
    place ?? {};
  const parts = [street_address, extended_address, postal_code, address_locality, address_region, address_country];
  return parts.flatMap((part) => part || []);
}

function because(what: string, reason: string | undefined): string[] {
  return !reason ? [] : [`  ${what}: ${reason}`];
}

function endText(one: Adjustment | PaymentCapture): string {
  return one.status === 'failed' && one.failure !== undefined ? `failed: ${one.failure}` : one.status;
}
