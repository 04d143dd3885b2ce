import { unavailable } from '../unavailable.js';
import type { Connections } from './connection/connections.js';
import type { Session } from './connection/session.js';

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
 * Writes the tables anew. What the server's own journal and its copies hold is for their operator to forget.
 * @throws PostgresFault
 * @throws PortalError `unavailable` when the tables belong to another role
 */
export function forgetIn(connections: Connections): Promise<void> {
  return connections.use(async (session) => {
    await assertOwned(session);
    for (const table of FORGETTING) await session.run(`VACUUM FULL "${table}"`);
  });
}

async function assertOwned(session: Session): Promise<void> {
  const foreign = await session.query<{ readonly relname: string }>(FOREIGN, [FORGETTING]);
  if (foreign.length === 0) return;
  throw unavailable(
    'The rows are erased, but not yet what the database keeps of them in its files: run `portal privacy erase` with the role that owns the tables.',
    new Error(`${foreign.length} tables belong to another role`),
  );
}
