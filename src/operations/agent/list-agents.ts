import { z } from 'zod';
import type { Context } from '../../calls/context.js';
import { defineOperation } from '../../calls/define.js';
import { keysetPage } from '../../lists/keyset-page.js';
import type { Position } from '../../ports.js';
import { pageOf, paging } from '../../schema/primitives.js';
import { agent } from '../../schema/tenant.js';
import { agentView } from '../../view/tenant-view.js';

export const listAgents = defineOperation({
  name: 'list_agents',
  title: 'List the agents',
  description: 'The agents of the organization, oldest first.',
  scope: 'agents',
  effect: 'read',
  idempotent: true,
  input: z.strictObject(paging),
  inputErrors: { cursor: 'invalid_cursor' },
  output: pageOf(agent),
  sample: () => ({ limit: 5 }),
  errors: ['invalid_cursor'],
  http: { method: 'get', path: '/api/agents', query: ['limit', 'cursor'] },
  handle(context: Context<'lists'>, asked) {
    const { caller, services } = context;
    const { organization_id } = caller;
    const read = (after: Position | undefined, limit: number) =>
      services.lists.page('agents', { organization_id }, after, limit);
    return keysetPage(context, ['agents', organization_id], asked, read, agentView);
  },
});
