import type { Database } from 'better-sqlite3';
import { sql } from 'drizzle-orm';
import { boundedCache } from '../../../domain/values/bounded-cache.js';
import { NativeStatement } from './native-statement.js';

const MAX_IDS = 10_000;

/**
 * Maps the hashes of API keys to their ids. A hash always belongs to the same key, so only its first lookup needs the
 * index.
 */
export class KeyHashes {
  private readonly query;
  private readonly ids = boundedCache<string>(MAX_IDS);

  constructor(database: Database) {
    const byHash = sql`SELECT key FROM api_key WHERE hash = ${sql.placeholder('hash')}`;
    this.query = new NativeStatement<{ readonly key: string }>(database, byHash);
  }

  idOf(hash: string): string | undefined {
    const id = this.ids.get(hash) ?? this.query.get({ hash })?.key;
    if (id === undefined) return undefined;
    this.ids.set(hash, id);
    return id;
  }
}
