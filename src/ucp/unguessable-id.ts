import type { Ids } from '../ports.js';

/** Random characters after the id: in an open shop, the id alone gives access to the resource. */
const SECRET_LENGTH = 22;

export function unguessableId(ids: Ids, prefix: Parameters<Ids['next']>[0]): string {
  return `${ids.next(prefix)}_${ids.secret(SECRET_LENGTH)}`;
}
