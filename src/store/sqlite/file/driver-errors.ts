import DatabaseConstructor from 'better-sqlite3';

/** True if the error may not occur again once another process has released its lock. */
export function isBusy(error: unknown): boolean {
  return isSqliteError(error) && error.code.startsWith('SQLITE_BUSY');
}

/** True if the primary key or another unique index rejected a row. */
export function isUniqueViolation(error: unknown): boolean {
  return (
    isSqliteError(error) && (error.code === 'SQLITE_CONSTRAINT_UNIQUE' || error.code === 'SQLITE_CONSTRAINT_PRIMARYKEY')
  );
}

export function isSqliteError(error: unknown): error is InstanceType<typeof DatabaseConstructor.SqliteError> {
  return error instanceof DatabaseConstructor.SqliteError;
}

/** True if a constraint of the schema rejected a row; the engine works. */
export function isConstraint(error: unknown): boolean {
  return isSqliteError(error) && error.code.startsWith('SQLITE_CONSTRAINT');
}

/**
 * True if a read would have to write: to a file beside the database, or to roll back the transaction of a killed
 * process.
 */
export function isUnwritable(error: unknown): boolean {
  return isSqliteError(error) && /^SQLITE_(READONLY|CANTOPEN)/.test(error.code);
}

/** True if pages of the file are damaged. */
export function isCorrupt(error: unknown): boolean {
  return isSqliteError(error) && /^SQLITE_(CORRUPT|NOTADB)/.test(error.code);
}

/** True if the disk or a lock is at fault: the data may be intact and readable later. */
export function isFileFault(error: unknown): error is Error {
  return (
    isSqliteError(error) && /^SQLITE_(BUSY|CANTOPEN|CORRUPT|FULL|IOERR|NOMEM|NOTADB|PROTOCOL|READONLY)/.test(error.code)
  );
}
