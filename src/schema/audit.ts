import { z } from 'zod';
import { answer, dateTime } from './primitives.js';

/** Kinds of objects that the audit trail covers. */
export const SUBJECTS = [
  'organization',
  'shop',
  'deployment',
  'agent',
  'consumer',
  'api_key',
  'signing_key',
  'item',
  'discount',
  'order',
  'webhook',
  'payment_account',
  'staff',
] as const;

/** An event of the audit trail. */
export const auditEvent = answer({
  id: z.string(),
  at: dateTime('When'),
  actor: z
    .string()
    .describe(
      'Id of the key, person or link that made the change, or name of the part of the portal that did, such as command line',
    ),
  actor_name: z.string().exactOptional().describe('Mail address of the staff member who made the change'),
  action: z.string().describe('What happened, such as key.revoked'),
  subject_type: z.string().describe('Kind of the object that was changed'),
  subject_id: z.string().describe('Its id; of an item, a discount and a payment account, after that of the shop'),
  changed: z.array(z.string()).describe('Members that changed'),
});
export type AuditEventAnswer = z.output<typeof auditEvent>;
