import { z } from 'zod';
import { addressMembers, price } from './shared-contract.js';

/**
 * Bookkeeping members of a checkout or order (docs/money.md, Tax and Discounts). Nothing here may be imported from
 * `src/`.
 */

/** docs/money.md, Tax: taxable amounts exclude the tax, so the two add up to the amount paid. */
const taxLine = z.strictObject({
  rate_ppm: z.int().min(0).max(1_000_000),
  jurisdiction: z.string().regex(/^[A-Z]{2}(-.+)?$/),
  category: z.string().min(1),
  taxable_amount: price,
  amount: price,
  included: z.boolean(),
});

export const taxLines = z.array(taxLine);

/** docs/money.md, Fees. */
export const fees = z.array(
  z.strictObject({ id: z.string().min(1), title: z.string().min(1), amount: z.int().min(1), tax_lines: taxLines }),
);

/** UCP, Discount Extension, applied_discount: amounts are above zero, and allocations add up to them. */
const appliedDiscount = z
  .strictObject({
    code: z.string().min(1).optional(),
    title: z.string().min(1),
    amount: z.int().min(1),
    automatic: z.boolean(),
    method: z.enum(['each', 'across']),
    priority: z.int().min(1),
    allocations: z.array(z.strictObject({ path: z.string().regex(/^\$\./), amount: z.int().min(1) })).min(1),
  })
  .refine(({ amount, allocations }) => allocations.reduce((sum, one) => sum + one.amount, 0) === amount, {
    message: 'the allocations add up to the amount',
  })
  .refine(({ code, automatic }) => (code === undefined) === automatic, { message: 'an automatic one has no code' });

export const discounts = z.strictObject({ codes: z.array(z.string().min(1)), applied: z.array(appliedDiscount) });

export const billingAddress = z.strictObject({ ...addressMembers, full_name: z.string().optional() });

/** Payment of an order, which never includes a credential. */
export const orderPayment = z.strictObject({
  handler_id: z.string().min(1).optional(),
  handler_name: z.string().min(1).optional(),
  instrument: z
    .strictObject({
      type: z.string().optional(),
      brand: z.string().optional(),
      last_digits: z.string().optional(),
      expiry_month: z.int().optional(),
      expiry_year: z.int().optional(),
      rich_text_description: z.string().optional(),
    })
    .optional(),
  provider_reference: z.string().min(1).optional(),
  amount_paid: price,
  amount_refunded: price,
  amount_owed: price.optional(),
  received: z
    .array(z.strictObject({ amount: price, reference: z.string().min(1).optional(), created_at: z.iso.datetime() }))
    .optional(),
});
