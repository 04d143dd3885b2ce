/**
 * Why a file was not opened: it is not a database, it is the database of another program or of a newer version of
 * this one, it was copied without its write-ahead log, or its data is or was moved to another database.
 */
export type DatabaseFaultReason = 'no_database' | 'foreign' | 'newer' | 'bare' | 'moved';

/** A database that was not opened, and not changed; the message says why, and what to do. */
export class DatabaseFault extends Error {
  override readonly name = 'DatabaseFault';
  readonly reason: DatabaseFaultReason;

  constructor(reason: DatabaseFaultReason, message: string) {
    super(message);
    this.reason = reason;
  }
}
