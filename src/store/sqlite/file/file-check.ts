import { existsSync, realpathSync, statSync } from 'node:fs';
import { DatabaseFault } from '../../../ports.js';
import { isBusy, isCorrupt, isSqliteError } from './driver-errors.js';
import { type FileHeader, readFileHeader } from './file-header.js';
import { type FileIdentity, readIdentity } from './file-identity.js';
import { APPLICATION_ID, newestVersion } from './migrate.js';
import { corruptedFault } from './open-faults.js';
import { hasPending } from './read-only-file.js';

/** Tables of the first schema, which every database of this program has. */
const FIRST_TABLES = ['organization', 'shop', 'deployment', 'api_key', 'item', 'checkout', 'order', 'audit_event'];

/**
 * Checks that a file belongs to this program, before it is opened for writing. Changes nothing.
 * @throws Error if there is no database and `create` is false
 * @throws DatabaseFault if the file is anything else
 */
export function assertOurs(path: string, create: boolean): void {
  // Unlike existsSync, this throws if a folder on the path cannot be entered.
  const header = statSync(path, { throwIfNoEntry: false }) ? readFileHeader(path) : null;
  if (header === undefined) {
    throw new DatabaseFault('no_database', `${path} is not a database: name another file, or move this one away`);
  }
  // SQLite keeps its files beside the database itself, not beside a link to it.
  const found = header && identify(realpathSync(path), header);
  if (found === null || isEmpty(found)) {
    if (create) return;
    throw new Error(`there is no database at ${path}: create one with \`portal init\``);
  }
  if (!isOurs(found)) {
    throw new DatabaseFault('foreign', `${path} is the database of another program: name another file`);
  }
  assertNotNewer(path, found.userVersion);
}

/** @throws DatabaseFault `newer` if a newer version of the program wrote the file */
function assertNotNewer(path: string, version: number): void {
  if (version <= newestVersion()) return;
  throw new DatabaseFault(
    'newer',
    `${path} has schema ${version}, this program knows ${newestVersion()}: use a newer version of the program`,
  );
}

/** True for a file without a schema, such as one that another process has just created. */
function isEmpty({ applicationId, userVersion, tables }: FileIdentity): boolean {
  return applicationId === 0 && userVersion === 0 && tables.size === 0;
}

function isOurs({ applicationId, userVersion, tables }: FileIdentity): boolean {
  if (applicationId === APPLICATION_ID) return true;
  // Earlier versions of the program set no application_id.
  return applicationId === 0 && userVersion > 0 && FIRST_TABLES.every((name) => tables.has(name));
}

/** Reads the header alone if it identifies the file, and no transaction in the WAL can change the version. */
function identify(path: string, header: FileHeader): FileIdentity {
  const { applicationId, userVersion } = header;
  if (applicationId === APPLICATION_ID && !(hasPending(path) && existsSync(`${path}-shm`))) {
    return { applicationId, userVersion, tables: new Set() };
  }
  try {
    return readIdentity(path);
  } catch (error) {
    if (!isSqliteError(error) || isBusy(error)) throw error;
    if (applicationId === APPLICATION_ID && isCorrupt(error)) throw corruptedFault(path, error.message);
    throw new DatabaseFault('no_database', `${path} cannot be read as a database: ${error.message}`);
  }
}
