import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { systemClock, systemIds } from '../app.js';
import { hashKey } from '../calls/api-key.js';
import { KEY_SCOPES } from '../domain/tenant/tenant.js';
import type { RowProblem } from '../operations/shop/check-items.js';
import { EXPLICIT, itemWrites, planItems } from '../operations/shop/plan-items.js';
import { buildNewKey } from '../operations/tenancy/key-writes.js';
import { newAgent, newConsumer, newDeployment, newOrganization, newShop } from '../operations/tenancy/provision.js';
import { PACKAGE_ROOT } from '../package-root.js';
import { type Clock, type Ids, insertWrite, type Store, type Write } from '../ports.js';
import type { Author } from '../records/audit.js';
import { demoShop } from '../schema/demo.js';
import { discountEntry } from '../schema/discount.js';
import type { Cli } from './command.js';
import { readItems } from './read-items.js';

const FOLDER = join(PACKAGE_ROOT, 'db', 'demo');

/** Fixed ids, so that loading the demo twice, even concurrently, creates one shop. */
export const DEMO_IDS = {
  organization_id: 'org_01930000-0000-7000-8000-000000000001',
  shop_id: 'shop_01930000-0000-7000-8000-000000000002',
  deployment_id: 'dep_01930000-0000-7000-8000-000000000003',
  agent_id: 'agt_01930000-0000-7000-8000-000000000004',
  consumer_id: 'con_01930000-0000-7000-8000-000000000005',
};

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
  if (!loaded) await load(store, by);
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

async function load(store: Store, by: Author): Promise<void> {
  const items = demoItems();
  await store.update((rows) => {
    // Another process may have loaded the demo meanwhile.
    if (rows.get('organization', DEMO_IDS.organization_id)) return { writes: [], result: undefined };
    const { planned, refused } = planItems(rows, DEMO_IDS.shop_id, items, EXPLICIT);
    assertNone(refused);
    const catalog = itemWrites(by, DEMO_IDS.shop_id, planned);
    return { writes: [...tenantWrites(by), ...catalog, ...discountWrites(by)], result: undefined };
  });
}

function tenantWrites(by: Author): Write[] {
  const { organization_id } = DEMO_IDS;
  const { settings, name, description } = demoShop.parse(readJson('shop.json'));
  const shop = {
    ...newShop(by, organization_id, { name, description, settings, demo: true }),
    id: DEMO_IDS.shop_id,
  };
  const agent = newAgent(by, organization_id, { name: 'Demo agent', description: null });
  const consumer = newConsumer(by, organization_id, { name: 'Demo consumer', description: null });
  return [
    insertWrite('organization', { ...newOrganization(by, name), id: organization_id }),
    insertWrite('shop', shop),
    insertWrite('deployment', { ...newDeployment(by, shop, name), id: DEMO_IDS.deployment_id }),
    insertWrite('agent', { ...agent, id: DEMO_IDS.agent_id }),
    insertWrite('consumer', { ...consumer, id: DEMO_IDS.consumer_id }),
  ];
}

function discountWrites({ now }: Author): Write[] {
  return z
    .array(discountEntry)
    .parse(readJson('discounts.json'))
    .map((discount) =>
      insertWrite('discount', { ...discount, shop_id: DEMO_IDS.shop_id, created_at: now, updated_at: now, version: 0 }),
    );
}

function demoItems() {
  const { rows, refused } = readItems(join(FOLDER, 'items.csv'), { format: 'portal', currency: 'USD', now: 0 });
  assertNone(refused);
  return rows.at(rows.places());
}

function assertNone([first]: readonly RowProblem[]): void {
  if (first) throw new Error(`db/demo/items.csv row ${first.row}: ${first.problem}`);
}

function readJson(file: string): unknown {
  return JSON.parse(readFileSync(join(FOLDER, file), 'utf8'));
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
  const row = await store.findKeyByHash(hashKey(keys.deployment_key));
  return row && row.revoked_at === null ? keys : undefined;
}

async function makeKeys(store: Store, by: Author, database: string) {
  const { organization_id, deployment_id } = DEMO_IDS;
  const deployment = buildNewKey(by, { kind: 'deployment', organization_id, deployment_id }, { name: 'demo' });
  const owner = { kind: 'organization', organization_id, deployment_id: null } as const;
  const scopes = [...KEY_SCOPES.organization.granted, 'orders:read', 'privacy'] as const;
  const organization = buildNewKey(by, owner, { name: 'demo', scopes });
  await store.update(() => ({ writes: [...deployment.writes, ...organization.writes], result: undefined }));
  const keys = { deployment_key: deployment.key, organization_key: organization.key };
  // The file is renamed into place, so that no process reads a partial one.
  const file = demoKeyFile(database);
  writeFileSync(`${file}.${process.pid}`, `${JSON.stringify(keys, null, 2)}\n`, { mode: 0o600 });
  renameSync(`${file}.${process.pid}`, file);
  return keys;
}
