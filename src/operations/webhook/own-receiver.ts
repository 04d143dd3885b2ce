import type { Context } from '../../calls/context.js';
import { PortalError } from '../../domain/errors/portal-error.js';
import type { Deployment } from '../../domain/tenant/tenant.js';
import { platformReceiver } from '../../domain/webhook/platform-receiver.js';
import type { Rows } from '../../ports.js';
import { own } from '../tenancy/own.js';
import { assertActive } from './own-webhook.js';

/** What events are sent to, as far as the list of deliveries has to know it. */
export interface Receiver {
  readonly id: string;
  readonly organization_id: string;
  /** @throws PortalError `webhook_not_active` */
  assertActive(): void;
}

/**
 * The receiver with this id, of any kind; undefined = there is none. A platform is one as long as its deployment exists, whether
 * it was told anything or not.
 */
export function receiverOf(rows: Rows, id: string): Receiver | undefined {
  const platform = platformReceiver(id);
  if (platform) {
    const deployment = rows.get('deployment', platform.deployment_id);
    return (
      deployment && { id, organization_id: deployment.organization_id, assertActive: () => assertServed(deployment) }
    );
  }
  const webhook = rows.get('webhook', id);
  return webhook && { id, organization_id: webhook.organization_id, assertActive: () => assertActive(webhook) };
}

function assertServed({ id, ucp }: Deployment): void {
  if (ucp?.enabled) return;
  throw new PortalError('webhook_not_active', `Deployment ${id} is not served over UCP; enable it first.`);
}

/** @throws PortalError `webhook_not_found` */
export function ownReceiver(rows: Rows, { caller }: Pick<Context, 'caller'>, id: string): Receiver {
  return own(receiverOf(rows, id), caller, 'webhook_not_found');
}
