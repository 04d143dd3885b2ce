import { EARLY_LINKED_SCOPE, type LinkedScope } from '../../domain/tenant/linked-scopes.js';
import { CART, CHECKOUT, ORDER } from '../capabilities.js';
import type { ProtocolVersion } from '../versions/version.js';

const CHECKOUT_SCOPE = 'dev.ucp.shopping.checkout:manage';

/** Scopes of which the token of a linked person needs one, by the capability of the operation. */
const SCOPES: Readonly<Record<string, readonly LinkedScope[]>> = {
  [CHECKOUT]: [CHECKOUT_SCOPE, EARLY_LINKED_SCOPE],
  [CART]: ['dev.ucp.shopping.cart:manage'],
  [ORDER]: ['dev.ucp.shopping.order:read'],
};

/**
 * Returns the scope that a token lacks for the operations of a capability, by its name in the version; `undefined` if it
 * lacks none. The catalog is the same for everybody, and needs no scope.
 */
export function missingScope(
  granted: readonly LinkedScope[],
  capability: string,
  { isEarly }: Pick<ProtocolVersion, 'isEarly'>,
): LinkedScope | undefined {
  const sufficient = SCOPES[capability] ?? [];
  if (sufficient.length === 0 || sufficient.some((scope) => granted.includes(scope))) return undefined;
  return isEarly ? EARLY_LINKED_SCOPE : sufficient[0];
}
