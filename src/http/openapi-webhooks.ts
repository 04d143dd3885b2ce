import type { z } from 'zod';
import { toJsonSchema } from '../calls/json-schema.js';
import { WEBHOOK_EVENTS } from '../domain/webhook/event-types.js';
import { EVENT_DATA, eventBody } from '../schema/event.js';

/** Describes the webhooks of the OpenAPI document: each event with the schema of its body. */
export function describeWebhooks(named: ReadonlyMap<z.ZodType, string>) {
  const events = Object.entries(WEBHOOK_EVENTS).map(([type, { subject, when }]) => [type, eventOf(subject, when)]);
  return {
    webhooks: Object.fromEntries(events),
    schemas: Object.fromEntries(
      Object.entries(EVENT_DATA).map(([subject, data]) => [
        nameOf(subject),
        toJsonSchema(eventBody(data), 'output', named),
      ]),
    ),
  };
}

function eventOf(subject: string, when: string) {
  const schema = { $ref: `#/components/schemas/${nameOf(subject)}` };
  return {
    post: {
      summary: when,
      requestBody: { required: true, content: { 'application/json': { schema } } },
      responses: { '2XX': { description: 'The event is acknowledged' } },
    },
  };
}

function nameOf(subject: string): string {
  const words = subject.split('_').map((word) => `${word.charAt(0).toUpperCase()}${word.slice(1)}`);
  return `${words.join('')}Event`;
}
