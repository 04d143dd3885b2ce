import { existsSync, realpathSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Database } from 'better-sqlite3';
import { openDatabase } from './connection.js';
import { assertRoom, type Environment } from './disk-room.js';
import { lockExclusively } from './lock-exclusively.js';
import { rewriteFile } from './rewrite-file.js';

/** Size of a database and its journal in bytes, before and after. */
export interface Compacted {
  readonly before: number;
  readonly after: number;
}

/** Deletes parts of terms to which no checkout refers. A failed payment leaves such parts. */
const DELETE_UNREFERENCED_PARTS = `
  DELETE FROM shared_part WHERE (shop_id, hash) NOT IN (
    SELECT shop_id, body ->> '$.frozen.shop' FROM checkout WHERE body ->> '$.frozen.shop' IS NOT NULL
    UNION SELECT shop_id, value FROM checkout, json_each(body, '$.frozen.items')
    UNION SELECT shop_id, value FROM checkout, json_each(body, '$.frozen.discounts')
  )`;

/**
 * Migrates a closed database to the newest schema, and rewrites it so that no page is free.
 * @throws Error if the file is absent, is open elsewhere or cannot be written, or the disk is too small
 * @throws DatabaseFault if it is not a database of this program, or belongs to a newer version
 */
export async function compactFile(path: string, env: Environment): Promise<Compacted> {
  const before = existsSync(path) ? bytesOf(path) : 0;
  const { database } = openDatabase(path, { create: false });
  try {
    lockExclusively(path, database);
    database.exec(DELETE_UNREFERENCED_PARTS);
    assertRoom(dirname(realpathSync(path)), env, usedBytes(database));
  } finally {
    database.close();
  }
  await rewriteFile(path, 'EXCLUSIVE');
  return { before, after: bytesOf(path) };
}

function bytesOf(path: string): number {
  const journal = `${realpathSync(path)}-wal`;
  return statSync(path).size + (existsSync(journal) ? statSync(journal).size : 0);
}

function usedBytes(database: Database): number {
  const number = (name: string) => Number(database.pragma(name, { simple: true }));
  return (number('page_count') - number('freelist_count')) * number('page_size');
}
