import { z } from 'zod';
import { DELIVERY_STATES, OUTCOMES, type Outcome } from '../../src/domain/webhook/delivery.js';
import { PING, WEBHOOK_EVENT_TYPES } from '../../src/domain/webhook/event-types.js';
import { WEBHOOK_STATUSES } from '../../src/domain/webhook/webhook.js';

/** The forms of the rows of webhooks and of events on their way. */

const instant = z.int();
const text = z.string();
const stamps = { created_at: instant, updated_at: instant, version: z.int().min(1) };
const events = z.array(z.enum(WEBHOOK_EVENT_TYPES)).nullable();
const outcomes = Object.keys(OUTCOMES) as Outcome[];

export const receivers = z.array(
  z.strictObject({ webhook_id: text, active: z.boolean(), shop_id: text.nullable(), events }),
);

export const webhook = z.strictObject({
  id: text,
  organization_id: text,
  shop_id: text.nullable(),
  url: text,
  description: text.nullable(),
  events,
  status: z.enum(WEBHOOK_STATUSES),
  secrets: z.array(z.strictObject({ sealed: text, expires_at: instant.nullable() })),
  ...stamps,
});

export const deliveryLane = z.strictObject({
  id: text,
  organization_id: text,
  receiver: text,
  subject: text,
  first: z.int().min(1),
  last: z.int().min(0),
  due_at: instant.nullable(),
  since: instant.nullable(),
  lease: text.nullable(),
  ...stamps,
});

export const delivery = z.strictObject({
  id: text,
  lane: text,
  place: z.int().min(1),
  organization_id: text,
  receiver: text,
  form: z.discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('webhook') }),
    z.strictObject({ kind: z.literal('ucp'), version: text, occurred_at: instant }),
  ]),
  event_id: text,
  type: z.enum([...WEBHOOK_EVENT_TYPES, PING]),
  subject: text,
  subject_version: z.int(),
  payload: text.nullable(),
  state: z.enum(DELIVERY_STATES),
  attempts: z.int().min(0),
  outcome: z.enum(outcomes).nullable(),
  status: z.int().nullable(),
  attempted_at: instant.nullable(),
  resends: z.exactOptional(text),
  ...stamps,
});
