import { unavailable } from '../unavailable.js';
import type { Connections } from './connection/connections.js';

/** Tables from which rows are deleted, or whose rows contain data to erase. */
const PURGED_TABLES = [
  'checkout',
  'order',
  'order_term',
  'idempotency',
  'link_code',
  'platform_cart',
  'payment_event',
  'delivery',
  'person',
  'sign_in',
  'session',
  'profile',
  'passkey',
  'discount',
  'counter',
  'oauth_client',
  'oauth_code',
  'oauth_token',
];

/**
 * Tables that this role may not purge: it owns neither the table nor the database, so the server would only warn and
 * skip the table.
 */
const SELECT_FOREIGN_TABLES = `
  SELECT relname FROM pg_class JOIN unnest($1::text[]) AS name ON pg_class.oid = to_regclass(quote_ident(name))
  WHERE NOT pg_has_role(relowner, 'USAGE')
    AND NOT (SELECT pg_has_role(datdba, 'USAGE') FROM pg_database WHERE datname = current_database())`;

/**
 * Makes the space of deleted and replaced rows available to other rows, without blocking anyone. Skips tables of
 * another role, which the server vacuums automatically. With `isThorough`, rewrites the tables so that nothing of the
 * deleted data is left; access to a table waits meanwhile. The operator has to erase the server's journal and backups.
 * @throws PostgresFault
 * @throws PortalError `unavailable` if tables to rewrite belong to another role
 */
export function purgeDeleted(connections: Connections, isThorough: boolean): Promise<void> {
  return connections.use(async (session) => {
    const foreign = new Set(
      (await session.query<{ readonly relname: string }>(SELECT_FOREIGN_TABLES, [PURGED_TABLES])).map(
        ({ relname }) => relname,
      ),
    );
    if (isThorough && foreign.size > 0) throw notOwnedError(foreign.size);
    const command = isThorough ? 'VACUUM FULL' : 'VACUUM';
    for (const table of PURGED_TABLES) if (!foreign.has(table)) await session.run(`${command} "${table}"`);
  });
}

function notOwnedError(count: number): Error {
  return unavailable(
    'The rows are erased, but not yet what the database keeps of them in its files: run `portal privacy erase` with the role that owns the tables.',
    new Error(`${count} tables belong to another role`),
  );
}
