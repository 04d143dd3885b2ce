import { z } from 'zod';
import type { Context } from '../../calls/context.js';
import { defineOperation } from '../../calls/define.js';
import { keysetPage } from '../../lists/keyset-page.js';
import type { Position } from '../../ports.js';
import { pageOf, paging } from '../../schema/primitives.js';
import { webhook } from '../../schema/webhook.js';
import { webhookView } from '../../view/webhook-view.js';

export const listWebhooks = defineOperation({
  name: 'list_webhooks',
  title: 'List the webhooks',
  description: 'The webhooks of the organization, oldest first.',
  scope: 'webhooks',
  effect: 'read',
  idempotent: true,
  input: z.strictObject(paging),
  inputErrors: { cursor: 'invalid_cursor' },
  output: pageOf(webhook),
  sample: () => ({ limit: 5 }),
  errors: ['invalid_cursor'],
  http: { method: 'get', path: '/api/webhooks', query: ['limit', 'cursor'] },
  handle(context: Context<'lists'>, asked) {
    const { caller, now, services } = context;
    const { organization_id } = caller;
    const read = (after: Position | undefined, limit: number) =>
      services.lists.page('webhooks', { organization_id }, after, limit);
    return keysetPage(context, ['webhooks', organization_id], asked, read, (row) => webhookView(row, now));
  },
});
