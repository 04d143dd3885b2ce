import type { Order } from '../domain/order/order.js';
import type { Grant } from '../domain/tenant/grant.js';
import type { Spending } from '../domain/tenant/limits.js';
import { type ApiKey, keyStatus } from '../domain/tenant/tenant.js';
import { required } from '../domain/values/required.js';
import type { ShopGrantAnswer } from '../schema/grant.js';
import { isoTime, isoTimeOrNull } from './format.js';
import { limitsView } from './key-view.js';
import { orderHead } from './order-view.js';

/** A grant with what the merchant sees beside it. */
export interface ShownGrant {
  readonly key: ApiKey & { readonly grant: Grant };
  /** Absent without limits. */
  readonly spending?: Spending | undefined;
  /** Mail address of the person, if they share their contact. */
  readonly email?: string | undefined;
  /** Its newest orders; absent if the caller must not see orders. */
  readonly orders?: readonly Order[] | undefined;
}

/** A grant in responses to the merchant. Its person is known by the pseudonym only, unless they share their contact. */
export function shopGrantView({ key, spending, email, orders }: ShownGrant, now: number): ShopGrantAnswer {
  const { id, deployment_id, scopes, grant, created_at, revoked_at, last_used_at } = key;
  const { client_id, client_name, client_host, client_kind, linked_scopes, shares = [], ends_at } = grant;
  return {
    ...{ id, deployment_id: required(deployment_id, 'deployment of a grant') },
    ...{ client_id, client_name, client_host, client_kind },
    scopes: [...scopes],
    ...(linked_scopes && { linked_scopes: [...linked_scopes] }),
    status: keyStatus(key, now),
    ...(spending && { limits: limitsView(spending.limits, spending.spent), spent_30_days: spending.spent }),
    shares: [...shares],
    ...(email !== undefined && { email }),
    created_at: isoTime(created_at),
    ends_at: isoTime(ends_at),
    revoked_at: isoTimeOrNull(revoked_at),
    last_used_at: isoTimeOrNull(last_used_at),
    ...(orders && { orders: orders.map(orderHead) }),
  };
}
