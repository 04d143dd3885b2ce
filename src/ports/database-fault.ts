/**
 * Reason why a file was not opened: not a database, another program's or a newer version's database, a copy without its
 * write-ahead log, data that is moving or has moved elsewhere, a disk that cannot be written, or corrupted pages.
 */
export type DatabaseFaultReason = 'no_database' | 'foreign' | 'newer' | 'bare' | 'moved' | 'disk' | 'corrupted';

/** A database that was neither opened nor changed; the message gives the reason and the fix. */
export class DatabaseFault extends Error {
  override readonly name = 'DatabaseFault';
  readonly reason: DatabaseFaultReason;

  constructor(reason: DatabaseFaultReason, message: string) {
    super(message);
    this.reason = reason;
  }
}
