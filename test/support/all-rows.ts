import { createHash } from 'node:crypto';
import DatabaseConstructor from 'better-sqlite3';

/** Returns the integrity of a database file, and the count and SHA-256 of each table's rows, sorted by content. */
export function allRows(path: string): Readonly<Record<string, unknown>> {
  const database = new DatabaseConstructor(path, { readonly: true, fileMustExist: true });
  try {
    const names = database
      .prepare<[], string>("SELECT name FROM sqlite_schema WHERE type = 'table' AND rootpage > 0 ORDER BY name")
      .pluck()
      .all();
    const tables = names.map((name) => {
      const rows = database.prepare(`SELECT * FROM "${name}"`).raw().all();
      const texts = rows.map((row) => JSON.stringify(row)).sort();
      return [name, [texts.length, createHash('sha256').update(texts.join('\n')).digest('hex')]];
    });
    return { sound: database.pragma('integrity_check', { simple: true }), ...Object.fromEntries(tables) };
  } finally {
    database.close();
  }
}

/** Reads a setting stored in the file, such as `auto_vacuum`. */
export function fileSetting(path: string, name: string): number {
  const database = new DatabaseConstructor(path, { readonly: true, fileMustExist: true });
  try {
    return Number(database.pragma(name, { simple: true }));
  } finally {
    database.close();
  }
}
