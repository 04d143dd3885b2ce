import { stat, statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Registry } from 'prom-client';
import { gauge } from './kinds.js';

/** The files of a database, and what is left of their disk. */
export function fileSizes(registry: Registry, database: string): void {
  gauge(registry, { name: 'portal_database_size_bytes', help: 'Size of the database file' }, () => sizeOf(database));
  gauge(registry, { name: 'portal_wal_size_bytes', help: 'Size of the write-ahead log of the database file' }, () =>
    sizeOf(`${database}-wal`),
  );
  gauge(
    registry,
    { name: 'portal_disk_free_bytes', help: 'Bytes left to this process on the disk of the database' },
    async () => {
      const disk = await found(statfs(dirname(database)));
      return disk && disk.bavail * disk.bsize;
    },
  );
}

async function sizeOf(file: string): Promise<number | undefined> {
  return (await found(stat(file)))?.size;
}

/** A file that is not there, such as an emptied log, must not make the other metrics unreadable. */
async function found<T>(asked: Promise<T>): Promise<T | undefined> {
  try {
    return await asked;
  } catch {
    return undefined;
  }
}
