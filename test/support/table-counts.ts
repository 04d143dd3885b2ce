import Sqlite from 'better-sqlite3';

/** Rows per table and the sum of their versions, read beside the portal through a connection of its own. */
export function tableCounts(database: string): Readonly<Record<string, unknown>> {
  const file = new Sqlite(database, { readonly: true, fileMustExist: true });
  try {
    const names = file
      .prepare("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name")
      .pluck()
      .all()
      .map(String);
    return Object.fromEntries(names.map((name) => [name, stateOf(file, name)]));
  } finally {
    file.close();
  }
}

/** The last use of a key is noted whenever a call is authenticated, so its versions move. */
function stateOf(file: Sqlite.Database, table: string): unknown {
  const columns = file.prepare(`SELECT name FROM pragma_table_info('${table}')`).pluck().all();
  const versioned = columns.includes('version') && table !== 'api_key';
  return file.prepare(`SELECT count(*) AS rows ${versioned ? ', sum(version) AS versions' : ''} FROM "${table}"`).get();
}
