import type { Database } from 'better-sqlite3';
import type { Sealing } from '../../../ports.js';

interface Row {
  readonly key: string;
  readonly body: string;
}

/**
 * Seals the secrets of webhooks with another key. Those that the present one does not open stay as they are: their
 * webhooks need a new secret.
 */
export function resealSecrets(database: Database, old: Sealing, next: Sealing): void {
  const write = database.prepare('UPDATE webhook SET body = ? WHERE key = ?');
  for (const { key, body } of database.prepare<[], Row>('SELECT key, body FROM webhook').all()) {
    const row = JSON.parse(body);
    for (const secret of row.secrets) {
      const text = old.unseal(secret.sealed, key);
      if (text !== undefined) secret.sealed = next.seal(text, key);
    }
    write.run(JSON.stringify(row), key);
  }
}
