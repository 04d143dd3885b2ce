import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { logKeyFile } from '../../src/store/log/log-key-file.js';
import type { OpenedStore, StoreOptions } from '../../src/store/open-store.js';
import { PostgresStore } from '../../src/store/postgres/postgres-store.js';
import { dropPostgres, newPostgres } from './postgres.js';

/** The database that stands for the file of a path, by the path. */
const urls = new Map<string, Promise<string>>();

/** Opens the PostgreSQL database that stands for a file, a new one at first. The log's key is in a file beside the path. */
export async function openOnPostgres(path: string, options: StoreOptions): Promise<OpenedStore> {
  const url = urls.get(path) ?? newPostgres();
  urls.set(path, url);
  mkdirSync(dirname(path), { recursive: true });
  return PostgresStore.open(await url, { ...options, logKey: options.logKey ?? logKeyFile(path) });
}

/** Takes it away, once nobody has it open. */
export async function dropPostgresOf(path: string): Promise<void> {
  const url = urls.get(path);
  urls.delete(path);
  if (url) await dropPostgres(await url);
}
