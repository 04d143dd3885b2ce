import type { Attempt } from '../domain/checkout/checkout.js';
import type { Shop } from '../domain/shop/shop.js';
import type { PaymentHandler } from '../ports.js';

/**
 * Which shipments capture a new payment of the shop with this handler; `undefined` if its money is taken at once, as the
 * shop wants it or because the handler cannot authorize first.
 */
export function capturePolicy(
  { captures = 'none' }: Pick<PaymentHandler, 'captures'>,
  { settings }: Pick<Shop, 'settings'>,
): Attempt['capture'] {
  const { payment_capture: policy = 'at_once' } = settings;
  return captures === 'none' || policy === 'at_once' ? undefined : policy;
}
