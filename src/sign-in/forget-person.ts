import type { Person } from '../domain/person/person.js';
import { replaceWrite } from '../ports.js';
import type { SignInDeps } from './deps.js';

/**
 * Ends all sessions of a person, and removes the mail address from a person who is nobody's staff. A later sign-in stores
 * it again.
 */
export async function forgetPerson({ store, clock }: SignInDeps, { id }: Person): Promise<void> {
  await store.update((rows) => {
    const before = rows.get('person', id);
    if (!before) return { writes: [], result: undefined };
    const now = clock.now();
    const isStaff = rows.find('rolesOf', id).length > 0;
    // Sessions of this millisecond end too.
    const after = { ...before, ...(!isStaff && { email: '' }), sessions_from: now + 1, updated_at: now };
    return { writes: [replaceWrite('person', before, after)], result: undefined };
  }, id);
}
