import { existsSync } from 'node:fs';
import { LogRefusal } from '../../../ports.js';
import { Log } from '../../log/log.js';
import type { LogAuditStore } from '../../log/log-audit-rows.js';
import { LogAuditor } from '../../log/log-auditor.js';
import { LogKey } from '../../log/log-key.js';
import { logKeyFile, signedFile } from '../../log/log-key-file.js';
import type { AuditOpening, OpenedAudit } from '../../log/opened-audit.js';
import { readSigned } from '../../sqlite/log/open-signed-heads.js';
import { Connections } from '../connection/connections.js';
import { missingMigrations } from '../connection/migrate.js';
import type { Session } from '../connection/session.js';
import { readInTransaction } from '../connection/transaction.js';
import { AuditedRows } from './audited-rows.js';
import { strangeTriggers } from './known-functions.js';
import { knownIdentity } from './log-identity.js';

/** Tables whose rows belong to the log of an organization. */
const LOG_TABLES = ['log_head', 'log_node', 'log_entry', 'log_closed', 'receipt', 'signing_key', 'agent'];
/** Tables read by ids, which begin with the organization's id. A row with another id is reported by that id. */
const PUBLISHED_TABLES = ['log_checkpoint', 'log_publication'];
/** All organizations, plus ids without an organization that have auditable rows. */
const AUDITED = [
  'SELECT key FROM organization',
  ...LOG_TABLES.map((table) => `SELECT organization_id FROM ${table}`),
  ...PUBLISHED_TABLES.map(
    (table) =>
      `SELECT CASE WHEN position(organization_id || '/' IN key) = 1 THEN organization_id ELSE key END FROM ${table}`,
  ),
].join(' UNION ');

/**
 * Tables that could show an audit other rows than the portal reads: views, and tables with rules, row security or
 * inheriting tables.
 */
const OTHERWISE = `
  SELECT name FROM unnest($1::text[]) AS name LEFT JOIN pg_class AS found ON found.oid = to_regclass(quote_ident(name))
  WHERE found.oid IS NULL OR found.relkind <> 'r' OR found.relrowsecurity OR found.relhasrules
    OR EXISTS (SELECT 1 FROM pg_inherits WHERE inhparent = found.oid)`;

/**
 * Opens a database for an audit.
 * @throws Error if it cannot be reached, has another schema, a table was changed, or its logs have no name
 * @throws DatabaseFault if it is of a newer version
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
    // The server's own tools check the storage of tables and indexes.
    return { auditor, signedFile: signed, hasSigned: existsSync(signed), integrityFault: () => undefined, close };
  } catch (error) {
    await close();
    throw error;
  }
}

function auditedServer(connections: Connections): LogAuditStore {
  return {
    organizations: () =>
      readInTransaction(connections, async (session) =>
        (await session.query<{ readonly key: string }>(AUDITED)).map(({ key }) => key),
      ),
    look: (organizationId, look) =>
      readInTransaction(connections, (session) => look(new AuditedRows(session, organizationId))),
    close: () => void connections.close(),
  };
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
  const tables = ['organization', ...LOG_TABLES, ...PUBLISHED_TABLES, 'log_identity', 'order', 'audit_event'];
  const otherwise = await session.query<{ readonly name: string }>(OTHERWISE, [tables]);
  return [...otherwise.map(({ name }) => name), ...(await strangeTriggers(session, tables))];
}
