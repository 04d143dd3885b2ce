import type { Places } from '../backup/make-set.js';
import { type Config, isDatabaseUrl } from '../config.js';
import { logKeyFile, signedFile } from '../store/log/log-key-file.js';
import { CommandError } from './output.js';

/**
 * Returns the paths of a portal's database and files.
 * @throws CommandError when the database is on a server
 */
export function placesOf({ database, media, logKey, logSigned }: Config): Places {
  if (isDatabaseUrl(database))
    throw new CommandError(
      'this works on a database file. For a database on a server use its own tools, such as pg_dump and pg_restore, and copy the log key, the signed-heads file and the pictures with it (docs/scaling.md)',
      2,
    );
  const key = logKey ?? logKeyFile(database);
  return { database, media, logKey: key, signed: logSigned ?? signedFile(key) };
}
