import { dirname } from 'node:path';
import { restoreSigned } from '../store/open-store.js';
import { makeFolder } from './files.js';

/**
 * Merges the signed heads of a backup into the live file of signed heads, whose folder is created if missing. Returns
 * the organizations whose logs wait for `portal log adopt`.
 */
export async function mergeSignedHeads(database: string, saved: string, signed: string): Promise<readonly string[]> {
  await makeFolder(dirname(signed));
  return restoreSigned(database, saved, signed);
}
