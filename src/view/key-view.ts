import { type ApiKey, keyStatus } from '../domain/tenant/tenant.js';
import type { ApiKeyAnswer } from '../schema/api-key.js';
import { isoTime, isoTimeOrNull } from './format.js';

/**
 * A key in responses to its organization and on the command line. It is shown without its secret, which is not stored.
 */
export function keyView(row: ApiKey, now: number): ApiKeyAnswer {
  const { id, hint, kind, deployment_id, name, scopes, buyer_required, created_by } = row;
  return {
    id,
    hint,
    kind,
    deployment_id,
    name,
    scopes: [...scopes],
    buyer_required,
    created_by,
    status: keyStatus(row, now),
    created_at: isoTime(row.created_at),
    expires_at: isoTimeOrNull(row.expires_at),
    revoked_at: isoTimeOrNull(row.revoked_at),
    last_used_at: isoTimeOrNull(row.last_used_at),
  };
}
