import { isPersonId } from '../domain/person/person.js';
import { staffKey } from '../domain/person/staff.js';
import type { Rows } from '../ports.js';

/** Returns the mail addresses of the staff, present or removed, among the authors of changes, by person. */
export function readActorNames(
  rows: Pick<Rows, 'many'>,
  organizationId: string,
  actors: readonly string[],
): ReadonlyMap<string, string> {
  const people = [...new Set(actors.filter(isPersonId))];
  if (people.length === 0) return new Map();
  const found = rows.many(
    'staff',
    people.map((person) => staffKey(organizationId, person)),
  );
  // The address of an erased person is empty.
  const named = [...found.values()].filter(({ email }) => email !== '');
  return new Map(named.map(({ person_id, email }) => [person_id, email]));
}
