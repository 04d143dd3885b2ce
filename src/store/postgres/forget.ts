import { unavailable } from '../unavailable.js';
import type { Connections } from './connection/connections.js';

/** The tables from which rows are removed, or whose rows hold what is erased. */
const FORGETTING = [
  'checkout',
  'order',
  'order_term',
  'idempotency',
  'link_code',
  'platform_cart',
  'delivery',
  'discount',
  'counter',
];

/** To others than the owners of the table or the database the server gives a warning alone, and leaves the table as it is. */
const FOREIGN = `
  SELECT relname FROM pg_class JOIN unnest($1::text[]) AS name ON pg_class.oid = to_regclass(quote_ident(name))
  WHERE NOT pg_has_role(relowner, 'USAGE')
    AND NOT (SELECT pg_has_role(datdba, 'USAGE') FROM pg_database WHERE datname = current_database())`;

/**
 * Gives free what rows that were removed or replaced before have left, which holds up nobody; the server uses it for other rows. Of
 * tables of another role it does so by itself. `isThorough`: writes the tables anew, so that nothing is left of these rows; whoever
 * needs a table waits meanwhile. What the server's own journal and its copies hold is for their operator to forget.
 * @throws PostgresFault
 * @throws PortalError `unavailable` when tables that are to be written anew belong to another role
 */
export function forgetIn(connections: Connections, isThorough: boolean): Promise<void> {
  return connections.use(async (session) => {
    const foreign = new Set(
      (await session.query<{ readonly relname: string }>(FOREIGN, [FORGETTING])).map(({ relname }) => relname),
    );
    if (isThorough && foreign.size > 0) throw notOwned(foreign.size);
    const command = isThorough ? 'VACUUM FULL' : 'VACUUM';
    for (const table of FORGETTING) if (!foreign.has(table)) await session.run(`${command} "${table}"`);
  });
}

function notOwned(count: number): Error {
  return unavailable(
    'The rows are erased, but not yet what the database keeps of them in its files: run `portal privacy erase` with the role that owns the tables.',
    new Error(`${count} tables belong to another role`),
  );
}
