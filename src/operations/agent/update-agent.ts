import { z } from 'zod';
import { defineOperation } from '../../calls/define.js';
import { replaceWrite } from '../../ports.js';
import { authorOf } from '../../records/audit.js';
import { dataOf, id } from '../../schema/primitives.js';
import { agent, renamedMembers } from '../../schema/tenant.js';
import { applyRename } from '../tenancy/apply-rename.js';
import { tenantWrites } from '../tenancy/provision.js';
import { agentAnswer, ownAgent } from './own-agent.js';

export const updateAgent = defineOperation({
  name: 'update_agent',
  title: 'Update an agent',
  description: 'Replaces the name. An omitted description stays unchanged; null removes it.',
  scope: 'agents',
  effect: 'write',
  idempotent: true,
  input: z.strictObject({ agent_id: id('Id of the agent'), ...renamedMembers }),
  inputErrors: { agent_id: 'agent_not_found' },
  output: dataOf(agent),
  sample: ({ agent }) => ({ agent_id: agent, name: 'Shopping agent', description: 'Buys for the office' }),
  errors: ['agent_not_found', 'version_conflict'],
  http: { method: 'put', path: '/api/agents/{id}', parts: { id: 'agent_id' } },
  mcp: {
    description:
      'Rename an agent, and change its description: leave description out to keep it, send null to remove it. name is always required; get_agent shows the current one.',
  },
  handle: (context, { agent_id, ...rename }) =>
    context.update((rows) => {
      const by = authorOf(context);
      const before = ownAgent(rows, context, agent_id);
      context.expectVersion(before);
      const { naming, changed } = applyRename(before, rename);
      if (changed.length === 0) return { writes: [], answer: agentAnswer(before) };
      const put = replaceWrite('agent', before, { ...before, ...naming, updated_at: by.now });
      return { writes: tenantWrites(by, put, 'updated', changed), answer: agentAnswer(put.row) };
    }),
});
