import { stat, statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Registry } from 'prom-client';
import { gauge } from './kinds.js';

/** Registers the sizes of the database files, and the free space on their disk. */
export function fileSizes(registry: Registry, database: string): void {
  gauge(registry, { name: 'portal_database_size_bytes', help: 'Size of the database file' }, () => sizeOf(database));
  gauge(registry, { name: 'portal_wal_size_bytes', help: 'Size of the write-ahead log of the database file' }, () =>
    sizeOf(`${database}-wal`),
  );
  gauge(
    registry,
    { name: 'portal_disk_free_bytes', help: 'Free bytes for this process on the disk of the database' },
    async () => {
      const disk = await found(statfs(dirname(database)));
      return disk && disk.bavail * disk.bsize;
    },
  );
}

async function sizeOf(file: string): Promise<number | undefined> {
  return (await found(stat(file)))?.size;
}

/**
 * Returns `undefined` on an error: a missing file, such as a write-ahead log that was removed, must not break the other
 * metrics.
 */
async function found<T>(reading: Promise<T>): Promise<T | undefined> {
  try {
    return await reading;
  } catch {
    return undefined;
  }
}
