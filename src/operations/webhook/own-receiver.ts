import type { Context } from '../../calls/context.js';
import { PortalError } from '../../domain/errors/portal-error.js';
import type { Deployment } from '../../domain/tenant/tenant.js';
import { MAX_PROFILE_URL } from '../../domain/tenant/ucp.js';
import { type PlatformReceiver, platformReceiver, platformReceiverId } from '../../domain/webhook/platform-receiver.js';
import { publicUrl } from '../../outbound/public-url.js';
import type { Rows } from '../../ports.js';
import { findOwn } from '../tenancy/find-own.js';
import { assertActive } from './own-webhook.js';

/** A receiver, as far as it is needed to list and resend its deliveries. */
export interface Receiver {
  readonly id: string;
  readonly organization_id: string;
  /** @throws PortalError `webhook_not_active` */
  assertActive(): void;
}

/** Finds a receiver of any kind by its id. */
export function receiverOf(rows: Rows, id: string): Receiver | undefined {
  const platform = platformReceiver(id);
  if (platform) return toldPlatform(rows, platform);
  const webhook = rows.get('webhook', id);
  return webhook && { id, organization_id: webhook.organization_id, assertActive: () => assertActive(webhook) };
}

/**
 * Finds the platform with this receiver id. It is a receiver while its deployment exists, even if it never received an
 * event. The id may spell the platform's profile differently from the stored URL.
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
