import DatabaseConstructor from 'better-sqlite3';

/** True for the errors that pass when another process lets go of its lock. */
export function isBusy(error: unknown): boolean {
  return isSqliteError(error) && error.code.startsWith('SQLITE_BUSY');
}

/** A key, or a unique index beside it, refused a row. */
export function isUniqueViolation(error: unknown): boolean {
  return (
    isSqliteError(error) && (error.code === 'SQLITE_CONSTRAINT_UNIQUE' || error.code === 'SQLITE_CONSTRAINT_PRIMARYKEY')
  );
}

export function isSqliteError(error: unknown): error is InstanceType<typeof DatabaseConstructor.SqliteError> {
  return error instanceof DatabaseConstructor.SqliteError;
}

/** A rule of the schema refused a row; the engine itself is well. */
export function isConstraint(error: unknown): boolean {
  return isSqliteError(error) && error.code.startsWith('SQLITE_CONSTRAINT');
}
