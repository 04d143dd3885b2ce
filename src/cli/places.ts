import type { Places } from '../backup/make-set.js';
import type { Config } from '../config.js';
import { logKeyFile, signedFile } from '../store/log/log-key-file.js';

/** Where the parts of the portal of a configuration are. */
export function placesOf({ database, media, logKey, logSigned }: Config): Places {
  const key = logKey ?? logKeyFile(database);
  return { database, media, logKey: key, signed: logSigned ?? signedFile(key) };
}
