import { hideFromBuyer } from '../../domain/order/for-buyer.js';
import type { Order } from '../../domain/order/order.js';
import type { Shop } from '../../domain/shop/shop.js';
import type { UcpAnswer } from '../answer.js';
import { ORDER } from '../capabilities.js';
import { envelope } from '../envelope.js';
import type { Session } from '../session.js';
import type { CanonicalAttestation } from './attestation.js';
import { canonicalOrder } from './canonical.js';

/** Response with an order, also used in events. Platforms act for the buyer and see what the buyer may see. */
export function orderAnswer(
  session: Pick<Session, 'version' | 'active' | 'site'>,
  order: Order,
  shop: Shop,
  attestation?: CanonicalAttestation,
): UcpAnswer {
  const canonical = canonicalOrder(hideFromBuyer(order), shop, session.site.links, attestation);
  return { body: { ucp: envelope(session, ORDER), ...session.version.order(canonical, session.active) } };
}
