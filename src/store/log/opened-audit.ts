import type { LogAuditor } from './log-auditor.js';

/** Options to open a database for an audit. */
export interface AuditOpening {
  /** File of the log's private key. Defaults to one beside the database. */
  readonly logKey?: string | undefined;
  /** File of the signed heads. Defaults to one beside the key. */
  readonly logSigned?: string | undefined;
  /** Path prefix of the portal's files beside a PostgreSQL database. Ignored for SQLite, which has its own path. */
  readonly files?: string | undefined;
}

/** A database open for an audit. Nothing is written to it or beside it. */
export interface OpenedAudit {
  readonly auditor: LogAuditor;
  /** File of the signed heads. */
  readonly signedFile: string;
  /** If false, the file is absent, so a rollback of a log to an earlier state goes unnoticed. */
  readonly hasSigned: boolean;
  /**
   * Describes damage to the database file; `undefined` if it is intact. Always `undefined` on PostgreSQL, which has its
   * own tools to check tables and indexes.
   */
  integrityFault(): string | undefined;
  close(): Promise<void>;
}
