import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import DatabaseConstructor, { type Database } from 'better-sqlite3';
import { PACKAGE_ROOT } from '../../src/package-root.js';
import { logKeyFile, makeLogKey } from '../../src/store/log/log-key-file.js';
import { addMigrationFunctions } from '../../src/store/sqlite/file/migration-functions.js';
import { signingKeyRow } from './attested-rows.js';
import { DEPLOYMENT, NOW, ORG, OTHER_DEPLOYMENT, OTHER_SHOP, SHOP } from './sample-rows.js';

const FOLDER = join(PACKAGE_ROOT, 'db', 'sqlite', 'migrations');

/** The first schema with a log key. */
const FIRST_WITH_LOGS = 5;

/** Creates a file with the first `version` migrations, and the tenants that other rows refer to. */
export function openOldFile(path: string, version: number): Database {
  const database = new DatabaseConstructor(path);
  addMigrationFunctions(database);
  for (const file of readdirSync(FOLDER).sort().slice(0, version))
    database.exec(readFileSync(join(FOLDER, file), 'utf8'));
  database.pragma(`user_version = ${version}`);
  if (version >= FIRST_WITH_LOGS) {
    const vkey = makeLogKey({ file: logKeyFile(path), isNamed: false }, undefined);
    database.prepare('INSERT INTO log_identity VALUES (1, ?)').run(vkey);
  }
  insert(database, 'organization', { key: ORG.id }, ORG);
  for (const row of [SHOP, OTHER_SHOP]) insert(database, 'shop', { key: row.id, organization_id: ORG.id }, row);
  for (const row of [DEPLOYMENT, OTHER_DEPLOYMENT])
    insert(database, 'deployment', { key: row.id, organization_id: ORG.id, shop_id: row.shop_id }, row);
  return database;
}

/** Version of every old row. */
export const OLD_VERSION = 3;

/** Inserts a row of an old schema, in which only the column contains the version. */
export function insert(
  database: Database,
  table: string,
  columns: Readonly<Record<string, unknown>>,
  row: object,
): void {
  const { version: _version, ...body } = { version: 0, ...row };
  const values = { created_at: NOW, version: OLD_VERSION, body: JSON.stringify(body), ...columns };
  const names = Object.keys(values);
  database
    .prepare(`INSERT INTO "${table}" (${names.join(', ')}) VALUES (${names.map((name) => `@${name}`).join(', ')})`)
    .run(values);
}

/** Inserts the agent, consumer and signing key of receipts. */
export function insertSigner(database: Database): void {
  for (const [table, id] of [
    ['agent', 'agt_1'],
    ['consumer', 'con_1'],
  ] as const)
    insert(database, table, { key: id, organization_id: ORG.id }, { id, organization_id: ORG.id, name: id });
  const key = signingKeyRow('key_1');
  const { organization_id, agent_id, key_fingerprint, status } = key;
  insert(database, 'signing_key', { key: 'key_1', organization_id, agent_id, key_fingerprint, status }, key);
}

/** Schema, schema number and integrity of a file. */
export function shapeOf(path: string): unknown[] {
  const database = new DatabaseConstructor(path, { readonly: true });
  const made = database.prepare('SELECT type, name, tbl_name, sql FROM sqlite_schema ORDER BY type, name').all();
  const version = database.pragma('user_version', { simple: true });
  const sound = [database.pragma('integrity_check', { simple: true }), database.pragma('foreign_key_check')];
  database.close();
  return [version, ...sound, ...made];
}
