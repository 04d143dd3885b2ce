import type { Cart } from '../../domain/checkout/checkout.js';
import type { Assessment } from '../../domain/checkout/status.js';
import { required } from '../../domain/values/required.js';
import { agreedIn } from '../order/agreed.js';
import type { Session } from '../session.js';

/** The cart with what the answer to a create or an update says of it: its total, which completing pays, and the form of the answer. */
export function recordAnsweredTotal({ cart, pricing }: Assessment, session: Session): Cart {
  const before = required(cart.checkout.platform, 'platform');
  const platform = { ...before, answered_total: pricing.total, agreed: agreedIn(session) };
  return { ...cart, checkout: { ...cart.checkout, platform } };
}
