import { z } from 'zod';
import type { Context } from '../../calls/context.js';
import { defineOperation } from '../../calls/define.js';
import { authorOf } from '../../records/audit.js';
import { dataOf } from '../../schema/primitives.js';
import { type ErasureReport, erasureReport } from '../../schema/privacy.js';
import { personAddress } from './address.js';
import { erasePerson } from './erase.js';
import type { Eraser } from './eraser.js';

/** A call counts as this many requests in the rate limit, since it reads all carts of the organization. */
const WEIGHT = 20;

export const erasePersonalData = defineOperation({
  name: 'erase_personal_data',
  title: "Erase a person's data",
  description:
    'Removes what carts and orders say of the person with this email address. Amounts, receipts and the properties of lines stay. Orders within `order_retention_years` of their shop keep the buyer; the answer names them. A former staff member is erased too, a present one is kept.',
  scope: 'privacy',
  effect: 'destructive',
  idempotent: true,
  input: z.strictObject({ email: personAddress }),
  output: dataOf(erasureReport),
  sample: () => ({ email: 'nobody@example.com' }),
  errors: [],
  http: { method: 'post', path: '/api/privacy/erase' },
  weight: () => WEIGHT,
  async handle(context: Context<'lists' | 'privacy'>, { email }) {
    const { caller, services } = context;
    const { answers, forget, update, secrets } = services.privacy;
    // A response stored for another organization can contain the id of an erased order.
    const step: Eraser['step'] = (decide, organizationId) =>
      organizationId === caller.organization_id ? context.step(decide) : update(decide, organizationId);
    const by = { ...authorOf(context), step, list: services.lists.page, answers, forget, secrets };
    const report = context.call.dryRun ? NOTHING : await erasePerson(by, caller.organization_id, email);
    return context.update(() => ({ writes: [], answer: { body: { data: report } } }));
  },
});

const NOTHING: ErasureReport = {
  orders_erased: 0,
  carts_erased: 0,
  answers_removed: 0,
  carts_kept: 0,
  orders_kept: [],
  staff: 'none',
};
