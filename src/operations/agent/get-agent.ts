import { z } from 'zod';
import { defineOperation } from '../../calls/define.js';
import { dataOf, id } from '../../schema/primitives.js';
import { agent } from '../../schema/tenant.js';
import { agentAnswer, ownAgent } from './own-agent.js';

export const getAgent = defineOperation({
  name: 'get_agent',
  title: 'Get an agent',
  description: 'One agent of the organization, by id.',
  scope: 'agents',
  effect: 'read',
  idempotent: true,
  input: z.strictObject({ agent_id: id('Id of the agent') }),
  inputErrors: { agent_id: 'agent_not_found' },
  output: dataOf(agent),
  errors: ['agent_not_found', 'version_conflict'],
  http: { method: 'get', path: '/api/agents/{id}', parts: { id: 'agent_id' } },
  mcp: {
    description:
      'Read an agent of your organization by id: its name and description; times are ISO 8601 in UTC. update_agent changes them.',
  },
  handle: (context, { agent_id }) =>
    context.read((rows) => {
      const row = ownAgent(rows, context, agent_id);
      context.expectVersion(row);
      return agentAnswer(row);
    }),
});
