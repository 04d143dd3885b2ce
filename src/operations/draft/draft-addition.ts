import type { Context } from '../../calls/context.js';
import type { Checkout } from '../../domain/checkout/checkout.js';
import type { AddedLine } from '../../domain/checkout/lines.js';
import { makeDraft, unitsByItem } from '../../domain/checkout/make-draft.js';
import { price } from '../../domain/checkout/pricing.js';
import { recordSeenTerms } from '../../domain/checkout/seen-terms.js';
import { CHEAPEST } from '../../domain/checkout/selection.js';
import { PortalError } from '../../domain/errors/portal-error.js';
import type { Order } from '../../domain/order/order.js';
import { sendingOf } from '../../domain/order/sent-with.js';
import { required } from '../../domain/values/required.js';
import { canMailLink } from '../../outbox/pay-links.js';
import type { Rows } from '../../ports.js';
import { assessmentOf, cartOf } from '../../records/assessment.js';
import { buildPurchase } from '../checkout/build-purchase.js';
import { inDeployment } from './own-draft.js';

interface Addition {
  readonly id: string;
  readonly entries: readonly AddedLine[];
  /** Days for which the buyer can pay it. */
  readonly days: number;
}

interface DraftedAddition {
  readonly checkout: Checkout;
  /** Minor units. */
  readonly total: number;
}

/**
 * Builds the draft of items that are sent with an order: at present prices, without the cost of delivery and the fees
 * that the order has paid.
 * @throws PortalError those of `buildPurchase`; `invalid_request` if the order has no mail address
 */
export function draftAddition(
  rows: Rows,
  context: Context<'carts' | 'mail'>,
  order: Order,
  { id, entries, days }: Addition,
): DraftedAddition {
  const { buyer, buyer_id, billing_address, deployment_id } = order;
  if (buyer?.email === undefined)
    throw new PortalError('invalid_request', 'add: the order has no mail address to which the link could be sent');
  const deployment = required(rows.get('deployment', deployment_id), 'deployment');
  const { destination, delivers } = sendingOf(order);
  const purchase = { line_items: entries, buyer, billing_address, destination, selected_option_id: CHEAPEST };
  const acting = inDeployment(context, deployment, buyer_id);
  const { checkout: built } = buildPurchase(rows, acting, id, purchase);
  const option_id = delivers ? sharedOption(rows, context, order, built) : undefined;
  const chosen = option_id === undefined ? built : { ...built, selected_option_id: option_id };
  const with_order = {
    order_id: order.id,
    items: unitsByItem(chosen.lines),
    ...(option_id !== undefined && { option_id }),
    ...(destination && { destination }),
  };
  const shop = required(rows.get('shop', order.shop_id), 'shop');
  const isMailed = canMailLink(context.services.mail.secret, shop, chosen);
  const by = { by: context.caller.id, ...(isMailed && { mailed_at: context.now }) };
  const draft = makeDraft(chosen, { ...by, with_order }, days);
  const checkout = recordSeenTerms(cartOf(rows, draft, context.now), true);
  return { checkout, total: assessmentOf(rows, checkout, context.now).pricing.total };
}

/** Finds the option with which the order is delivered, if these items can be delivered with it. */
function sharedOption(rows: Rows, { now }: Context<'carts'>, order: Order, checkout: Checkout): string | undefined {
  const wanted = rows.get('checkout', order.checkout_id)?.selected_option_id;
  const { options } = price(cartOf(rows, checkout, now));
  return options.find(({ id, method_type }) => id === wanted && method_type !== 'digital')?.id;
}
