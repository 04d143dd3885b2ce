import type { Context } from '../../calls/context.js';
import type { Agent } from '../../domain/tenant/tenant.js';
import type { Rows } from '../../ports.js';
import { findNamed } from '../tenancy/find-own.js';

/**
 * Finds the agent whose id was sent in the body member `member`.
 * @throws PortalError `agent_unknown`
 */
export function namedAgent(rows: Rows, { caller }: Pick<Context, 'caller'>, id: string, member: string): Agent {
  const detail = `${member}: there is no agent with this id in the organization`;
  return findNamed(rows.get('agent', id), caller, 'agent_unknown', detail);
}
