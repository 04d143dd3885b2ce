import {
  type LogOptions,
  noteLogs,
  type OpenedLog,
  openNamedLog,
  readIdentity,
  readKnownIdentity,
} from '../../log/log-identity.js';
import { makeLogKey } from '../../log/log-key-file.js';
import { lostLogNameError } from '../../log/log-name.js';
import { setAsideSigned } from '../../sqlite/log/open-signed-heads.js';
import { SignedHeadsFile } from '../../sqlite/log/signed-heads-file.js';
import type { Connections } from '../connection/connections.js';
import { QueryReader } from '../connection/query-reader.js';
import type { Session } from '../connection/session.js';

const ADD_NAME = 'INSERT INTO log_identity (id, vkey) VALUES (1, $1)';
const HAS_LOGS = 'SELECT key FROM organization LIMIT 1';
/** Serializes processes that open a new database, by locking a row. */
const ONE_AT_A_TIME = 'SELECT version FROM schema_version WHERE version = 1 FOR UPDATE';

/**
 * Opens the logs of a database. The first opening creates their key, which all processes of the database share.
 * @throws LogRefusal if the database had logs, but no longer holds their name
 */
export async function openLog(connections: Connections, options: LogOptions): Promise<OpenedLog> {
  const vkey = await connections.use(
    async (session) => (await findIdentity(session)) ?? createIdentity(session, options),
  );
  const opened = openNamedLog(vkey, options.file, new SignedHeadsFile(options.signed));
  if (opened.key.isLoaded) await connections.use((session) => new QueryReader(session).read(noteLogs(opened)));
  return opened;
}

/** @throws LogRefusal if the stored text is not a verifier key */
function findIdentity(session: Session): Promise<string | undefined> {
  return new QueryReader(session).read(readIdentity());
}

/**
 * Reads the name and public key of the logs of a database that must hold them.
 * @throws LogRefusal
 */
export function knownIdentity(session: Session): Promise<string> {
  return new QueryReader(session).read(readKnownIdentity());
}

async function createIdentity(session: Session, options: LogOptions): Promise<string> {
  await session.run('BEGIN');
  try {
    await session.query(ONE_AT_A_TIME);
    const vkey = (await findIdentity(session)) ?? (await addIdentity(session, options));
    await session.run('COMMIT');
    return vkey;
  } catch (error) {
    await session.run('ROLLBACK');
    throw error;
  }
}

async function addIdentity(session: Session, options: LogOptions): Promise<string> {
  if ((await session.query(HAS_LOGS)).length > 0) throw lostLogNameError();
  setAsideSigned(options.signed);
  const vkey = makeLogKey(options, options.name);
  await session.query(ADD_NAME, [vkey]);
  return vkey;
}
