import { z } from 'zod';
import { defineOperation } from '../../calls/define.js';
import { insertWrite } from '../../ports.js';
import { authorOf } from '../../records/audit.js';
import { dataOf } from '../../schema/primitives.js';
import { agent, namedMembers } from '../../schema/tenant.js';
import { newAgent, tenantWrites } from '../tenancy/provision.js';
import { agentAnswer } from './own-agent.js';

export const createAgent = defineOperation({
  name: 'create_agent',
  title: 'Create an agent',
  description: 'Creates an agent of the organization.',
  scope: 'agents',
  effect: 'write',
  idempotent: false,
  input: z.strictObject(namedMembers),
  output: dataOf(agent),
  sample: () => ({ name: 'Shopping agent' }),
  errors: [],
  http: { method: 'post', path: '/api/agents' },
  handle: (context, { name, description = null }) =>
    context.update(() => {
      const by = authorOf(context);
      const row = newAgent(by, context.caller.organization_id, { name, description });
      const put = insertWrite('agent', row);
      const writes = tenantWrites(by, put, 'created', ['name', 'description']);
      return { writes, answer: agentAnswer(put.row) };
    }),
});
