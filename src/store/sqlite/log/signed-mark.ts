import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { inSignedFile, openSignedHeads } from './open-signed-heads.js';

const SCHEMA =
  'CREATE TABLE IF NOT EXISTS file_mark (id INTEGER PRIMARY KEY CHECK (id = 1), mark TEXT NOT NULL) STRICT';

/**
 * Reads the mark of a file of signed heads, by which processes find out if they share the file. Writes one if absent;
 * `create` makes an absent file. `null` without a file.
 * @throws LogRefusal if the file cannot be used
 */
export function signedMark(path: string, create: boolean): string | null {
  if (!create && !existsSync(path)) return null;
  const database = openSignedHeads(path);
  try {
    return inSignedFile(path, () =>
      database
        .transaction(() => {
          database.exec(SCHEMA);
          database.prepare('INSERT OR IGNORE INTO file_mark (id, mark) VALUES (1, ?)').run(randomUUID());
          return database.prepare<[], string>('SELECT mark FROM file_mark').pluck().get() ?? null;
        })
        .immediate(),
    );
  } finally {
    database.close();
  }
}
