import { z } from 'zod';
import { DELIVERY_STATES, OUTCOMES, type Outcome } from '../domain/webhook/delivery.js';
import { SENT_TYPES, WEBHOOK_EVENT_TYPES } from '../domain/webhook/event-types.js';
import { MAX_WEBHOOK_URL, WEBHOOK_STATUSES } from '../domain/webhook/webhook.js';
import { answer, dateTime, id, text } from './primitives.js';

/** Webhooks, as managed by an organization (docs/webhooks.md). */

export const webhookUrl = z
  .string()
  .min(1)
  .max(MAX_WEBHOOK_URL)
  .describe('https, of a public host, without user, password or fragment');

export const webhookDescription = text(200, 'Free text, at most 200 characters; null or omitted = none').nullable();

export const webhookEvents = z
  .array(z.enum(WEBHOOK_EVENT_TYPES))
  .min(1)
  .max(WEBHOOK_EVENT_TYPES.length)
  .refine((events) => new Set(events).size === events.length, { error: 'names an event twice' })
  .nullable()
  .describe('Event types it receives; null for all, including those of later versions');

const members = {
  id: z.string(),
  url: z.string(),
  shop_id: z.string().nullable().describe('Only what belongs to this shop; null = all'),
  description: z.string().nullable(),
  events: z.array(z.enum(WEBHOOK_EVENT_TYPES)).nullable().describe('Null = all, also those of later versions'),
  status: z.enum(WEBHOOK_STATUSES).describe('`stopped`: the receiver has answered 410'),
  earlier_secret_until: dateTime('Until when messages are signed with the secret before, too').nullable(),
  created_at: dateTime('When it was created'),
  updated_at: dateTime('When it was last changed'),
};

export const webhook = answer(members);
export type WebhookAnswer = z.output<typeof webhook>;

export const webhookWithSecret = answer({
  ...members,
  secret: z.string().describe('Of Standard Webhooks, with `whsec_` before it; shown only once'),
});

const OUTCOME_NAMES = Object.keys(OUTCOMES).filter((name): name is Outcome => name in OUTCOMES);

export const deliveryState = z.enum(DELIVERY_STATES);

export const deliveryMembers = {
  id: z.string(),
  event_id: z.string().describe('The header webhook-id; for a UCP platform without `evt_`'),
  type: z.enum(SENT_TYPES),
  subject_type: z.string().describe('Kind of the object that the event is about'),
  subject_id: z.string().describe('Its id; of an item, after that of the shop'),
  subject_version: z.int(),
  state: deliveryState,
  attempts: z.int(),
  outcome: z.enum(OUTCOME_NAMES).nullable().describe('Of the last attempt, or why none was made'),
  http_status: z.int().nullable().describe('Of the last answer'),
  attempted_at: dateTime('When the last attempt ended').nullable(),
  resends: z.string().nullable().describe('The delivery that it sends again'),
  created_at: dateTime('When it was written down'),
};
export const delivery = answer(deliveryMembers);
export type DeliveryAnswer = z.output<typeof delivery>;

/** Maximum deliveries that one call resends. */
export const MAX_RESENT = 100;

export const resentIds = z
  .array(id('Id of a delivery'))
  .min(1)
  .max(MAX_RESENT)
  .refine((ids) => new Set(ids).size === ids.length, { error: 'names a delivery twice' })
  .describe(`Ids from the list of deliveries, 1 to ${MAX_RESENT}`);

export const webhookId = id('Id of the webhook');

/** Maximum characters of a receiver's id, which can contain a profile URL of up to 512 characters. */
const MAX_RECEIVER = 600;

export const receiverId = z
  .string()
  .min(1)
  .max(MAX_RECEIVER)
  .describe("Id of the webhook; of a UCP platform, the deployment's id, a colon and the URL of the platform's profile");
