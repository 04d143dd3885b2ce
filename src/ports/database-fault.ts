/**
 * Reason why a database cannot be used: it is no database, or that of another program or a newer version; it is a copy
 * without its write-ahead log; its data is being moved or was moved; its disk cannot be written; pages are corrupted.
 */
export type DatabaseFaultReason = 'no_database' | 'foreign' | 'newer' | 'bare' | 'moved' | 'disk' | 'corrupted';

/** A database cannot be opened or served. It was not changed. The message gives the reason and the fix. */
export class DatabaseFault extends Error {
  override readonly name = 'DatabaseFault';
  readonly reason: DatabaseFaultReason;

  constructor(reason: DatabaseFaultReason, message: string) {
    super(message);
    this.reason = reason;
  }
}
