import { z } from 'zod';
import { defineOperation } from '../../calls/define.js';
import { authorOf } from '../../records/audit.js';
import { readSpent } from '../../records/spending.js';
import { apiKey, limitChange } from '../../schema/api-key.js';
import { dataOf, id } from '../../schema/primitives.js';
import { keyView } from '../../view/key-view.js';
import { buildLimitChange } from '../tenancy/key-limits.js';

export const setKeyLimits = defineOperation({
  name: 'set_key_limits',
  title: 'Set the limits of a key',
  description:
    "Changes what a deployment's key may spend without the buyer: per order, in any 30 days, above which total the buyer is asked, and of which categories. Null removes a limit; an omitted one stays. Outside a limit, a checkout needs the buyer's approval on its page.",
  scope: 'keys',
  effect: 'write',
  idempotent: true,
  input: z.strictObject({ key_id: id('Id of the key'), ...limitChange }),
  inputErrors: { key_id: 'key_not_found' },
  output: dataOf(apiKey),
  sample: ({ key }) => ({ key_id: key, per_order: 10_000, per_30_days: 50_000 }),
  errors: ['key_not_found'],
  http: { method: 'put', path: '/api/keys/{id}/limits', parts: { id: 'key_id' } },
  handle: (context, { key_id, ...change }) =>
    context.update((rows) => {
      const { row, writes } = buildLimitChange(rows, authorOf(context), key_id, change, context.caller.organization_id);
      return { writes, answer: { body: { data: keyView(row, context.now, readSpent(rows, row, context.now)) } } };
    }),
});
