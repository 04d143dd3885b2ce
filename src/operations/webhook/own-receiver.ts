import type { Context } from '../../calls/context.js';
import { PortalError } from '../../domain/errors/portal-error.js';
import type { Deployment } from '../../domain/tenant/tenant.js';
import { MAX_PROFILE_URL } from '../../domain/tenant/ucp.js';
import { type PlatformReceiver, platformReceiver, platformReceiverId } from '../../domain/webhook/platform-receiver.js';
import { publicUrl } from '../../outbound/public-url.js';
import type { Rows } from '../../ports.js';
import { findOwn } from '../tenancy/find-own.js';
import { assertActive } from './own-webhook.js';

/** A receiver as the list of its deliveries needs it. */
export interface Receiver {
  readonly id: string;
  readonly organization_id: string;
  /** @throws PortalError `webhook_not_active` */
  assertActive(): void;
}

/** The receiver with this id, of any kind, if it exists. */
export function receiverOf(rows: Rows, id: string): Receiver | undefined {
  const platform = platformReceiver(id);
  if (platform) return toldPlatform(rows, platform);
  const webhook = rows.get('webhook', id);
  return webhook && { id, organization_id: webhook.organization_id, assertActive: () => assertActive(webhook) };
}

/**
 * A platform is a receiver as long as its deployment exists, even if it never got an event. Its profile's spelling may
 * differ from the stored one.
 */
function toldPlatform(rows: Rows, { deployment_id, profile }: PlatformReceiver): Receiver | undefined {
  const url = publicUrl(profile, MAX_PROFILE_URL, { local: true });
  const deployment = url instanceof URL && rows.get('deployment', deployment_id);
  if (!deployment) return undefined;
  return {
    id: platformReceiverId({ deployment_id, profile: url.href }),
    organization_id: deployment.organization_id,
    assertActive: () => assertServed(deployment),
  };
}

function assertServed({ id, ucp }: Deployment): void {
  if (ucp?.enabled) return;
  throw new PortalError('webhook_not_active', `Deployment ${id} is not served over UCP; enable it first.`);
}

/** @throws PortalError `webhook_not_found` */
export function ownReceiver(rows: Rows, { caller }: Pick<Context, 'caller'>, id: string): Receiver {
  return findOwn(receiverOf(rows, id), caller, 'webhook_not_found');
}
