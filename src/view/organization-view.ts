import { mergeQuotas, type Quotas, type Usage } from '../domain/tenant/quota.js';
import type { Organization } from '../domain/tenant/tenant.js';
import type { OrganizationAnswer } from '../schema/organization.js';
import { isoTime } from './format.js';

/** An organization with its usage and quotas, for the HTTP route and the operator's command. */
export function organizationView(row: Organization, usage: Usage, defaults: Quotas): OrganizationAnswer {
  const { id, name, created_at, key_proof_required = false } = row;
  const { public_log = false, public_receipts = false, public_contexts = false } = row;
  const { keys = null, items = null, open_carts = null, rows = null, bytes = null } = mergeQuotas(row.quotas, defaults);
  const quotas = { keys, items, open_carts, rows, bytes };
  const access = { public_log, public_receipts, public_contexts };
  return { id, name, created_at: isoTime(created_at), ...access, key_proof_required, usage, quotas };
}
