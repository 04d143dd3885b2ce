/**
 * Why a file was not opened: it is not a database, or it is the database of another program or of a newer version of
 * this one.
 */
export type DatabaseFaultReason = 'no_database' | 'foreign' | 'newer';

/** A database that was not opened, and not changed; the message says why, and what to do. */
export class DatabaseFault extends Error {
  override readonly name = 'DatabaseFault';
  readonly reason: DatabaseFaultReason;

  constructor(reason: DatabaseFaultReason, message: string) {
    super(message);
    this.reason = reason;
  }
}
