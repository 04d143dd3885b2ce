import type { Config } from '../../config.js';
import { onOneLine } from '../../domain/values/text.js';
import type { Delivery } from '../../domain/webhook/delivery.js';
import { isWebhookEvent, WEBHOOK_EVENT_TYPES } from '../../domain/webhook/event-types.js';
import type { Webhook } from '../../domain/webhook/webhook.js';
import { type Receiver, receiverOf } from '../../operations/webhook/own-receiver.js';
import type { WebhookAuthor } from '../../operations/webhook/webhooks.js';
import type { Rows, Store } from '../../ports.js';
import type { Author } from '../../records/audit.js';
import { isoTime } from '../../view/format.js';
import { CommandError } from '../output.js';

/** Help text for the argument of commands that accept webhooks and platforms. */
export const RECEIVER = 'id of the webhook; of a UCP platform, DEPLOYMENT:PROFILE with the URL of its profile';

/** @throws CommandError */
export function namedWebhook(rows: Rows, id: string): Webhook {
  const found = rows.get('webhook', id);
  if (found) return found;
  throw new CommandError(`there is no webhook ${id}; \`portal webhooks list\` prints the ids`);
}

/**
 * Finds a webhook by id, or a platform by deployment and profile.
 * @throws CommandError
 */
export function namedReceiver(rows: Rows, id: string): Receiver {
  const found = receiverOf(rows, id);
  if (found) return found;
  const hint = '`portal webhooks list` prints the ids; a platform is DEPLOYMENT:PROFILE';
  throw new CommandError(`there is no webhook ${id}; ${hint}`);
}

export function webhookAuthor(by: Author, store: Pick<Store, 'sealing'>, config: Config): WebhookAuthor {
  return { ...by, sealing: store.sealing, outbound: { local: config.localAddresses } };
}

/**
 * Parses comma-separated event types; an empty text stands for all events.
 * @throws CommandError
 */
export function eventsOf(text: string): Webhook['events'] {
  if (text === '') return null;
  return text.split(',').map((name) => {
    const event = name.trim();
    if (isWebhookEvent(event)) return event;
    throw new CommandError(
      `--events must list types such as ${WEBHOOK_EVENT_TYPES.slice(0, 3).join(', ')}, not ${event}`,
    );
  });
}

export function webhookLine({ id, status, shop_id, events, url, description }: Webhook): string {
  const told = events === null ? 'all events' : events.join(',');
  const parts = [id, status, shop_id ?? 'all shops', told, url, ...(description === null ? [] : [description])];
  return onOneLine(parts.join('  '));
}

export function deliveryLine(delivery: Delivery): string {
  const { id, created_at, type, subject, state, attempts, outcome, status } = delivery;
  const became = [outcome, status].filter((part) => part !== null).join(' ');
  const parts = [id, isoTime(created_at), type, subject, state, `attempts: ${attempts}`, became];
  return onOneLine(parts.join('  ').trimEnd());
}
