import { cancelCheckout } from './cancel-checkout.js';
import { completeCheckout } from './complete-checkout.js';
import { createCheckout } from './create-checkout.js';
import { getCheckout } from './get-checkout.js';
import type { UcpOperation } from './ucp-operation.js';
import { updateCheckout } from './update-checkout.js';

/** The registry of the surface: every operation of UCP that is served, in all versions. */
export const UCP_OPERATIONS: readonly UcpOperation[] = [
  createCheckout,
  getCheckout,
  updateCheckout,
  completeCheckout,
  cancelCheckout,
];
