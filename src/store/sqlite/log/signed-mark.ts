import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import type { Database } from 'better-sqlite3';
import { inSignedFile, MARK_SCHEMA, openSignedHeads } from './open-signed-heads.js';

const MARK = 'SELECT mark FROM file_mark';

/**
 * Reads the mark of a file of signed heads, by which processes find out if they share the file. Writes a mark if there
 * is none. If the file is absent, creates it if `create` is true, and otherwise returns `null`.
 * @throws LogRefusal if the file cannot be used
 */
export function signedMark(path: string, create: boolean): string | null {
  if (!create && !existsSync(path)) return null;
  const database = openSignedHeads(path);
  try {
    return inSignedFile(path, () => readMark(database) ?? writeMark(database));
  } finally {
    database.close();
  }
}

/** Reads the mark without the write lock, which another process holds for as long as it signs. */
function readMark(database: Database): string | null {
  const isMarked = database.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'file_mark'").get() !== undefined;
  return isMarked ? (database.prepare<[], string>(MARK).pluck().get() ?? null) : null;
}

function writeMark(database: Database): string | null {
  const write = database.transaction(() => {
    database.exec(MARK_SCHEMA);
    database.prepare('INSERT OR IGNORE INTO file_mark (id, mark) VALUES (1, ?)').run(randomUUID());
  });
  write.immediate();
  return readMark(database);
}
