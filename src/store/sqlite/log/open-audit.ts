import { existsSync } from 'node:fs';
import type { Database } from 'better-sqlite3';
import { printable } from '../../../domain/values/printable.js';
import { LogRefusal } from '../../../ports.js';
import { Log } from '../../log/log.js';
import { LogAuditor } from '../../log/log-auditor.js';
import { LogKey } from '../../log/log-key.js';
import { logKeyFile, signedFile } from '../../log/log-key-file.js';
import type { AuditOpening, OpenedAudit } from '../../log/opened-audit.js';
import { findIntegrityFault, findSchemaFault } from '../file/file-audit.js';
import { assertOurs } from '../file/file-check.js';
import { newestVersion, userVersion } from '../file/migrate.js';
import { openReadOnly } from '../file/read-only-file.js';
import { auditedFile } from './audited-file.js';
import { knownIdentity } from './open-log.js';
import { readSigned } from './open-signed-heads.js';

/**
 * Opens a database for an audit.
 * @throws Error if it is absent, has another schema, its schema was changed, or its logs have no name
 * @throws DatabaseFault if it is not a database of this program, or belongs to a newer version
 */
export function openAudit(path: string, { logKey, logSigned }: AuditOpening): OpenedAudit {
  assertOurs(path, false);
  const keyFile = logKey ?? logKeyFile(path);
  const signed = logSigned ?? signedFile(keyFile);
  const file = openReadOnly(path);
  try {
    assertPresentSchema(path, file.database);
    const key = new LogKey(knownIdentity(file.database), keyFile);
    const auditor = new LogAuditor(auditedFile(file), new Log(key), key, readSigned(signed));
    return {
      auditor,
      signedFile: signed,
      hasSigned: existsSync(signed),
      integrityFault: () => findIntegrityFault(file.database),
      close: async () => file.close(),
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
  const fault = findSchemaFault(database);
  if (fault !== undefined)
    throw new LogRefusal(`${path} was changed from outside: its ${printable(fault)}. Restore the newest copy of it`);
}
