/**
 * Reason why a database cannot be used: it is not a database; it belongs to another program; a newer version wrote it;
 * it is a copy without its write-ahead log; its data is being moved or was moved; its disk cannot be written; it has
 * corrupted pages.
 */
export type DatabaseFaultReason = 'no_database' | 'foreign' | 'newer' | 'bare' | 'moved' | 'disk' | 'corrupted';

/** Thrown when a database cannot be used. It has not been changed. The message gives the reason and the fix. */
export class DatabaseFault extends Error {
  override readonly name = 'DatabaseFault';
  readonly reason: DatabaseFaultReason;

  constructor(reason: DatabaseFaultReason, message: string) {
    super(message);
    this.reason = reason;
  }
}
