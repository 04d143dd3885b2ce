import type { Shop } from '../domain/shop/shop.js';
import type { Deployment } from '../domain/tenant/tenant.js';
import type { StoreReader } from '../ports.js';

/** Path of the MCP endpoint of the default deployment. Those of the others are below it. */
export const MCP_PATH = '/mcp';

/** A protected resource: the MCP endpoint of a deployment. */
export interface Resource {
  /** Path, which is the audience of tokens (RFC 8707) without the portal's public URL. */
  readonly path: string;
  readonly deployment: Deployment;
  readonly shop: Shop;
}

export interface ResourcesDeps {
  readonly store: StoreReader;
  /** Id of the deployment behind plain `/mcp`; if absent, the only deployment is. */
  readonly defaultDeployment: string | undefined;
}

/** Finds the resource at a path of the portal; `undefined` if there is none. */
export async function findResource(deps: ResourcesDeps, path: string): Promise<Resource | undefined> {
  const id = path === MCP_PATH ? await defaultOf(deps) : /^\/mcp\/([\w-]{1,128})$/.exec(path)?.[1];
  if (id === undefined) return undefined;
  return deps.store.read((rows) => {
    const deployment = rows.get('deployment', id);
    const shop = deployment && rows.get('shop', deployment.shop_id);
    return shop && { path, deployment, shop };
  });
}

async function defaultOf({ store, defaultDeployment }: ResourcesDeps): Promise<string | undefined> {
  if (defaultDeployment !== undefined) return defaultDeployment;
  const { entries } = await store.list('all_deployments', {}, undefined, 2);
  return entries.length === 1 ? entries[0]?.id : undefined;
}
