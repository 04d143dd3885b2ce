import type { ProtocolVersion } from '../versions/version.js';
import { cancelCart } from './cancel-cart.js';
import { cancelCheckout } from './cancel-checkout.js';
import { completeCheckout } from './complete-checkout.js';
import { createCart } from './create-cart.js';
import { createCheckout } from './create-checkout.js';
import { getCart } from './get-cart.js';
import { getCheckout } from './get-checkout.js';
import { getOrder } from './get-order.js';
import { getProduct } from './get-product.js';
import { lookupCatalog } from './lookup-catalog.js';
import { searchCatalog } from './search-catalog.js';
import type { UcpOperation } from './ucp-operation.js';
import { updateCart } from './update-cart.js';
import { updateCheckout } from './update-checkout.js';

/** All UCP operations of all versions. */
export const UCP_OPERATIONS: readonly UcpOperation[] = [
  searchCatalog,
  lookupCatalog,
  getProduct,
  createCart,
  getCart,
  updateCart,
  cancelCart,
  createCheckout,
  getCheckout,
  updateCheckout,
  completeCheckout,
  cancelCheckout,
  getOrder,
];

/** Returns the operations of the version's capabilities, except those that only have events. */
export function listOperations(
  { capabilities }: Pick<ProtocolVersion, 'capabilities'>,
  operations: readonly UcpOperation[] = UCP_OPERATIONS,
): readonly UcpOperation[] {
  const names = new Set(capabilities.filter(({ eventOnly: isOnlyTold }) => !isOnlyTold).map(({ name }) => name));
  return operations.filter(({ capability }) => names.has(capability));
}
