import { closeSync, openSync, readSync, statSync } from 'node:fs';

/** First bytes of every SQLite database, including the terminating zero. */
const MAGIC = 'SQLite format 3\0';
/** Length of the header and offsets of its fields, in bytes (sqlite.org/fileformat.html, 1.3). */
const HEADER_BYTES = 100;
const USER_VERSION = 60;
const APPLICATION_ID = 68;

export interface FileHeader {
  readonly userVersion: number;
  readonly applicationId: number;
}

/**
 * Reads the header of a database file without using SQLite. `null` if the file is empty, `undefined` if it is not a
 * database.
 */
export function readFileHeader(path: string): FileHeader | null | undefined {
  const { size, isFile } = sizeOf(path);
  if (isFile && size === 0) return null;
  if (size < HEADER_BYTES || !isFile) return undefined;
  const bytes = readFirstBytes(path);
  if (bytes.toString('latin1', 0, MAGIC.length) !== MAGIC) return undefined;
  return {
    userVersion: bytes.readInt32BE(USER_VERSION),
    applicationId: bytes.readInt32BE(APPLICATION_ID),
  };
}

function sizeOf(path: string) {
  const stats = statSync(path);
  return { size: stats.size, isFile: stats.isFile() };
}

function readFirstBytes(path: string): Buffer {
  const bytes = Buffer.alloc(HEADER_BYTES);
  const file = openSync(path, 'r');
  try {
    readSync(file, bytes, 0, HEADER_BYTES, 0);
  } finally {
    closeSync(file);
  }
  return bytes;
}
