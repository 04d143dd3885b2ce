import type { Grant } from '../domain/tenant/grant.js';
import { leftToSpend, type SpendingLimits } from '../domain/tenant/limits.js';
import { type ApiKey, keyStatus } from '../domain/tenant/tenant.js';
import type { ApiKeyAnswer } from '../schema/api-key.js';
import { isoTime, isoTimeOrNull } from './format.js';

/**
 * A key in responses to its organization and on the command line. It is shown without its secret, which is not stored.
 * `spent`: the amount that counts toward its limits now, in minor units.
 */
export function keyView(row: ApiKey, now: number, spent = 0): ApiKeyAnswer {
  const { id, hint, kind, deployment_id, name, scopes, buyer_required, limits, grant, created_by } = row;
  return {
    id,
    hint,
    kind,
    deployment_id,
    name,
    scopes: [...scopes],
    buyer_required,
    ...(limits && { limits: limitsView(limits, spent) }),
    created_by,
    status: keyStatus(row, now),
    created_at: isoTime(row.created_at),
    expires_at: isoTimeOrNull(row.expires_at),
    revoked_at: isoTimeOrNull(row.revoked_at),
    last_used_at: isoTimeOrNull(row.last_used_at),
    ...(grant && { grant: grantView(grant) }),
  };
}

/** The limits of a key. `spent`: the amount that counts toward them now, in minor units. */
export function limitsView(limits: SpendingLimits, spent: number): NonNullable<ApiKeyAnswer['limits']> {
  const left_30_days = leftToSpend({ limits, spent });
  const { categories, ...amounts } = limits;
  return {
    ...amounts,
    ...(categories && { categories: [...categories] }),
    ...(left_30_days !== undefined && { left_30_days }),
  };
}

/** Leaves out the end of the grant, which is that of the key, and the person, who is the buyer and not of the shop. */
function grantView({
  ends_at: _end,
  person_id: _person,
  shares: _shares,
  linked_scopes,
  ...shown
}: Grant): NonNullable<ApiKeyAnswer['grant']> {
  return { ...shown, ...(linked_scopes && { linked_scopes: [...linked_scopes] }) };
}
