import { z } from 'zod';

/** A shop's rules by which requests of buyers are accepted at once. */
export const orderRequestRules = z.strictObject({
  cancel_before_shipping: z.boolean().exactOptional(),
  address_before_shipping: z.boolean().exactOptional(),
  return_days: z.int().min(0).max(3650).exactOptional(),
});
