import { EARLY_LINKED_SCOPE, type LinkedScope } from '../../domain/tenant/linked-scopes.js';
import { CART, CHECKOUT, ORDER } from '../capabilities.js';
import type { ProtocolVersion } from '../versions/version.js';

const CHECKOUT_SCOPE = 'dev.ucp.shopping.checkout:manage';

/** Scopes of which a linked person's token needs one, by the capability of the operation. */
const SCOPES: Readonly<Record<string, readonly LinkedScope[]>> = {
  [CHECKOUT]: [CHECKOUT_SCOPE, EARLY_LINKED_SCOPE],
  [CART]: ['dev.ucp.shopping.cart:manage'],
  [ORDER]: ['dev.ucp.shopping.order:read'],
};

interface Described {
  readonly description: { readonly plain: string };
}

/** Scopes as announced by a site that requires linked people. 2026-01-11 announces none. */
export const SCOPE_DESCRIPTIONS: Readonly<Record<Exclude<LinkedScope, typeof EARLY_LINKED_SCOPE>, Described>> = {
  [CHECKOUT_SCOPE]: { description: { plain: 'Fill checkouts and buy, within the limits that you set.' } },
  'dev.ucp.shopping.cart:manage': { description: { plain: 'Keep carts for you.' } },
  'dev.ucp.shopping.order:read': { description: { plain: 'Read the orders placed for you.' } },
};

/**
 * Returns the scope for the operations of a capability, by its name in the version; `undefined` if they need none, as
 * those of the catalog, which is the same for everybody.
 */
export function scopeFor(capability: string, { isEarly }: Pick<ProtocolVersion, 'isEarly'>): LinkedScope | undefined {
  const [scope] = SCOPES[capability] ?? [];
  return isEarly && scope !== undefined ? EARLY_LINKED_SCOPE : scope;
}

/** True if a token with these scopes is sufficient for the operations of a capability. */
export function isAllowed(granted: readonly LinkedScope[], capability: string): boolean {
  const sufficient = SCOPES[capability];
  return sufficient === undefined || sufficient.some((scope) => granted.includes(scope));
}
