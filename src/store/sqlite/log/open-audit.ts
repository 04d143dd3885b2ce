import { existsSync } from 'node:fs';
import type { Database } from 'better-sqlite3';
import { printable } from '../../../domain/values/printable.js';
import { LogRefusal } from '../../../ports.js';
import { Log } from '../../log/log.js';
import { LogAuditor } from '../../log/log-auditor.js';
import { LogKey } from '../../log/log-key.js';
import { logKeyFile, signedFile } from '../../log/log-key-file.js';
import { integrityFault, schemaFault } from '../file/file-audit.js';
import { assertOurs } from '../file/file-check.js';
import { newestVersion, userVersion } from '../file/migrate.js';
import { readOnlyFile } from '../file/read-only-file.js';
import { auditedFile } from './audited-file.js';
import { knownIdentity } from './log-identity.js';
import { readSigned } from './open-signed-heads.js';

export interface AuditOptions {
  /** File of the log's private key; undefined = beside the database. */
  readonly logKey?: string | undefined;
  /** File of what was signed; undefined = beside the key. */
  readonly logSigned?: string | undefined;
}

/** A database that is open for an audit. Nothing is written, neither to it nor beside it. */
export interface OpenedAudit {
  readonly auditor: LogAuditor;
  /** The file of what was signed. */
  readonly signedFile: string;
  /** False: there is none, so a log that was put back to an earlier state cannot be found. */
  readonly hasSigned: boolean;
  /** What is wrong with the file itself, as a sentence; undefined = nothing. */
  integrityFault(): string | undefined;
  close(): void;
}

/**
 * Opens a database for an audit.
 * @throws Error when it is absent, has another schema, its schema was changed, or its logs have no name
 * @throws DatabaseFault when it is not a database of this program, or one of a newer version
 */
export function openAudit(path: string, { logKey, logSigned }: AuditOptions): OpenedAudit {
  assertOurs(path, false);
  const keyFile = logKey ?? logKeyFile(path);
  const signed = logSigned ?? signedFile(keyFile);
  const file = readOnlyFile(path);
  try {
    assertPresentSchema(path, file.database);
    const key = new LogKey(knownIdentity(file.database), keyFile);
    const auditor = new LogAuditor(auditedFile(file), new Log(key), key, readSigned(signed));
    return {
      auditor,
      signedFile: signed,
      hasSigned: existsSync(signed),
      integrityFault: () => integrityFault(file.database),
      close: () => file.close(),
    };
  } catch (error) {
    file.close();
    throw error;
  }
}

function assertPresentSchema(path: string, database: Database): void {
  const version = userVersion(database);
  if (version !== newestVersion())
    throw new Error(
      `${path} has schema ${version}, and this program reads ${newestVersion()}: update the database first, with \`portal init\``,
    );
  const fault = schemaFault(database);
  if (fault !== undefined)
    throw new LogRefusal(`${path} was changed from outside: its ${printable(fault)}. Put the newest copy of it back`);
}
