import type { Cart } from '../../domain/checkout/checkout.js';
import type { Assessment } from '../../domain/checkout/status.js';
import { required } from '../../domain/values/required.js';
import { agreedTerms } from '../order/agreed.js';
import type { Session } from '../session.js';

/**
 * Records the total and the negotiated terms of the response to a create or update. Completing the checkout pays this
 * total.
 */
export function recordAnsweredTotal({ cart, pricing }: Assessment, session: Session): Cart {
  const before = required(cart.checkout.platform, 'platform');
  const platform = { ...before, answered_total: pricing.total, agreed: agreedTerms(session) };
  return { ...cart, checkout: { ...cart.checkout, platform } };
}
