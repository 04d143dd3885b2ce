import { PortalError } from '../domain/errors/portal-error.js';
import { isLive, type Session } from '../domain/person/session.js';
import type { StaffMember } from '../domain/person/staff.js';
import { scopesOfRole } from '../domain/tenant/roles.js';
import type { Caller, Scope } from '../domain/tenant/tenant.js';
import { oncePer } from '../domain/values/once-per.js';
import type { Rows } from '../ports.js';

const scopesOf = oncePer(({ role, shops }: StaffMember): ReadonlySet<Scope> => new Set(scopesOfRole(role, shops)));

/** Returns the caller for a staff member's request: their role in their organization, in the shops that it names. */
export function staffCaller(session: Session, member: StaffMember): Caller {
  return {
    id: member.person_id,
    scopes: scopesOf(member),
    organization_id: member.organization_id,
    deployment: null,
    buyer_id: null,
    staff: {
      session_id: session.id,
      member_id: member.id,
      member_version: member.version,
      ...(member.shops && { shops: member.shops }),
    },
  };
}

/**
 * Checks in the transaction of a write that the session has not ended and the role is still the one of the caller.
 * @throws PortalError `unauthorized`
 */
export function assertStaffIsLive(
  rows: Rows,
  { session_id, member_id, member_version }: NonNullable<Caller['staff']>,
  now: number,
): void {
  const session = rows.get('session', session_id);
  const person = session && rows.get('person', session.person_id);
  const member = rows.get('staff', member_id);
  if (!person || !isLive(session, person.sessions_from, now) || member?.version !== member_version)
    throw new PortalError('unauthorized', 'The session has ended, or the role has changed; sign in again.');
}
