import { z } from 'zod';
import type { Context } from '../../calls/context.js';
import { defineOperation } from '../../calls/define.js';
import { authorOf } from '../../records/audit.js';
import { dataOf, id } from '../../schema/primitives.js';
import { erasureReport } from '../../schema/privacy.js';
import { findOwn } from '../tenancy/find-own.js';
import { personAddress } from './address.js';
import { eraseNamed, NOTHING_ERASED } from './erase-named.js';
import type { Eraser } from './eraser.js';

/** A call counts as this many requests in the rate limit, since it reads all carts of the organization. */
const WEIGHT = 20;

const input = z
  .strictObject({
    email: personAddress.optional(),
    consumer_id: id('Id of a consumer, in place of an address').optional(),
  })
  .refine(({ email, consumer_id }) => (email === undefined) !== (consumer_id === undefined), {
    path: ['email'],
    error: 'send either email or consumer_id',
  });

export const erasePersonalData = defineOperation({
  name: 'erase_personal_data',
  title: "Erase a person's data",
  description:
    'Removes what carts and orders say of the person with this email address, or the name of a consumer and the reasons of its disputes. Amounts, receipts and the properties of lines stay. Orders within `order_retention_years` of their shop keep the buyer; the answer names them. A former staff member is erased too, a present one is kept.',
  scope: 'privacy',
  effect: 'destructive',
  idempotent: true,
  input,
  inputErrors: { consumer_id: 'consumer_not_found' },
  output: dataOf(erasureReport),
  sample: () => ({ email: 'nobody@example.com' }),
  errors: ['consumer_not_found'],
  http: { method: 'post', path: '/api/privacy/erase' },
  weight: () => WEIGHT,
  async handle(context: Context<'lists' | 'privacy'>, { email, consumer_id }) {
    const { caller, services } = context;
    const { answers, forget, update, secrets } = services.privacy;
    // A response stored for another organization can contain the id of an erased order.
    const step: Eraser['step'] = (decide, organizationId) =>
      organizationId === caller.organization_id ? context.step(decide) : update(decide, organizationId);
    const by = { ...authorOf(context), step, list: services.lists.page, answers, forget, secrets };
    if (consumer_id !== undefined)
      await context.read((rows) => findOwn(rows.get('consumer', consumer_id), caller, 'consumer_not_found'));
    const report = context.call.dryRun
      ? NOTHING_ERASED
      : await eraseNamed(by, caller.organization_id, { email, consumer_id });
    return context.update(() => ({ writes: [], answer: { body: { data: report } } }));
  },
});
