import { existsSync } from 'node:fs';
import { LogRefusal } from '../../../ports.js';
import { AUDITED_TABLES, auditStore } from '../../log/audited-rows.js';
import { Log } from '../../log/log.js';
import type { LogAuditStore } from '../../log/log-audit-rows.js';
import { LogAuditor } from '../../log/log-auditor.js';
import { LogKey } from '../../log/log-key.js';
import { logKeyFile, signedFile } from '../../log/log-key-file.js';
import type { AuditOpening, OpenedAudit } from '../../log/opened-audit.js';
import { readSigned } from '../../sqlite/log/open-signed-heads.js';
import { Connections } from '../connection/connections.js';
import { missingMigrations } from '../connection/migrate.js';
import { QueryReader } from '../connection/query-reader.js';
import type { Session } from '../connection/session.js';
import { CHECK_TIMEOUT_MS, readInTransaction } from '../connection/transaction.js';
import { strangeTriggers } from './known-functions.js';
import { knownIdentity } from './open-log.js';

/**
 * Finds tables that are missing, and those in which an audit could read other rows than the portal: views, and tables
 * with rules, row security or inheriting tables.
 */
const OTHERWISE = `
  SELECT name FROM unnest($1::text[]) AS name LEFT JOIN pg_class AS found ON found.oid = to_regclass(quote_ident(name))
  WHERE found.oid IS NULL OR found.relkind <> 'r' OR found.relrowsecurity OR found.relhasrules
    OR EXISTS (SELECT 1 FROM pg_inherits WHERE inhparent = found.oid)`;

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
    const auditor = new LogAuditor(auditedServer(connections), new Log(key), key, readSigned(signed));
    // Damage to the storage of tables and indexes is not checked; the server has its own tools for that.
    return { auditor, signedFile: signed, hasSigned: existsSync(signed), integrityFault: () => undefined, close };
  } catch (error) {
    await close();
    throw error;
  }
}

function auditedServer(connections: Connections): LogAuditStore {
  return auditStore(
    (look) =>
      readInTransaction(
        connections,
        (session) => {
          const reader = new QueryReader(session);
          return look((reads) => reader.read(reads));
        },
        { statementMs: CHECK_TIMEOUT_MS },
      ),
    () => void connections.close(),
  );
}

async function assertPresentSchema(connections: Connections): Promise<void> {
  if ((await missingMigrations(connections)).length > 0)
    throw new Error(
      'the database has an earlier schema than this program reads: update it first, with `portal migrate`',
    );
  const [changed] = await connections.use(changedTables);
  if (changed !== undefined)
    throw new LogRefusal(
      `the database was changed from outside: its table or function ${changed} is not as this program creates it. Restore the newest copy of it`,
    );
}

async function changedTables(session: Session): Promise<string[]> {
  const otherwise = await session.query<{ readonly name: string }>(OTHERWISE, [AUDITED_TABLES]);
  return [...otherwise.map(({ name }) => name), ...(await strangeTriggers(session, AUDITED_TABLES))];
}
