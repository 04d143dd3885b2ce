import type { Command } from 'commander';
import { makePortalApp, type PortalApp } from '../app.js';
import { buyerProblem } from '../calls/authenticate.js';
import { type Config, listeningUrl, readConfig } from '../config.js';
import { type Caller, type Deployment, SCOPES } from '../domain/tenant/tenant.js';
import { makeLog } from '../log.js';
import type { Speaker } from '../mcp/server.js';
import { serveOnStdio } from '../mcp/stdio.js';
import { type Cli, commandWith, flagsOf } from './command.js';
import { loadDemoIfNew } from './demo-shop.js';
import { CommandError } from './output.js';
import { warnOfReadableSecrets } from './start-warnings.js';

type Options = { readonly [Name in 'demo' | 'owner' | 'structured']?: boolean };

export function stdioCommand(cli: Cli): Command {
  return commandWith('stdio', 'serve MCP on stdin and stdout for one client', [
    'database',
    'publicUrl',
    'logLevel',
    'rateLimit',
    'answerQuota',
    'cartRetentionDays',
    'keyGraceDays',
    'receiptMaxAgeDays',
    'logKey',
    'logName',
  ])
    .option('--demo', 'create the database when it is absent, and load the demo shop on the first start')
    .option('--owner', 'without an API key, allow every operation (default: shopping only)')
    .option('--structured', 'for clients that run code: output schemas, and structured content beside the text')
    .addHelpText('after', '\nEnvironment: PORTAL_API_KEY, PORTAL_BUYER_ID, and without a key PORTAL_DEPLOYMENT.')
    .action((options: Options) => stdio(cli, readConfig(cli.env, flagsOf(options), { logLevel: 'warn' }), options));
}

async function stdio(cli: Cli, config: Config, options: Options): Promise<void> {
  const log = makeLog(config.logLevel);
  const publicUrl = config.publicUrl ?? listeningUrl(config.host, config.port);
  const app = await makePortalApp(config, { publicUrl: () => publicUrl, create: options.demo === true }, log);
  try {
    if (options.demo) await loadDemoIfNew(cli, app.store, config.database);
    warnOfReadableSecrets(config, log);
    const speaker = await speakerOf(app, config, options.owner === true);
    await serveOnStdio(app.makeMcpServer, { ...speaker, structured: options.structured === true }, log, cli.stop);
  } finally {
    await app.close();
  }
}

/** With a key, every call checks it, so that a revoked one is refused at once; without a key, calls act for the owner of the file. */
async function speakerOf(app: PortalApp, config: Config, owner: boolean): Promise<Speaker> {
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
