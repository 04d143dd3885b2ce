import type { Cart } from '../../domain/checkout/checkout.js';
import type { Assessment } from '../../domain/checkout/status.js';
import { required } from '../../domain/values/required.js';

/** The cart with the total that the answer to a create or an update names: the one that completing pays. */
export function withTotal({ cart, pricing }: Assessment): Cart {
  const platform = { ...required(cart.checkout.platform, 'platform'), answered_total: pricing.total };
  return { ...cart, checkout: { ...cart.checkout, platform } };
}
