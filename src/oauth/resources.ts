import type { Shop } from '../domain/shop/shop.js';
import { LINKED_PATH } from '../domain/tenant/linked-scopes.js';
import type { ApiKey, Deployment } from '../domain/tenant/tenant.js';
import { ucpBaseUrl } from '../domain/tenant/ucp.js';
import { parsedUrl } from '../parsed-url.js';
import type { Rows, StoreReader } from '../ports.js';

/** Path of the MCP endpoint of the default deployment. Those of the others are below it. */
export const MCP_PATH = '/mcp';

/** A protected resource: the MCP endpoint of a deployment, or its endpoints for UCP platforms. */
export interface Resource {
  readonly path: string;
  /** Audience of its tokens (RFC 8707). */
  readonly url: string;
  readonly deployment: Deployment;
  readonly shop: Shop;
}

/** A deployment that UCP platforms reach. */
interface UcpSite {
  readonly deployment: Deployment;
  /** Base URL without a trailing slash. */
  readonly base: string;
}

export interface McpResourcesDeps {
  readonly store: StoreReader;
  /** Id of the deployment behind plain `/mcp`; if absent, the only deployment is. */
  readonly defaultDeployment: string | undefined;
  readonly publicUrl: () => string;
}

export interface ResourcesDeps extends McpResourcesDeps {
  /** Finds the deployment that UCP platforms reach at a host name. */
  findSite(host: string): Promise<UcpSite | undefined>;
}

/** Finds the MCP endpoint at a path of the portal; `undefined` if there is none. */
export async function findMcpResource(deps: McpResourcesDeps, path: string): Promise<Resource | undefined> {
  const id = path === MCP_PATH ? await defaultOf(deps) : /^\/mcp\/([\w-]{1,128})$/.exec(path)?.[1];
  if (id === undefined) return undefined;
  return deps.store.read((rows) => {
    const deployment = rows.get('deployment', id);
    const shop = deployment && rows.get('shop', deployment.shop_id);
    return shop && { path, url: `${deps.publicUrl()}${path}`, deployment, shop };
  });
}

/** Finds the resource of the shop that UCP platforms reach at a host; `undefined` if there is none. */
export async function findUcpResource(deps: ResourcesDeps, host: string): Promise<Resource | undefined> {
  const site = await deps.findSite(host);
  if (!site) return undefined;
  const { deployment, base } = site;
  const shop = await deps.store.read((rows) => rows.get('shop', deployment.shop_id));
  return shop && { path: LINKED_PATH, url: `${base}${LINKED_PATH}`, deployment, shop };
}

/** Finds the resource with a URL; `undefined` if there is none. */
export async function findNamedResource(deps: ResourcesDeps, named: string): Promise<Resource | undefined> {
  const url = parsedUrl(named);
  if (url?.pathname === LINKED_PATH) {
    const found = await findUcpResource(deps, url.hostname);
    return found?.url === named ? found : undefined;
  }
  const base = deps.publicUrl();
  return named.startsWith(`${base}/`) ? findMcpResource(deps, named.slice(base.length)) : undefined;
}

/** Returns the base URL of the only resource that accepts the tokens of a grant, which is their issuer too. */
export function audienceBaseOf(
  rows: Rows,
  { deployment_id, grant }: Pick<ApiKey, 'deployment_id' | 'grant'>,
  publicUrl: string,
): string {
  const isUcp = grant?.resource === LINKED_PATH && deployment_id !== null;
  const ucp = isUcp ? rows.get('deployment', deployment_id)?.ucp : undefined;
  return ucp ? ucpBaseUrl(ucp, publicUrl) : publicUrl;
}

/**
 * Returns the issuer at a host: at a shop's own host it is the shop, since UCP platforms expect the issuer of a shop
 * there. Elsewhere it is the portal.
 */
export async function issuerAt(deps: ResourcesDeps, host: string): Promise<string> {
  const site = await deps.findSite(host);
  return site && new URL(site.base).hostname === host ? site.base : deps.publicUrl();
}

async function defaultOf({ store, defaultDeployment }: McpResourcesDeps): Promise<string | undefined> {
  if (defaultDeployment !== undefined) return defaultDeployment;
  const { entries } = await store.list('all_deployments', {}, undefined, 2);
  return entries.length === 1 ? entries[0]?.id : undefined;
}
