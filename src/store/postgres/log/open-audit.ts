import { existsSync } from 'node:fs';
import { printable } from '../../../domain/values/printable.js';
import { LogRefusal } from '../../../ports.js';
import { Log } from '../../log/log.js';
import { LogAuditor } from '../../log/log-auditor.js';
import { LogKey } from '../../log/log-key.js';
import { logKeyFile, signedFile } from '../../log/log-key-file.js';
import type { AuditOpening, OpenedAudit } from '../../log/opened-audit.js';
import { readSigned } from '../../sqlite/log/open-signed-heads.js';
import { Connections } from '../connection/connections.js';
import { missingMigrations } from '../connection/migrate.js';
import { CHECK_TIMEOUT_MS } from '../connection/transaction.js';
import { auditedServer } from './audited-server.js';
import { strangeFunctions } from './known-functions.js';
import { knownIdentity } from './open-log.js';
import { findSchemaFaults } from './schema-objects.js';

/**
 * Opens a database for an audit.
 * @throws Error if it cannot be reached, has another schema, a table was changed, or its logs have no name
 * @throws DatabaseFault if it belongs to a newer version
 */
export async function openAudit(url: string, opening: AuditOpening): Promise<OpenedAudit> {
  const keyFile = opening.logKey ?? logKeyFile(opening.files ?? '');
  const signed = opening.logSigned ?? signedFile(keyFile);
  const connections = new Connections(url, 2);
  const close = () => connections.close();
  try {
    await assertPresentSchema(connections);
    const key = new LogKey(await connections.use(knownIdentity), keyFile);
    const auditor = new LogAuditor(auditedServer(connections, CHECK_TIMEOUT_MS), new Log(key), key, readSigned(signed));
    // Damage to the storage of tables and indexes is not checked; the server has its own tools for that.
    return { auditor, signedFile: signed, hasSigned: existsSync(signed), integrityFault: () => undefined, close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function assertPresentSchema(connections: Connections): Promise<void> {
  if ((await missingMigrations(connections)).length > 0)
    throw new Error(
      'the database has an earlier schema than this program reads: update it first, with `portal migrate`',
    );
  const [changed] = await connections.use(async (session) => [
    ...(await findSchemaFaults(session)),
    ...(await strangeFunctions(session)),
  ]);
  if (changed !== undefined)
    throw new LogRefusal(
      `the database was changed from outside: its ${printable(changed)} is not as this program creates it. Restore the newest copy of it`,
    );
}
