import { z } from 'zod';
import { defineOperation } from '../../calls/define.js';
import { insertWrite } from '../../ports.js';
import { dataOf } from '../../schema/primitives.js';
import { linkCode } from '../../schema/tenant.js';
import { isoTime } from '../../view/format.js';
import { newLinkCode } from './link-codes.js';

export const createLinkCode = defineOperation({
  name: 'create_link_code',
  title: 'Create a link code',
  description:
    'Creates a code with which another organization links one of its consumers to yours: once, within 15 minutes. The code is shown only once.',
  scope: 'consumers',
  effect: 'write',
  idempotent: false,
  secretAnswer: true,
  input: z.strictObject({}),
  output: dataOf(linkCode),
  sample: () => ({}),
  errors: [],
  http: { method: 'post', path: '/api/consumers/link-codes' },
  handle: (context) =>
    context.update(() => {
      const { code, row } = newLinkCode(context.ids, context.caller.organization_id, context.now);
      const data = { code, expires_at: isoTime(row.expires_at) };
      return { writes: [insertWrite('link_code', row)], answer: { body: { data } } };
    }),
});
