import { readFileSync } from 'node:fs';
import DatabaseConstructor from 'better-sqlite3';

/** Runs SQLite's own checks of a file. A sound file gives `ok` and no dangling reference. */
export function checkFile(database: string): { readonly integrity: unknown; readonly dangling: readonly unknown[] } {
  const connection = new DatabaseConstructor(database);
  const integrity = connection.pragma('integrity_check', { simple: true });
  const dangling = connection.prepare('PRAGMA foreign_key_check').all();
  connection.close();
  return { integrity, dangling };
}

export const SOUND = { integrity: 'ok', dangling: [] };

/** Reads the demo's deployment key from the file that the first start wrote beside the database. */
export function demoKey(database: string): string {
  return keyOf(database, 'deployment_key');
}

/** Reads the demo's organization key from the same file. */
export function organizationKey(database: string): string {
  return keyOf(database, 'organization_key');
}

function keyOf(database: string, name: string): string {
  const keys: unknown = JSON.parse(readFileSync(`${database}.demo-keys.json`, 'utf8'));
  const key = typeof keys === 'object' && keys !== null ? Reflect.get(keys, name) : undefined;
  if (typeof key !== 'string') throw new Error(`no ${name}`);
  return key;
}
