import DatabaseConstructor from 'better-sqlite3';

/** True for errors that end when another process releases its lock. */
export function isBusy(error: unknown): boolean {
  return isSqliteError(error) && error.code.startsWith('SQLITE_BUSY');
}

/** The primary key, or another unique index, refused a row. */
export function isUniqueViolation(error: unknown): boolean {
  return (
    isSqliteError(error) && (error.code === 'SQLITE_CONSTRAINT_UNIQUE' || error.code === 'SQLITE_CONSTRAINT_PRIMARYKEY')
  );
}

export function isSqliteError(error: unknown): error is InstanceType<typeof DatabaseConstructor.SqliteError> {
  return error instanceof DatabaseConstructor.SqliteError;
}

/** A constraint of the schema refused a row; the engine itself works. */
export function isConstraint(error: unknown): boolean {
  return isSqliteError(error) && error.code.startsWith('SQLITE_CONSTRAINT');
}

/** True where SQLite has to write to read: beside the file, or to take back what a killed process began. */
export function isUnwritable(error: unknown): boolean {
  return isSqliteError(error) && /^SQLITE_(READONLY|CANTOPEN)/.test(error.code);
}

/** True where the disk or a lock is at fault: what was asked for may be there, and can be read later. */
export function isFileFault(error: unknown): error is Error {
  return (
    isSqliteError(error) && /^SQLITE_(BUSY|CANTOPEN|CORRUPT|FULL|IOERR|NOMEM|NOTADB|PROTOCOL|READONLY)/.test(error.code)
  );
}
