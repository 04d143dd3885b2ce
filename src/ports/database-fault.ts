/**
 * Why a file is left as it is: it is no database at all, the database of another program, or of a newer version of this
 * one.
 */
export type DatabaseFaultReason = 'no_database' | 'foreign' | 'newer';

/** A database that was not opened, and not changed; the message says which and what to do. */
export class DatabaseFault extends Error {
  override readonly name = 'DatabaseFault';
  readonly reason: DatabaseFaultReason;

  constructor(reason: DatabaseFaultReason, message: string) {
    super(message);
    this.reason = reason;
  }
}
