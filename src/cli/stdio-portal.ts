import { defaultParts, makePortalApp, type PortalApp } from '../app.js';
import { buyerProblem } from '../calls/authenticate.js';
import { type Config, listeningUrl } from '../config.js';
import { type Caller, type Deployment, SCOPES } from '../domain/tenant/tenant.js';
import type { Log } from '../log.js';
import type { McpCaller } from '../mcp/mcp-caller.js';
import type { StdioPortal } from '../mcp/stdio.js';
import { openTracing } from '../tracing/open-tracing.js';
import type { Cli } from './command.js';
import { loadDemoIfNew } from './demo-shop.js';
import { CommandError } from './output.js';
import { type OwnPages, serveOwnPages } from './own-pages.js';
import { servingUrl } from './serving-file.js';
import { warnOfReadableSecrets } from './start-warnings.js';

export type StdioOptions = { readonly [Name in 'demo' | 'owner' | 'structured']?: boolean };

/**
 * Opens the database for one client. Links lead to `PORTAL_PUBLIC_URL`, else to a `portal serve` on the same database,
 * else to pages served by this process.
 * @throws Error when the database cannot be opened or the caller is unknown
 */
export async function openStdioPortal(cli: Cli, config: Config, options: StdioOptions, log: Log): Promise<StdioPortal> {
  let pages: OwnPages | undefined;
  const publicUrl = () =>
    config.publicUrl ?? servingUrl(config.files) ?? pages?.url ?? listeningUrl(config.host, config.port);
  const parts = { ...(await defaultParts(config)), tracing: await openTracing(cli.env) };
  const app = await makePortalApp(config, { publicUrl, create: options.demo === true }, log, parts);
  const close = async () => {
    await pages?.close();
    await app.close();
  };
  try {
    if (options.demo) await loadDemoIfNew(cli, app.store, config.files);
    warnOfReadableSecrets(config, log);
    const speaker = await speakerOf(app, config, options.owner === true);
    const handlers = app.makeMcpHandlers({ ...speaker, structured: options.structured === true });
    if (config.publicUrl === undefined) pages = await serveOwnPages(app, config);
    cli.onStarted?.();
    return { handlers, moved: app.moved, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/**
 * A configured key is checked on every call, so that revocation works immediately. Without a key, calls have the scopes
 * for shopping, or all scopes if `owner` is true.
 */
async function speakerOf(app: PortalApp, config: Config, owner: boolean): Promise<McpCaller> {
  const { apiKey, buyerId } = config;
  if (apiKey !== undefined) {
    const authenticate = () => app.authenticate({ key: apiKey, buyerId, address: undefined });
    await authenticate();
    return { authenticate };
  }
  const deployment = await deploymentOf(app, config);
  const problem = buyerProblem({ buyer_required: false }, buyerId);
  const caller: Caller = {
    id: 'stdio',
    scopes: new Set(owner ? SCOPES : ['commerce', 'receipts:write']),
    organization_id: deployment.organization_id,
    deployment,
    buyer_id: buyerId ?? null,
    ...(problem && { buyer_problem: problem }),
  };
  return { authenticate: async () => caller };
}

async function deploymentOf({ store }: PortalApp, { deployment: wanted }: Config): Promise<Deployment> {
  if (wanted !== undefined) {
    const named = await store.read((rows) => rows.get('deployment', wanted));
    if (named) return named;
    throw new CommandError(`PORTAL_DEPLOYMENT does not name a deployment of this database: ${wanted}`);
  }
  const { entries } = await store.list('all_deployments', {}, undefined, 2);
  const [only, ...others] = entries;
  if (!only)
    throw new CommandError('this database has no deployment: create one with `portal orgs create NAME --shop NAME`');
  if (others.length > 0)
    throw new CommandError(
      'this database has several deployments: name one in PORTAL_DEPLOYMENT, or a key in PORTAL_API_KEY',
    );
  return only;
}
