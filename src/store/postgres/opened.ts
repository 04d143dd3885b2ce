import type { SecretName } from '../../ports.js';
import { GrownLogs } from '../log/grown-logs.js';
import type { Log } from '../log/log.js';
import type { LogKey } from '../log/log-key.js';
import { signedFile } from '../log/log-key-file.js';
import { LogSigning } from '../log/log-signing.js';
import type { SignedHeads } from '../log/signed-heads.js';
import type { Connections } from './connection/connections.js';
import { readSecrets } from './connection/secrets.js';
import { openLog } from './log/log-identity.js';
import { lookAt, readingAgain } from './reads.js';
import { Commits } from './writes/commits.js';

/** How a database is opened. */
export interface PostgresOptions {
  /** Create the tables when the database has none. */
  readonly create: boolean;
  /** False: the database opens even without the key of its logs, and only what needs that key fails. */
  readonly needsLogKey: boolean;
  /** File of the log's private key. */
  readonly logKey?: string | undefined;
  /** Name of the logs of a new database; undefined = one derived from the key. */
  readonly logName?: string | undefined;
  /** File of what was signed for the logs; undefined = beside their key. */
  readonly logSigned?: string | undefined;
}

/** What a store has of the database that it has opened. */
export interface Opened {
  readonly key: LogKey;
  readonly log: Log;
  readonly signed: SignedHeads;
  readonly signing: LogSigning;
  readonly commits: Commits;
  readonly secrets: ReadonlyMap<SecretName, Buffer>;
  readonly grown: GrownLogs;
  /** Logs that were begun since they were last asked for. */
  readonly begun: string[];
}

/** Reads the secrets of a database and the key of its logs. */
export async function openedOn(connections: Connections, options: PostgresOptions): Promise<Opened> {
  const { logKey, logName: name } = options;
  if (logKey === undefined) throw new Error("name the file of the log's key, which every process on the database uses");
  const signedIn = options.logSigned ?? signedFile(logKey);
  const { key, log, signed, guard } = await openLog(connections, {
    file: logKey,
    isNamed: true,
    name,
    signed: signedIn,
  });
  const grown = new GrownLogs();
  const begun: string[] = [];
  return {
    key,
    log,
    signed,
    signing: new LogSigning(key, signed, guard, (look) =>
      readingAgain(connections, (session) => lookAt(session, log, look)),
    ),
    commits: new Commits(
      connections,
      { log, guard },
      { begun: (ids) => void begun.push(...ids), grown: (id) => grown.add(id) },
    ),
    secrets: await readSecrets(connections),
    grown,
    begun,
  };
}
