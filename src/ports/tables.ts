import type { TableName } from '../store/tables/tables.js';

export type { IdempotencyRecord } from '../store/tables/idempotency.js';
export type { ReceivedEvent } from '../store/tables/payment-event.js';
export type { PaymentNote } from '../store/tables/payment-note.js';
export type { RemovableTable, TableName, Tables } from '../store/tables/tables.js';

/** The row that an audit event is about. */
export interface AuditSubject {
  readonly type: TableName;
  readonly id: string;
}

/** A recorded change: its action, author, time and changed members. Contains no personal data. */
export interface AuditEvent {
  readonly id: string;
  readonly organization_id: string;
  readonly subject_type: TableName;
  readonly subject_id: string;
  readonly action: string;
  /** Id of the caller, or for a change without a caller a fixed name such as `portal`. */
  readonly actor: string;
  readonly changed: readonly string[];
  readonly at: number;
}
