import { z } from 'zod';
import { type EventSubject, PING, WEBHOOK_EVENT_TYPES } from '../domain/webhook/event-types.js';
import { order } from './order.js';
import { amount, answer, dateTime } from './primitives.js';
import { shopItem } from './shop-item.js';
import { signingKey } from './signing-key.js';

/** Bodies sent to receivers (docs/webhooks.md). */

/** An order without the buyer's link to it, because that link is never stored. */
const orderData = order.omit({ permalink_url: true });
export type OrderEventData = z.input<typeof orderData>;

const itemData = shopItem.omit({ stock: true });
export type ItemEventData = z.input<typeof itemData>;

const receiptData = answer({
  id: z.string(),
  status: z.literal('verified'),
  receipt: z.record(z.string(), z.unknown()).describe('The receipt as signed'),
  signature: z.string().describe('Base64'),
  signing_key_id: z.string(),
  key_fingerprint: z.string(),
  receipt_hash: z.string().describe('SHA-256 of the signed bytes, lower-case hex'),
  received_at: dateTime('When it was accepted'),
  order: answer({ id: z.string() }).nullable().describe('The order that context_hash belongs to'),
});
export type ReceiptEventData = z.input<typeof receiptData>;

const paymentData = answer({
  id: z.string().describe('Id of the attempt'),
  checkout_id: z.string(),
  handler_id: z.string().describe('The payment handler'),
  amount: amount('Minor units'),
  currency: z.string(),
});
export type PaymentEventData = z.input<typeof paymentData>;

/** Schema of an event's `data`, by kind of object. */
export const EVENT_DATA = {
  order: orderData,
  payment: paymentData,
  item: itemData,
  receipt: receiptData,
  signing_key: signingKey,
  webhook: answer({ webhook_id: z.string() }),
} as const satisfies Readonly<Record<EventSubject, z.ZodType>>;

/** Schema of an event's body, with the data of one kind of object. */
export const eventBody = <Data extends z.ZodType>(data: Data) =>
  answer({
    id: z.string().describe('Equal for every receiver and attempt; also in the header webhook-id'),
    type: z.enum([...WEBHOOK_EVENT_TYPES, PING]),
    timestamp: dateTime('When it happened'),
    organization_id: z.string(),
    shop_id: z.string().nullable().describe('Null for objects outside of a shop'),
    subject: answer({
      type: z.enum(['order', 'payment', 'item', 'receipt', 'signing_key', 'webhook']),
      id: z.string(),
      version: z
        .int()
        .describe('Change number of the object: an event with a lower number than one already received is older'),
    }),
    data,
  });

/** An event's body without `data`, which has a separate schema. */
export interface EventHead {
  readonly id: string;
  readonly type: string;
  readonly timestamp: string;
  readonly organization_id: string;
  readonly shop_id: string | null;
  readonly subject: { readonly type: EventSubject; readonly id: string; readonly version: number };
}
