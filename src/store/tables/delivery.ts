import { z } from 'zod';
import { NOTICE_KINDS } from '../../domain/values/notice-kinds.js';
import { once } from '../../domain/values/once.js';
import { DELIVERY_STATES, type Delivery, OUTCOMES, type Outcome } from '../../domain/webhook/delivery.js';
import { SENT_TYPES } from '../../domain/webhook/event-types.js';
import { isLimitedForm } from '../../domain/webhook/mail-limits.js';
import { instant, maybe, stamps, text } from './forms.js';
import { organization } from './organization.js';
import { idOf, ORGANIZATION_ID } from './owner-columns.js';
import type { RemovableTable } from './table.js';

export const delivery: RemovableTable<Delivery> = {
  form: once(() =>
    z.strictObject({
      id: text,
      lane: text,
      place: z.int().min(1),
      organization_id: text,
      receiver: text,
      form: z.discriminatedUnion('kind', [
        z.strictObject({ kind: z.literal('webhook') }),
        z.strictObject({ kind: z.literal('ucp'), version: text, occurred_at: instant }),
        z.strictObject({
          kind: z.literal('mail'),
          notice: z.enum(NOTICE_KINDS),
          language: text,
          shop_id: text,
          member_id: maybe(text),
          recipient: maybe(text),
        }),
        z.strictObject({ kind: z.literal('operator') }),
      ]),
      event_id: text,
      type: z.enum(SENT_TYPES),
      subject: text,
      subject_version: z.int(),
      payload: text.nullable(),
      state: z.enum(DELIVERY_STATES),
      attempts: z.int().min(0),
      outcome: z.enum(Object.keys(OUTCOMES).filter(isOutcome)).nullable(),
      status: z.int().nullable(),
      attempted_at: instant.nullable(),
      resends: maybe(text),
      ...stamps,
    }),
  ),
  key: idOf,
  columns: {
    organization_id: ORGANIZATION_ID,
    receiver: { type: 'text', of: (row) => row.receiver },
    subject: { type: 'text', of: (row) => row.subject },
    state: { type: 'text', changes: true, of: (row) => row.state },
    limited: { type: 'integer', nullable: true, of: ({ form }) => (isLimitedForm(form) ? 1 : null) },
  },
  after: [organization],
  cached: false,
  removable: true,
};

function isOutcome(name: string): name is Outcome {
  return Object.hasOwn(OUTCOMES, name);
}
