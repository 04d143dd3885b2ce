import { dirname } from 'node:path';
import { restoreSigned } from '../store/open-store.js';
import { makeFolder } from './files.js';

/**
 * Merges the signed heads of a backup into the live signed-heads file, and creates its folder if missing. Returns the
 * organizations whose logs wait for `portal log adopt`.
 */
export async function mergeSignedHeads(database: string, saved: string, signed: string): Promise<readonly string[]> {
  await makeFolder(dirname(signed));
  return restoreSigned(database, saved, signed);
}
