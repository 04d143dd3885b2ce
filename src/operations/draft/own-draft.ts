import type { Answer } from '../../calls/answer.js';
import type { Context } from '../../calls/context.js';
import type { Checkout } from '../../domain/checkout/checkout.js';
import type { Assessment } from '../../domain/checkout/status.js';
import { notFoundError } from '../../domain/errors/portal-error.js';
import type { Deployment } from '../../domain/tenant/tenant.js';
import type { Rows } from '../../ports.js';
import { assessmentOf } from '../../records/assessment.js';
import type { DraftWithCheckout } from '../../schema/draft-order.js';
import { checkoutView } from '../../view/checkout-view.js';
import { draftOrderView } from '../../view/draft-order-view.js';
import { ownShop } from '../shop/own-shop.js';

/** The path parts that name a draft. */
export interface NamedDraft {
  readonly shop_id: string;
  readonly draft_id: string;
}

/**
 * Finds a draft of a shop of the caller's organization.
 * @throws PortalError `shop_not_found`, `draft_order_not_found`, `version_conflict`
 */
export function ownDraft(rows: Rows, context: Context, { shop_id, draft_id }: NamedDraft): Checkout {
  ownShop(rows, context, shop_id);
  const checkout = rows.get('checkout', draft_id);
  if (!checkout?.draft || checkout.shop_id !== shop_id) throw notFoundError('draft_order_not_found');
  context.expectVersion(checkout);
  return checkout;
}

/**
 * Returns the context of a call that acts on a checkout of this deployment.
 * @param buyer_id the buyer reference of a new checkout; null for any buyer, and for a new checkout without one
 */
export function inDeployment<C extends Pick<Context, 'caller'>>(
  context: C,
  deployment: Deployment,
  buyer_id: string | null = null,
): C {
  return { ...context, caller: { ...context.caller, deployment, buyer_id } };
}

export function draftAnswer(
  { services: { view } }: Context<'view'>,
  assessment: Assessment,
): Answer<{ data: DraftWithCheckout }> {
  const data = { ...draftOrderView(assessment, view.links), checkout: checkoutView(assessment, view) };
  return { body: { data }, version: assessment.cart.checkout.version };
}

/** Builds the response with the present state of a draft. */
export function draftAnswerOf(rows: Rows, context: Context<'view'>, checkout: Checkout) {
  return draftAnswer(context, assessmentOf(rows, checkout, context.now));
}
