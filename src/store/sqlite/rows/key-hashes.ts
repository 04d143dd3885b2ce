import { eq, sql } from 'drizzle-orm';
import type { BetterSQLite3Database } from 'drizzle-orm/better-sqlite3';
import { api_key } from '../../../../db/sqlite/schema.js';
import { boundedCache } from '../../../domain/values/bounded-cache.js';

const MAX_IDS = 10_000;

/** Ids of API keys by hash. A hash always belongs to the same key, so only its first lookup needs the index. */
export class KeyHashes {
  private readonly query;
  private readonly ids = boundedCache<string>(MAX_IDS);

  constructor(db: BetterSQLite3Database) {
    this.query = db
      .select({ key: api_key.key })
      .from(api_key)
      .where(eq(api_key.hash, sql.placeholder('hash')))
      .prepare();
  }

  idOf(hash: string): string | undefined {
    const id = this.ids.get(hash) ?? this.query.get({ hash })?.key;
    if (id === undefined) return undefined;
    this.ids.set(hash, id);
    return id;
  }
}
