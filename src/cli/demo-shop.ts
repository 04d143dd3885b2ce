import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { z } from 'zod';
import { KEY_SCOPES } from '../domain/tenant/tenant.js';
import { hashSecret } from '../domain/values/secret.js';
import { buildNewKey } from '../operations/tenancy/key-writes.js';
import type { Clock, Ids, Store } from '../ports.js';
import type { Author } from '../records/audit.js';
import { systemClock, systemIds } from '../system.js';
import type { Cli } from './command.js';
import { DEMO_IDS } from './demo-ids.js';

const demoKeys = z.object({ deployment_key: z.string(), organization_key: z.string() });

export type Demo = typeof DEMO_IDS & z.output<typeof demoKeys>;

/**
 * Path of the file with the demo's keys, beside the database. Only the file's owner can read it. All other keys are
 * stored only as hashes.
 */
export function demoKeyFile(database: string): string {
  return `${database}.demo-keys.json`;
}

/**
 * Loads the demo shop on the first start, and returns its ids and keys on every start. Returns `undefined` if the
 * database has other organizations, but no demo.
 */
export async function loadDemo(store: Store, ids: Ids, clock: Clock, database: string): Promise<Demo | undefined> {
  const by: Author = { ids, now: clock.now(), actor: 'demo' };
  const { entries: tenants } = await store.list('organizations', {}, undefined, 1);
  const loaded = await store.read((rows) => rows.get('organization', DEMO_IDS.organization_id));
  if (!loaded && tenants.length > 0) return undefined;
  if (!loaded) {
    const { storeDemo } = await import('./store-demo.js');
    await storeDemo(store, by);
  }
  return {
    ...DEMO_IDS,
    ...((await liveKeys(store, database)) ?? (await makeKeys(store, by, database))),
  };
}

/** Loads the demo for serving commands. If the database has only other organizations, reports that and continues. */
export async function loadDemoIfNew(cli: Cli, store: Store, database: string): Promise<Demo | undefined> {
  const demo = await loadDemo(store, systemIds, systemClock, database);
  if (!demo) cli.output.err('this database already has other organizations: the demo was not loaded');
  return demo;
}

/**
 * Reads the keys of a database that has a demo.
 * @throws Error when there are none
 */
export function readDemoKeys(database: string): z.output<typeof demoKeys> {
  return demoKeys.parse(JSON.parse(readFileSync(demoKeyFile(database), 'utf8')));
}

/** Returns the keys in the file if the database has them: the file may belong to an earlier database of this name. */
async function liveKeys(store: Store, database: string) {
  if (!existsSync(demoKeyFile(database))) return undefined;
  const keys = readDemoKeys(database);
  const found = await store.findKeyByHash(hashSecret(keys.deployment_key));
  return found && found.key.revoked_at === null ? keys : undefined;
}

async function makeKeys(store: Store, by: Author, database: string) {
  const { organization_id, deployment_id } = DEMO_IDS;
  const deployment = buildNewKey(by, { kind: 'deployment', organization_id, deployment_id }, { name: 'demo' });
  const owner = { kind: 'organization', organization_id, deployment_id: null } as const;
  const scopes = [
    ...KEY_SCOPES.organization.granted,
    'orders:read',
    'orders:fulfill',
    'orders:money',
    'privacy',
  ] as const;
  const organization = buildNewKey(by, owner, { name: 'demo', scopes });
  await store.update(() => ({ writes: [...deployment.writes, ...organization.writes], result: undefined }));
  const keys = { deployment_key: deployment.key, organization_key: organization.key };
  // The file is renamed into place, so that no process reads a partial one.
  const file = demoKeyFile(database);
  writeFileSync(`${file}.${process.pid}`, `${JSON.stringify(keys, null, 2)}\n`, { mode: 0o600 });
  renameSync(`${file}.${process.pid}`, file);
  return keys;
}
