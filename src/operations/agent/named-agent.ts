import type { Agent } from '../../domain/tenant.js';
import type { Rows } from '../../ports.js';
import type { Context } from '../context.js';
import { named } from '../own.js';

/**
 * The agent that a body names in `member`.
 * @throws PortalError `agent_unknown`
 */
export function namedAgent(rows: Rows, { caller }: Pick<Context, 'caller'>, id: string, member: string): Agent {
  const detail = `${member}: there is no agent of this id in the organization`;
  return named(rows.get('agent', id), caller, 'agent_unknown', detail);
}
