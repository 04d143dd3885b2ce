import { existsSync } from 'node:fs';
import { link, mkdir, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { restoreSigned, settleCopy } from '../store/open-store.js';
import { copyNew, syncFolder } from './files.js';
import type { Places } from './make-set.js';

const SECRET = 0o600;

/**
 * Puts the file of a database that was copied by other means in its place, with its write-ahead log where that is there. Answers the
 * organizations whose logs wait for `portal log adopt`.
 * @throws Error when a file is there already, cannot be written, or is not valid
 */
export async function restoreFile(file: string, { database, signed }: Places): Promise<readonly string[]> {
  const unfinished = `${database}.restoring`;
  for (const end of ['', '-wal', '-shm']) await rm(`${unfinished}${end}`, { force: true });
  await mkdir(dirname(database), { recursive: true, mode: 0o700 });
  for (const end of ['', '-wal'])
    if (existsSync(`${file}${end}`)) await copyNew(`${file}${end}`, `${unfinished}${end}`, SECRET);
  settleCopy(unfinished);
  const waiting = restoreSigned(unfinished, `${unfinished}.signed`, signed);
  await link(unfinished, database);
  await rm(unfinished);
  await syncFolder(dirname(database));
  return waiting;
}
