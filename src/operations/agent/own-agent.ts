import type { Answer } from '../../calls/answer.js';
import type { Context } from '../../calls/context.js';
import type { Agent } from '../../domain/tenant/tenant.js';
import type { Rows } from '../../ports.js';
import type { AgentAnswer } from '../../schema/tenant.js';
import { agentView } from '../../view/tenant-view.js';
import { findOwn } from '../tenancy/find-own.js';

/**
 * Finds an agent of the caller's organization. An agent of another organization counts as absent.
 * @throws PortalError `agent_not_found`
 */
export function ownAgent(rows: Rows, { caller }: Pick<Context, 'caller'>, id: string): Agent {
  return findOwn(rows.get('agent', id), caller, 'agent_not_found');
}

export function agentAnswer(row: Agent): Answer<{ data: AgentAnswer }> {
  return { body: { data: agentView(row) }, version: row.version };
}
