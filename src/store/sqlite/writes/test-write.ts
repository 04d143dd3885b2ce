import type { Database } from 'better-sqlite3';
import type { Decision } from '../../../ports.js';

/** Inserts and deletes a row in one transaction: no row remains, but a page is written to disk. */
export function testWrite(database: Database): () => Decision<void> {
  const insert = database.prepare("INSERT INTO secret (name, value) VALUES ('', x'') ON CONFLICT DO NOTHING");
  const remove = database.prepare("DELETE FROM secret WHERE name = ''");
  return () => {
    insert.run();
    remove.run();
    return { writes: [], result: undefined };
  };
}
