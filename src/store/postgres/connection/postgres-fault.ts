import { classifyOutcome, type Outcome } from './sqlstates.js';

/** Class of SQLSTATEs: invalid_authorization_specification. */
const INVALID_AUTHORIZATION = '28';

/** A failed statement: the server's SQLSTATE, or a broken connection. */
export class PostgresFault extends Error {
  override readonly name = 'PostgresFault';
  /** SQLSTATE; `undefined` if the server did not respond. */
  readonly code: string | undefined;
  /** Consequence for the sender of the statement. */
  readonly outcome: Outcome;
  /** Table named in the server's response. */
  readonly table: string | undefined;

  constructor(cause: unknown) {
    const severity = stringIn(cause, 'severity');
    const code = stringIn(cause, 'code');
    super(severity === undefined ? connectionText(cause) : serverText(cause, code));
    this.code = severity === undefined ? undefined : code;
    this.outcome = classifyOutcome(severity, this.code, stringIn(cause, 'column'));
    this.table = stringIn(cause, 'table');
  }

  /** True if a concurrent write won: the transaction may succeed when it runs again. */
  get isConflict(): boolean {
    return this.outcome === 'conflict';
  }

  /** True if the primary key or another unique index rejected a row. */
  get isTaken(): boolean {
    return this.outcome === 'taken';
  }

  /** True if the statement exceeded its time limit. */
  get isTooLong(): boolean {
    return this.outcome === 'too_long';
  }

  /** True if the transaction had failed before, so this statement was not executed. */
  get isAfterwards(): boolean {
    return this.outcome === 'afterwards';
  }

  /** True if the connection or its server is unusable; a connection to another server may work. */
  get isLost(): boolean {
    return this.outcome === 'lost';
  }

  /** True if the server lacks a resource, such as disk space: an immediate retry would make it worse. */
  get isUnable(): boolean {
    return this.outcome === 'unable';
  }

  /** True if the server cannot run this statement, because its data is damaged or it exceeds a limit per statement. */
  get isUnableHere(): boolean {
    return this.outcome === 'unable_here';
  }
}

/**
 * Describes a connection that broke or could not be opened. Messages of the system and of TLS contain the server's
 * name, which must not be logged.
 */
function connectionText(cause: unknown): string {
  const code = stringIn(cause, 'code');
  return code === undefined ? messageOf(cause) : `the connection to the database failed: ${code}`;
}

/**
 * Describes a fault that the server reported. Messages about failed authorization contain the user and, for
 * pg_hba.conf, the portal's address, neither of which may be logged.
 */
function serverText(cause: unknown, code = ''): string {
  const text = messageOf(cause);
  const isRefused = code.startsWith(INVALID_AUTHORIZATION) || text.includes('pg_hba');
  return isRefused ? `the database refused the connection: SQLSTATE ${code}` : text;
}

function messageOf(cause: unknown): string {
  return cause instanceof Error ? cause.message : 'the database gave no answer';
}

function stringIn(error: unknown, name: string): string | undefined {
  const value: unknown = typeof error === 'object' && error !== null ? Reflect.get(error, name) : undefined;
  return typeof value === 'string' ? value : undefined;
}
