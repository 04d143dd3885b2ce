import { randomBytes } from 'node:crypto';
import { SECRET_NAMES, type SecretName } from '../../../ports.js';
import type { Connections } from './connections.js';

const SECRET_BYTES = 32;

/** Reads the database's secrets, created on first use. Every process of the database reads the same ones. */
export function readSecrets(connections: Connections): Promise<ReadonlyMap<SecretName, Buffer>> {
  return connections.use(async (session) => {
    const values = SECRET_NAMES.map(() => randomBytes(SECRET_BYTES));
    await session.query(
      'INSERT INTO secret (name, value) SELECT * FROM unnest($1::text[], $2::bytea[]) ON CONFLICT DO NOTHING',
      [SECRET_NAMES, values],
    );
    const rows = await session.query<{ readonly name: SecretName; readonly value: Buffer }>(
      'SELECT name, value FROM secret',
    );
    return new Map(rows.map(({ name, value }) => [name, value]));
  });
}
