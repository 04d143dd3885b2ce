import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { readConfig } from '../../src/config.js';
import { logKeyFile } from '../../src/store/log/log-key-file.js';
import type { OpenedStore, StoreOptions } from '../../src/store/open-store.js';
import { PostgresStore } from '../../src/store/postgres/postgres-store.js';
import { newPostgres, releasePostgres } from './postgres.js';
import { type AllRows, readAllRows, writeAllRows } from './postgres-rows.js';

/** Database URLs by the file path that each database replaces. */
const urls = new Map<string, Promise<string>>();

const opened = new Map<string, string>();

/** URL of the database that replaces a file; `undefined` if there is none. */
export function postgresOf(path: string): string | undefined {
  return opened.get(path);
}

/** Environment with which another program uses the database of a path. */
export function environmentOf(path: string): Readonly<Record<string, string>> {
  const url = opened.get(path);
  if (url === undefined) return { PORTAL_DB: path };
  const { media } = readConfig({ PORTAL_DB: path }, {});
  return { PORTAL_DB: url, PORTAL_LOG_KEY: logKeyFile(path), PORTAL_MEDIA: media, XDG_DATA_HOME: dirname(path) };
}

/**
 * Opens the PostgreSQL database that replaces a file, and creates it the first time. The log key is in a file next to
 * the path.
 */
export async function openOnPostgres(path: string, options: StoreOptions): Promise<OpenedStore> {
  const url = urls.get(path) ?? newPostgres();
  urls.set(path, url);
  opened.set(path, await url);
  mkdirSync(dirname(path), { recursive: true });
  return PostgresStore.open(await url, { ...options, logKey: options.logKey ?? logKeyFile(path) });
}

/** Creates a database that replaces the file `to`, with the rows of the database that replaces the file `from`. */
export async function copyPostgresOf(from: string, to: string): Promise<void> {
  const source = opened.get(from);
  if (source === undefined) throw new Error(`no database stands for ${from}`);
  await writePostgresOf(to, await readAllRows(source));
}

/** Creates a database that replaces a file, with these rows. */
export async function writePostgresOf(path: string, rows: AllRows): Promise<void> {
  const url = await newPostgres();
  await writeAllRows(url, rows);
  urls.set(path, Promise.resolve(url));
  opened.set(path, url);
}

/** Returns the database to the pool. Call it only when no connection is open. */
export async function releasePostgresOf(path: string): Promise<void> {
  const url = urls.get(path);
  urls.delete(path);
  opened.delete(path);
  if (url) await releasePostgres(await url);
}
