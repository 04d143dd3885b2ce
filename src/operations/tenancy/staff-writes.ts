import { notFoundError, PortalError } from '../../domain/errors/portal-error.js';
import { personId } from '../../domain/person/person.js';
import { MAX_STAFF, type StaffMember, staffKey } from '../../domain/person/staff.js';
import { allowedNotices } from '../../domain/person/staff-notices.js';
import type { Role } from '../../domain/tenant/roles.js';
import { addressOf } from '../../domain/values/email.js';
import type { StaffNoticeKind } from '../../domain/values/notice-kinds.js';
import { insertWrite, type Rows, replaceWrite, type Write } from '../../ports.js';
import { type Author, auditWrite } from '../../records/audit.js';

/** Rules and writes for staff, used by operations and the command line. */

export interface StaffRole {
  readonly role: Role;
  readonly shops: readonly string[] | null;
}

interface StaffChange {
  readonly row: StaffMember;
  readonly writes: readonly Write[];
}

/**
 * Gives a person a role. Someone who is staff already gets the new role. Someone who was removed has to sign in by mail
 * again.
 * @param secret key of the persons' ids
 * @throws PortalError `limit_exceeded`, `invalid_request` for a shop that the organization does not have
 */
export function buildStaffMember(
  rows: Rows,
  by: Author,
  organizationId: string,
  person: { readonly email: string; readonly secret: Buffer },
  given: StaffRole,
): StaffChange {
  const email = addressOf(person.email);
  const id = personId(person.secret, email);
  const before = rows.get('staff', staffKey(organizationId, id));
  if (before?.removed_at === null) return buildRoleChange(rows, by, before, given);
  assertShops(rows, organizationId, given.shops);
  if (rows.find('countStaff', organizationId) >= MAX_STAFF)
    throw new PortalError('limit_exceeded', `An organization can have at most ${MAX_STAFF} staff.`);
  const stamps = { removed_at: null, updated_at: by.now };
  const put = before
    ? replaceWrite('staff', before, { ...asNew(before), email, ...given, ...stamps })
    : insertWrite('staff', {
        id: staffKey(organizationId, id),
        organization_id: organizationId,
        person_id: id,
        email,
        ...given,
        ...stamps,
        created_at: by.now,
        version: 0,
      });
  const ended = before ? signInRemovals(rows, id, by.now) : [];
  return { row: put.row, writes: [put, ...ended, staffEvent(by, put.row, 'invited', ['role', 'shops'])] };
}

/**
 * Replaces the role and shops of a staff member; the same ones change nothing.
 * @throws PortalError `invalid_request` for a shop that the organization does not have
 */
export function buildRoleChange(rows: Rows, by: Author, before: StaffMember, given: StaffRole): StaffChange {
  assertShops(rows, before.organization_id, given.shops);
  const changed = [
    ...(given.role === before.role ? [] : ['role']),
    ...(JSON.stringify(given.shops) === JSON.stringify(before.shops) ? [] : ['shops']),
  ];
  if (changed.length === 0) return { row: before, writes: [] };
  const put = replaceWrite('staff', before, { ...before, ...given, updated_at: by.now });
  return { row: put.row, writes: [put, staffEvent(by, before, 'role_set', changed)] };
}

/**
 * Replaces the kinds of notices that a staff member gets by mail; the same ones change nothing.
 * @param notices null for the defaults of the role
 * @throws PortalError `invalid_request` for a kind that the role may not get
 */
export function buildNoticeChoice(
  by: Author,
  before: StaffMember,
  notices: readonly StaffNoticeKind[] | null,
): StaffChange {
  const allowed = allowedNotices(before);
  const beyond = notices?.find((kind) => !allowed.includes(kind));
  if (beyond !== undefined)
    throw new PortalError(
      'invalid_request',
      `notices: the role "${before.role}"${before.shops ? ' in some shops' : ''} may not get "${beyond}"`,
    );
  if (JSON.stringify(notices) === JSON.stringify(before.notices ?? null)) return { row: before, writes: [] };
  const chosen = notices === null ? {} : { notices };
  const put = replaceWrite('staff', before, { ...withoutNotices(before), ...chosen, updated_at: by.now });
  return { row: put.row, writes: [put, staffEvent(by, before, 'notices_set', ['notices'])] };
}

/** The address of somebody who was removed may belong to another person by now. */
function asNew({ confirmed_at: _confirmed, ...member }: StaffMember): StaffMember {
  return withoutNotices(member);
}

/** For the same reason, the sessions and the passkeys of the address end. A mail to it is then the only way in. */
function signInRemovals(rows: Rows, id: string, now: number): Write[] {
  const person = rows.get('person', id);
  if (!person) return [];
  // Sessions of this millisecond end too.
  const sessions_from = Math.max(person.sessions_from, now + 1);
  return [
    replaceWrite('person', person, { ...person, sessions_from, updated_at: now }),
    ...rows.find('passkeysOf', id).map((passkey): Write => ({ type: 'remove', table: 'passkey', key: passkey.id })),
  ];
}

function withoutNotices({ notices: _chosen, ...member }: StaffMember): StaffMember {
  return member;
}

/** Ends a person's role, effective immediately on every portal. */
export function buildStaffRemoval(by: Author, before: StaffMember): StaffChange {
  const put = replaceWrite('staff', before, { ...before, removed_at: by.now, updated_at: by.now });
  return { row: put.row, writes: [put, staffEvent(by, before, 'removed', ['removed_at'])] };
}

/**
 * Finds a staff member of an organization who was not removed.
 * @throws PortalError `staff_not_found`
 */
export function findStaffMember(rows: Rows, organizationId: string, person: string): StaffMember {
  const row = rows.get('staff', staffKey(organizationId, person));
  if (row?.organization_id !== organizationId || row.removed_at !== null) throw notFoundError('staff_not_found');
  return row;
}

function assertShops(rows: Rows, organizationId: string, shops: readonly string[] | null): void {
  const found = rows.many('shop', shops ?? []);
  const missing = shops?.find((id) => found.get(id)?.organization_id !== organizationId);
  if (missing !== undefined) throw new PortalError('invalid_request', `shops: has no shop "${missing}"`);
}

function staffEvent(by: Author, { organization_id, id }: StaffMember, action: string, changed: readonly string[]) {
  return auditWrite(by, organization_id, { type: 'staff', id }, `staff.${action}`, changed);
}
