import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { settleCopy } from '../store/open-store.js';
import { copyNew, nameNew, SECRET, unfinishedOf } from './files.js';
import type { Places } from './make-set.js';
import { putSigned } from './put-signed.js';

/**
 * Puts the file of a database that was copied by other means in its place, with its write-ahead log where that is there. Answers the
 * organizations whose logs wait for `portal log adopt`.
 * @throws Error when a file is there already, cannot be written, or is not valid
 */
export async function restoreFile(file: string, { database, signed }: Places): Promise<readonly string[]> {
  const unfinished = unfinishedOf(database);
  for (const end of ['', '-wal', '-shm']) await rm(`${unfinished}${end}`, { force: true });
  for (const end of ['', '-wal'])
    if (existsSync(`${file}${end}`)) await copyNew(`${file}${end}`, `${unfinished}${end}`, SECRET);
  settleCopy(unfinished);
  const waiting = await putSigned(unfinished, `${unfinished}.signed`, signed);
  await nameNew(unfinished, database);
  return waiting;
}
