/**
 * Meaning of a server's fault for the sender of the statement.
 *
 * - `conflict`: a concurrent write won, or held a lock for too long; the same transaction may succeed when it runs again.
 * - `taken`: the primary key, or another unique index, rejected a row.
 * - `too_long`: the statement exceeded its time limit.
 * - `afterwards`: the transaction had failed before, so this statement was not executed.
 * - `lost`: the connection is unusable, its server accepts no writes, or the outcome of a transaction is unknown. A
 * connection to another server may work.
 * - `unable`: the server lacks a resource, such as disk space. An immediate retry makes it worse.
 * - `unable_here`: this statement alone reads a damaged row or exceeds a limit. Other statements may succeed.
 * - `other`: the statement, its values or its rights are at fault.
 */
export type Outcome = 'conflict' | 'taken' | 'too_long' | 'afterwards' | 'lost' | 'unable' | 'unable_here' | 'other';

/** lock_not_available: the lock_timeout has passed. */
export const LOCK_NOT_AVAILABLE = '55P03';

/** in_failed_sql_transaction */
export const IN_FAILED_TRANSACTION = '25P02';

/**
 * Outcomes, keyed by SQLSTATE or by its class (the first two characters); a full SQLSTATE wins. Names are those in
 * appendix A of PostgreSQL's manual, "PostgreSQL Error Codes".
 */
export const OUTCOMES: Readonly<Record<string, Outcome>> = {
  // connection_exception
  '08': 'lost',
  // feature_not_supported: some servers answer this in place of 25006
  '0A000': 'lost',
  // unique_violation
  '23505': 'taken',
  // read_only_sql_transaction
  '25006': 'lost',
  [IN_FAILED_TRANSACTION]: 'afterwards',
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
  [LOCK_NOT_AVAILABLE]: 'conflict',
  // query_canceled: includes the statement_timeout
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

/** too_many_connections: occurs only while connecting, so no work was lost. */
export const TOO_MANY_CONNECTIONS = '53300';

/** not_null_violation */
const NOT_NULL = '23502';

/**
 * Classifies a fault by its severity and SQLSTATE, both of which are `undefined` if the server did not respond. An update
 * sets `column` version to null if the row has another version than expected.
 */
export function classifyOutcome(
  severity: string | undefined,
  code: string | undefined,
  column: string | undefined,
): Outcome {
  if (severity === undefined || code === undefined) return 'lost';
  const endsConnection = severity === 'FATAL' || severity === 'PANIC';
  if (endsConnection && code !== TOO_MANY_CONNECTIONS) return 'lost';
  if (code === NOT_NULL && column === 'version') return 'conflict';
  return OUTCOMES[code] ?? OUTCOMES[code.slice(0, 2)] ?? 'other';
}
