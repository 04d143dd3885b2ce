import { z } from 'zod';
import type { Context } from '../../calls/context.js';
import { defineOperation } from '../../calls/define.js';
import { keysetPage } from '../../lists/keyset-page.js';
import type { Position } from '../../ports.js';
import { pageOf, paging } from '../../schema/primitives.js';
import { consumer } from '../../schema/tenant.js';
import { consumerView } from '../../view/tenant-view.js';

export const listConsumers = defineOperation({
  name: 'list_consumers',
  title: 'List the consumers',
  description: 'The consumers of the organization, oldest first.',
  scope: 'consumers',
  effect: 'read',
  idempotent: true,
  input: z.strictObject(paging),
  inputErrors: { cursor: 'invalid_cursor' },
  output: pageOf(consumer),
  sample: () => ({ limit: 5 }),
  errors: ['invalid_cursor'],
  http: { method: 'get', path: '/api/consumers', query: ['limit', 'cursor'] },
  handle(context: Context<'lists'>, asked) {
    const { caller, services } = context;
    const { organization_id } = caller;
    const read = (after: Position | undefined, limit: number) =>
      services.lists.page('consumers', { organization_id }, after, limit);
    return keysetPage(context, ['consumers', organization_id], asked, read, consumerView);
  },
});
