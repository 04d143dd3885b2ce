import type { LogAuditor } from './log-auditor.js';

/** How a database is opened for an audit. */
export interface AuditOpening {
  /** File of the log's private key; undefined = beside the database. */
  readonly logKey?: string | undefined;
  /** File of what was signed; undefined = beside the key. */
  readonly logSigned?: string | undefined;
  /** What the names of the portal's own files begin with; undefined = the path of the database. */
  readonly files?: string | undefined;
}

/** A database that is open for an audit. Nothing is written, neither to it nor beside it. */
export interface OpenedAudit {
  readonly auditor: LogAuditor;
  /** The file of what was signed. */
  readonly signedFile: string;
  /** False: there is none, so a log that was put back to an earlier state cannot be found. */
  readonly hasSigned: boolean;
  /**
   * What is wrong with the file itself, as a sentence; undefined = nothing. A server has tools of its own that check how its tables
   * and indexes are stored.
   */
  integrityFault(): string | undefined;
  close(): Promise<void>;
}
