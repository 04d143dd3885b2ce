import { describe, expect, it } from 'vitest';
import { PostgresFault } from '../../src/store/postgres/connection/postgres-fault.js';
import { OUTCOMES, type Outcome } from '../../src/store/postgres/connection/sqlstates.js';

const told = (code: string, severity = 'ERROR') =>
  new PostgresFault(Object.assign(new Error('no'), { severity, code }));

const MEANINGS: readonly (readonly [string, string, Outcome])[] = [
  ['08006', 'connection_failure', 'lost'],
  ['0A000', 'feature_not_supported', 'lost'],
  ['23505', 'unique_violation', 'taken'],
  ['23502', 'not_null_violation', 'other'],
  ['25006', 'read_only_sql_transaction', 'lost'],
  ['25P02', 'in_failed_sql_transaction', 'afterwards'],
  ['25P03', 'idle_in_transaction_session_timeout', 'lost'],
  ['40001', 'serialization_failure', 'conflict'],
  ['40003', 'statement_completion_unknown', 'lost'],
  ['40P01', 'deadlock_detected', 'conflict'],
  ['42501', 'insufficient_privilege', 'other'],
  ['53000', 'insufficient_resources', 'unable'],
  ['53100', 'disk_full', 'unable'],
  ['53200', 'out_of_memory', 'unable'],
  ['53300', 'too_many_connections', 'unable'],
  ['53400', 'configuration_limit_exceeded', 'unable_here'],
  ['55P03', 'lock_not_available', 'conflict'],
  ['57014', 'query_canceled', 'too_long'],
  ['57P01', 'admin_shutdown', 'lost'],
  ['57P03', 'cannot_connect_now', 'lost'],
  ['58030', 'io_error', 'unable'],
  ['58P01', 'undefined_file', 'unable_here'],
  ['XX000', 'internal_error', 'other'],
  ['XX001', 'data_corrupted', 'unable_here'],
  ['XX002', 'index_corrupted', 'unable_here'],
];

describe('errors of a server', () => {
  it.each(MEANINGS)('%s %s has the outcome %s', (code, _name, outcome) => expect(told(code).outcome).toBe(outcome));

  it('have a case for each key of OUTCOMES', () => {
    const codes = MEANINGS.map(([code]) => code);
    const missing = Object.keys(OUTCOMES).filter((key) => !codes.some((code) => code.startsWith(key)));
    expect(missing).toEqual([]);
  });

  it.each<readonly [string, string, Outcome]>([
    ['FATAL', '53300', 'unable'],
    ['FATAL', '53200', 'lost'],
    ['PANIC', '53100', 'lost'],
    ['FATAL', '28P01', 'lost'],
    ['FATAL', '40001', 'lost'],
  ])('%s %s, which ends the connection, has the outcome %s', (severity, code, outcome) =>
    expect(told(code, severity).outcome).toBe(outcome),
  );
});

it.each([
  ['28000', 'no pg_hba.conf entry for host "10.0.0.7", user "portal", database "portal", no encryption'],
  ['28000', 'pg_hba.conf rejects connection for host "10.0.0.7", user "portal", database "portal"'],
  ['28P01', 'password authentication failed for user "portal"'],
  ['08P01', 'a rule of pg_hba.conf for host "10.0.0.7" does not hold'],
])('the fault of a server that rejects all connections names only the SQLSTATE: %s %s', (code, text) => {
  const fault = new PostgresFault(Object.assign(new Error(text), { severity: 'FATAL', code }));
  expect(fault).toMatchObject({ outcome: 'lost', code, message: expect.stringContaining(code) });
  expect(`${fault.stack} ${String(fault.cause)}`).not.toMatch(/10\.0\.0\.7|"portal"/);
});

describe('a connection that breaks', () => {
  it.each([
    [Object.assign(new Error('connect ECONNREFUSED 10.0.0.7:5432'), { code: 'ECONNREFUSED' }), 'ECONNREFUSED'],
    [Object.assign(new Error('getaddrinfo ENOTFOUND db.example'), { code: 'ENOTFOUND' }), 'ENOTFOUND'],
    [
      Object.assign(new Error("Host: db.example. is not cert's CN"), { code: 'ERR_TLS_CERT_ALTNAME_INVALID' }),
      'ERR_TLS_CERT_ALTNAME_INVALID',
    ],
    [new Error('Connection terminated unexpectedly'), 'Connection terminated unexpectedly'],
  ])('is reported without the name of the server: %s', (cause, name) => {
    const fault = new PostgresFault(cause);
    expect(fault).toMatchObject({ outcome: 'lost', code: undefined, message: expect.stringContaining(name) });
    expect(`${fault.stack} ${String(fault.cause)}`).not.toMatch(/10\.0\.0\.7|db\.example/);
  });
});
