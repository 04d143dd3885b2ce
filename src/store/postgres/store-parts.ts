import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import type { SecretName } from '../../ports.js';
import { GrownLogs } from '../log/grown-logs.js';
import type { Log } from '../log/log.js';
import type { LogKey } from '../log/log-key.js';
import { logKeyFile, signedFile } from '../log/log-key-file.js';
import { LogSigning } from '../log/log-signing.js';
import type { SignedHeads } from '../log/signed-heads.js';
import type { StoreOptions } from '../store-options.js';
import type { Connections } from './connection/connections.js';
import { assertNotMoved, Fence } from './connection/fence.js';
import { readSecrets } from './connection/secrets.js';
import { assertLocking } from './connection/write-locks.js';
import { openLog } from './log/open-log.js';
import { Looks } from './looks.js';
import { ServerProcesses } from './processes.js';
import { Commits } from './writes/commits.js';

/** Options to open a database. `create`: creates missing tables. Either `logKey` or `files` is required. */
export type PostgresOptions = Pick<
  StoreOptions,
  'create' | 'needsLogKey' | 'logKey' | 'logName' | 'logSigned' | 'files' | 'connections'
>;

/** Parts of a store that depend on the open database. */
export interface StoreParts {
  readonly key: LogKey;
  readonly log: Log;
  readonly looks: Looks;
  readonly signed: SignedHeads;
  readonly signing: LogSigning;
  readonly processes: ServerProcesses;
  readonly commits: Commits;
  readonly secrets: ReadonlyMap<SecretName, Buffer>;
  readonly grown: GrownLogs;
  /** Organizations whose logs were started since the caller last emptied this list. */
  readonly begun: string[];
}

/** Reads the secrets of a database and the key of its logs. */
export async function openParts(connections: Connections, options: PostgresOptions): Promise<StoreParts> {
  const { files, logName: name } = options;
  const logKey = options.logKey ?? (files === undefined ? undefined : logKeyFile(files));
  if (logKey === undefined) throw new Error("name the log key's file, which all processes on the database share");
  for (const file of [logKey, files ?? logKey]) mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const signedIn = options.logSigned ?? signedFile(logKey);
  await connections.use(assertNotMoved);
  await connections.use(assertLocking);
  const { vkey, key, log, signed, guard } = await openLog(connections, {
    file: logKey,
    isNamed: options.logKey !== undefined,
    name,
    signed: signedIn,
  });
  connections.fence = new Fence(vkey);
  const looks = new Looks(connections, log);
  const grown = new GrownLogs();
  const begun: string[] = [];
  return {
    key,
    log,
    looks,
    signed,
    signing: new LogSigning(key, signed, guard, (look) => looks.answer(look)),
    processes: new ServerProcesses(connections, signedIn, key),
    commits: new Commits(
      connections,
      { log, guard },
      { onBegun: (ids) => void begun.push(...ids), onGrown: (id) => grown.add(id) },
    ),
    secrets: await readSecrets(connections),
    grown,
    begun,
  };
}
