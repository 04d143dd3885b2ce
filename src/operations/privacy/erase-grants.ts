import { eraseGrantPerson } from '../../domain/evidence/grant-evidence.js';
import { keyStatus } from '../../domain/tenant/tenant.js';
import { type Decision, type Rows, replaceWrite } from '../../ports.js';
import type { Author } from '../../records/audit.js';
import { hasGrant } from '../../records/grants.js';
import { keyEvent } from '../tenancy/key-writes.js';

/**
 * Removes the person from these grants, as far as they have ended: a live one is its person's to see and end. What the
 * grants allowed remains, and each change is an entry of the log.
 */
export function decideOnGrants(by: Author, rows: Rows, ids: readonly string[]): Decision<string[]> {
  const keys = [...rows.many('api_key', ids).values()].filter(hasGrant);
  const ended = keys.filter((key) => key.grant.person_id !== undefined && keyStatus(key, by.now) !== 'live');
  return {
    writes: ended.flatMap((key) => [
      replaceWrite('api_key', key, eraseGrantPerson(key, by.now)),
      keyEvent(by, key, 'grant.erased', ['grant']),
    ]),
    result: ended.map(({ id }) => id),
  };
}
