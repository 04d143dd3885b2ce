import type { Person } from '../domain/person/person.js';
import { isLive, type Session, seeSession } from '../domain/person/session.js';
import type { StaffMember } from '../domain/person/staff.js';
import { hashSecret } from '../domain/values/secret.js';
import { type Clock, type Decision, type Rows, replaceWrite, type Store, type Write } from '../ports.js';
import { removeSession } from './complete.js';
import type { SignInDeps } from './deps.js';

interface SessionDeps {
  readonly store: Pick<Store, 'update'>;
  readonly clock: Clock;
}

/** A session that has not ended, with the person's roles as they are now. */
export interface OpenSession {
  /** Time of the request; milliseconds since the epoch. */
  readonly now: number;
  readonly session: Session;
  readonly person: Person;
  readonly roles: readonly StaffMember[];
}

/** Finds the session of a cookie; `undefined` if there is none or it has ended. */
export function findSession(rows: Rows, token: string, now: number): OpenSession | undefined {
  const session = rows.get('session', hashSecret(token));
  const person = session && rows.get('person', session.person_id);
  if (!person || !isLive(session, person.sessions_from, now)) return undefined;
  return { now, session, person, roles: rows.find('rolesOf', person.id) };
}

/** Records that a session was used, at most every few minutes. */
export async function touchSession({ store }: SignInDeps, { session, now }: OpenSession): Promise<void> {
  if (seeSession(session, now) === session) return;
  await store.update((rows) => {
    const before = rows.get('session', session.id);
    const after = before && seeSession(before, now);
    return { writes: after && after !== before ? [replaceWrite('session', before, after)] : [], result: undefined };
  }, session.person_id);
}

/**
 * Records that a person has come to the desk, in the roles in which this is the first time. From then on, they get the
 * notices of the role: nobody else owns the address. Returns the roles as they are now.
 */
export async function confirmRoles(
  { store, clock }: SignInDeps,
  roles: readonly StaffMember[],
): Promise<readonly StaffMember[]> {
  if (roles.every(({ confirmed_at }) => confirmed_at !== undefined)) return roles;
  const confirm = (rows: Rows, role: StaffMember): Decision<StaffMember> => {
    const before = rows.get('staff', role.id) ?? role;
    if (before.confirmed_at !== undefined || before.removed_at !== null) return { writes: [], result: before };
    const put = replaceWrite('staff', before, { ...before, confirmed_at: clock.now() });
    return { writes: [put], result: put.row };
  };
  return Promise.all(
    roles.map((role) =>
      role.confirmed_at === undefined ? store.update((rows) => confirm(rows, role), role.organization_id) : role,
    ),
  );
}

/** Ends one session. */
export async function endSession({ store }: SignInDeps, token: string, { person }: OpenSession): Promise<void> {
  await store.update(() => ({ writes: [removeSession(token)], result: undefined }), person.id);
}

/** Ends all sessions of a person, on every portal. */
export function endAllSessions(deps: SessionDeps, { person }: Pick<OpenSession, 'person'>): Promise<void> {
  return endSessions(deps, person, () => ({}));
}

/**
 * Ends all sessions of a person, and removes the mail address and the passkeys of a person who is nobody's staff. A later
 * sign-in stores the address again.
 */
export function forgetPerson(deps: SessionDeps, person: Pick<Person, 'id'>): Promise<void> {
  return endSessions(deps, person, (rows) => {
    if (rows.find('rolesOf', person.id).length > 0) return {};
    const passkeys = rows.find('passkeysOf', person.id);
    return { email: '', removals: passkeys.map(({ id }) => ({ type: 'remove', table: 'passkey', key: id })) };
  });
}

async function endSessions(
  { store, clock }: SessionDeps,
  { id }: Pick<Person, 'id'>,
  forget: (rows: Rows) => Pick<Partial<Person>, 'email'> & { readonly removals?: readonly Write[] },
): Promise<void> {
  await store.update((rows) => {
    const before = rows.get('person', id);
    if (!before) return { writes: [], result: undefined };
    const now = clock.now();
    // Sessions of this millisecond end too.
    const { removals = [], ...erased } = forget(rows);
    const after = { ...before, ...erased, sessions_from: now + 1, updated_at: now };
    return { writes: [replaceWrite('person', before, after), ...removals], result: undefined };
  }, id);
}
