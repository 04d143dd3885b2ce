import type { Shop } from '../domain/shop/shop.js';
import type { Agent, Consumer, Deployment } from '../domain/tenant/tenant.js';
import type { AgentAnswer, ConsumerAnswer, DeploymentAnswer, ShopAnswer } from '../schema/tenant.js';
import { isoTime, isoTimeOrNull } from './format.js';

/** Shops, deployments, agents and consumers in responses to their organization (docs/tenants.md). */

export function shopView(row: Shop): ShopAnswer {
  return namedView(row);
}

export function deploymentView({ id, shop_id, name, created_at, updated_at }: Deployment): DeploymentAnswer {
  return { id, shop_id, name, created_at: isoTime(created_at), updated_at: isoTime(updated_at) };
}

export function agentView(row: Agent): AgentAnswer {
  return namedView(row);
}

export function consumerView(row: Consumer): ConsumerAnswer {
  const { id, name, description, ...rest } = namedView(row);
  const { linked_consumer_org_id, linked_at } = row;
  return { id, name, description, linked_consumer_org_id, linked_at: isoTimeOrNull(linked_at), ...rest };
}

function namedView({ id, name, description, created_at, updated_at }: Shop | Agent): AgentAnswer {
  return { id, name, description, created_at: isoTime(created_at), updated_at: isoTime(updated_at) };
}
