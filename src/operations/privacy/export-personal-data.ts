import { z } from 'zod';
import type { Context } from '../../calls/context.js';
import { defineOperation } from '../../calls/define.js';
import { cacheJsonInSlices } from '../../calls/json-text.js';
import { personId } from '../../domain/person/person.js';
import { dataOf } from '../../schema/primitives.js';
import { personalData } from '../../schema/privacy.js';
import { personAddress } from './address.js';
import { collectPersonalData } from './collect-personal-data.js';

/** A call counts as this many requests in the rate limit, since it reads all carts of the organization. */
const WEIGHT = 20;

export const exportPersonalData = defineOperation({
  name: 'export_personal_data',
  title: "Export a person's data",
  description:
    "What the organization's carts and orders say of the person with this email address, and the contact and address that they saved for their assistants. The address is in the body, so that it gets into no access log.",
  scope: 'privacy',
  effect: 'read',
  idempotent: true,
  input: z.strictObject({ email: personAddress }),
  output: dataOf(personalData),
  sample: () => ({ email: 'ada@example.com' }),
  errors: [],
  http: { method: 'post', path: '/api/privacy/export' },
  weight: () => WEIGHT,
  async handle(context: Context<'lists' | 'view' | 'slices' | 'people'>, { email }) {
    const { caller, read, services } = context;
    const { lists, view, slices, people } = services;
    const [store, person] = [
      { list: lists.page, read },
      { id: personId(people.secret, email), email },
    ];
    const data = await collectPersonalData(store, view, caller.organization_id, person, slices);
    const body = { data };
    await cacheJsonInSlices(body, slices);
    return { body };
  },
});
