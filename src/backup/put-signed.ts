import { dirname } from 'node:path';
import { restoreSigned } from '../store/open-store.js';
import { makeFolder } from './files.js';

/**
 * Merges signed heads into their file, and creates missing folders. Returns the organizations whose logs wait for
 * `portal log adopt`.
 */
export async function putSigned(database: string, saved: string, signed: string): Promise<readonly string[]> {
  await makeFolder(dirname(signed));
  return restoreSigned(database, saved, signed);
}
