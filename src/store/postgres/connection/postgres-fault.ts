import { type Outcome, outcomeOf } from './sqlstates.js';

/** invalid_authorization_specification, a class of SQLSTATE. */
const INVALID_AUTHORIZATION = '28';

/** Why a statement failed: the server's SQLSTATE, or that the connection broke. */
export class PostgresFault extends Error {
  override readonly name = 'PostgresFault';
  /** SQLSTATE; undefined = there is no answer of the server. */
  readonly code: string | undefined;
  /** What it means to whoever sent the statement. */
  readonly outcome: Outcome;
  /** The table that the server names. */
  readonly table: string | undefined;

  constructor(cause: unknown) {
    const severity = stringIn(cause, 'severity');
    const code = stringIn(cause, 'code');
    super(severity === undefined ? connectionText(cause) : serverText(cause, code));
    this.code = severity === undefined ? undefined : code;
    this.outcome = outcomeOf(severity, this.code);
    this.table = stringIn(cause, 'table');
  }

  /** Others came first: the same transaction may succeed when it runs again. */
  get isConflict(): boolean {
    return this.outcome === 'conflict';
  }

  /** The primary key, or another unique index, refused a row. */
  get isTaken(): boolean {
    return this.outcome === 'taken';
  }

  /** It took longer than a statement may. */
  get isTooLong(): boolean {
    return this.outcome === 'too_long';
  }

  /** The transaction has ended already, so this statement was not looked at. */
  get isAfterwards(): boolean {
    return this.outcome === 'afterwards';
  }

  /** The connection cannot be used any more, or its server cannot; another connection may be to one that can. */
  get isLost(): boolean {
    return this.outcome === 'lost';
  }

  /** The server lacks something, such as room on its disk: who asks again at once makes it worse. */
  get isUnable(): boolean {
    return this.outcome === 'unable';
  }

  /** The server cannot do this statement: what it reads is damaged, or it takes more than one may. */
  get isUnableHere(): boolean {
    return this.outcome === 'unable_here';
  }
}

/** Of a connection that broke, or was not made. What the system and TLS say has the server's name in it, which no log is to show. */
function connectionText(cause: unknown): string {
  const code = stringIn(cause, 'code');
  return code === undefined ? messageOf(cause) : `the connection to the database failed: ${code}`;
}

/** What a server says that lets nobody in names the user, and by pg_hba.conf the address that the portal comes from. */
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
