import { expect } from 'vitest';
import { KEY_SCOPES } from '../../src/domain/tenant/tenant.js';
import { registryCaller } from '../actors/registry-caller.js';
import { organizationKey } from '../e2e/database-file.js';
import { run } from '../support/program.js';

/**
 * Creates an organization in a database, which a portal may be serving. Returns a key with all scopes of its kind.
 * `env`: settings of a portal whose files are not next to its database.
 */
export async function newOrganization(
  database: string,
  name: string,
  env: Readonly<Record<string, string>> = {},
): Promise<string> {
  return (await createOrganization(database, name, env)).key;
}

export interface OrganizationKey {
  readonly organization_id: string;
  readonly key: string;
}

/** Like `newOrganization`, with a log that anyone can read. */
export async function newPublicOrganization(
  database: string,
  name: string,
  env: Readonly<Record<string, string>> = {},
): Promise<OrganizationKey> {
  const created = await createOrganization(database, name, env);
  const settings = ['orgs', 'set', created.organization_id, '--public-log', '1'];
  const { code, stderr } = await run(settings, { ...env, PORTAL_DB: database });
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  return created;
}

async function createOrganization(
  database: string,
  name: string,
  env: Readonly<Record<string, string>>,
): Promise<OrganizationKey> {
  const { organization_id } = await made(['orgs', 'create', name], database, env);
  return { organization_id, key: await newKey(database, '--organization', organization_id, env) };
}

/** Creates a key with all scopes of its kind. `env`: settings of a portal whose files are not next to its database. */
export async function newKey(
  database: string,
  owner: '--organization' | '--deployment',
  id: string,
  env: Readonly<Record<string, string>> = {},
): Promise<string> {
  const kind = owner === '--organization' ? 'organization' : 'deployment';
  const scopes = KEY_SCOPES[kind].allowed.join(',');
  return (await made(['keys', 'create', owner, id, '--scopes', scopes], database, env)).key;
}

async function made(args: readonly string[], database: string, env: Readonly<Record<string, string>> = {}) {
  const { code, stdout, stderr } = await run([...args, '--json'], { ...env, PORTAL_DB: database });
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  return JSON.parse(stdout);
}

/** Finds the shop and the deployment of a served demo. */
export async function demoParties(url: string, database: string) {
  const owner = registryCaller(() => url, organizationKey(database));
  const [shop] = await owner.ok('list_shops', {});
  const [deployment] = await owner.ok('list_deployments', { shop_id: shop.id });
  return { shop_id: String(shop.id), deployment_id: String(deployment.id) };
}
