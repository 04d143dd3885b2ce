import type { Ids } from '../ports.js';

/** Number of random characters appended to an id. In an open shop, anyone who knows the id can access the resource. */
const SECRET_LENGTH = 22;

export function unguessableId(ids: Ids, prefix: Parameters<Ids['next']>[0]): string {
  return `${ids.next(prefix)}_${ids.secret(SECRET_LENGTH)}`;
}
