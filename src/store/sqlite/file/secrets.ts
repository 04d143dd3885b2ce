import { randomBytes } from 'node:crypto';
import type { Database } from 'better-sqlite3';
import { SECRET_NAMES, type SecretName } from '../../../ports.js';

const SECRET_BYTES = 32;

/** Reads the database's secrets, created on first use. Every process of the file reads the same ones. */
export function readSecrets(database: Database): ReadonlyMap<SecretName, Buffer> {
  const insert = database.prepare('INSERT INTO secret (name, value) VALUES (?, ?) ON CONFLICT DO NOTHING');
  const select = database.prepare<[string], Buffer>('SELECT value FROM secret WHERE name = ?').pluck();
  return new Map(
    SECRET_NAMES.map((name) => {
      if (!select.get(name)) insert.run(name, randomBytes(SECRET_BYTES));
      const value = select.get(name);
      if (!Buffer.isBuffer(value)) throw new Error(`the secret ${name} is not readable`);
      return [name, value] as const;
    }),
  );
}
