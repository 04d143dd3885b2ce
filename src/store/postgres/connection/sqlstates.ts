/**
 * What a fault of the server means to whoever sent the statement.
 *
 * - `conflict`: others came first; the same transaction may succeed when it runs again.
 * - `taken`: the primary key, or another unique index, refused a row.
 * - `too_long`: it took longer than a statement may, or waited too long for a lock.
 * - `afterwards`: the transaction has failed already, so this statement was not looked at.
 * - `lost`: this connection can no longer be used, or its server takes no writes, or cannot tell what became of a transaction. Another
 *   connection may be to a server that can.
 * - `unable`: the server is there and lacks something, such as room on its disk. Whoever asks again at once makes it worse.
 * - `unable_here`: the same of this statement alone, which reads a damaged row or takes more than one statement may. Others may succeed.
 * - `other`: the statement, its values or its rights are at fault.
 */
export type Outcome = 'conflict' | 'taken' | 'too_long' | 'afterwards' | 'lost' | 'unable' | 'unable_here' | 'other';

/**
 * By SQLSTATE, or by its class, the first two characters; the SQLSTATE counts more. Names are those of appendix A of PostgreSQL's manual,
 * "PostgreSQL Error Codes".
 */
export const OUTCOMES: Readonly<Record<string, Outcome>> = {
  // connection_exception
  '08': 'lost',
  // feature_not_supported: a standby that is asked for a serializable transaction
  '0A000': 'lost',
  // unique_violation
  '23505': 'taken',
  // read_only_sql_transaction
  '25006': 'lost',
  // in_failed_sql_transaction
  '25P02': 'afterwards',
  // idle_in_transaction_session_timeout
  '25P03': 'lost',
  // serialization_failure
  '40001': 'conflict',
  // statement_completion_unknown
  '40003': 'lost',
  // deadlock_detected
  '40P01': 'conflict',
  // insufficient_resources: disk_full, out_of_memory, too_many_connections
  '53': 'unable',
  // configuration_limit_exceeded: the temp_file_limit
  '53400': 'unable_here',
  // lock_not_available: the lock_timeout of the role or the database
  '55P03': 'too_long',
  // query_canceled: also by the statement_timeout
  '57014': 'too_long',
  // operator_intervention: admin_shutdown, crash_shutdown, cannot_connect_now, database_dropped, idle_session_timeout
  '57': 'lost',
  // system_error: undefined_file
  '58': 'unable_here',
  // io_error
  '58030': 'unable',
  // data_corrupted, index_corrupted
  XX001: 'unable_here',
  XX002: 'unable_here',
};

/** too_many_connections: said when a connection is asked for, so nothing was lost with it. */
export const TOO_MANY_CONNECTIONS = '53300';

/** `severity` as the server says it; both undefined = there is no answer of the server. */
export function outcomeOf(severity: string | undefined, code: string | undefined): Outcome {
  if (severity === undefined || code === undefined) return 'lost';
  const endsConnection = severity === 'FATAL' || severity === 'PANIC';
  if (endsConnection && code !== TOO_MANY_CONNECTIONS) return 'lost';
  return OUTCOMES[code] ?? OUTCOMES[code.slice(0, 2)] ?? 'other';
}
