import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { finishCopy } from '../store/open-store.js';
import { copyNew, renameToNew, SECRET, temporaryName } from './files.js';
import type { Places } from './make-set.js';
import { mergeSignedHeads } from './merge-signed-heads.js';

/**
 * Restores a database file that `portal backup` did not make, together with its write-ahead log, if any. Returns the
 * organizations whose logs wait for `portal log adopt`.
 * @throws Error if the target exists or cannot be written, or the source is not a valid database
 */
export async function restoreFile(file: string, { database, signed }: Places): Promise<readonly string[]> {
  const unfinished = temporaryName(database);
  for (const end of ['', '-wal', '-shm']) await rm(`${unfinished}${end}`, { force: true });
  for (const end of ['', '-wal'])
    if (existsSync(`${file}${end}`)) await copyNew(`${file}${end}`, `${unfinished}${end}`, SECRET);
  finishCopy(unfinished);
  const waiting = await mergeSignedHeads(unfinished, `${unfinished}.signed`, signed);
  await renameToNew(unfinished, database);
  return waiting;
}
