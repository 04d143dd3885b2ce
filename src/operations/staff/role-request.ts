import { PortalError } from '../../domain/errors/portal-error.js';
import { ROLES, type Role } from '../../domain/tenant/roles.js';
import type { Caller } from '../../domain/tenant/tenant.js';

/**
 * Checks that the caller has every scope of a role that it gives to somebody.
 * @throws PortalError `forbidden`
 */
export function assertMayGive(caller: Caller, role: Role): void {
  const lacking = ROLES[role].find((scope) => !caller.scopes.has(scope));
  if (lacking !== undefined)
    throw new PortalError('forbidden', `This key lacks the scope "${lacking}" that the role "${role}" has.`);
}
