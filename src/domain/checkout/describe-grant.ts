import type { Grant } from '../tenant/grant.js';
import type { ApiKey } from '../tenant/tenant.js';
import type { Cart } from './checkout.js';
import { isApproved } from './consent.js';
import type { PaymentGrant } from './payment-grant.js';
import { orderingBuyer } from './platform-part.js';
import type { Pricing } from './pricing.js';

/** Describes the permission of a key to pay for a cart; `undefined` if it has neither limits nor a grant. */
export function describeGrant(
  { checkout, spending }: Cart,
  pricing: Pricing,
  { id, grant, limits }: ApiKey,
): PaymentGrant | undefined {
  if (!grant && !limits) return undefined;
  return {
    id,
    buyer_id: orderingBuyer(checkout),
    ...(grant && { client: clientOf(grant), ends_at: grant.ends_at }),
    ...(limits && { limits }),
    spent: spending?.spent ?? 0,
    ...(isApproved(checkout, pricing) && { approved: true as const }),
  };
}

function clientOf({ client_id, client_kind, client_host }: Grant): Required<PaymentGrant>['client'] {
  return { client_id, client_kind, client_host };
}
