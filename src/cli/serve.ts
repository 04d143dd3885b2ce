import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Command } from 'commander';
import { defaultParts, makePortalApp } from '../app.js';
import { type Config, listeningUrl, readConfig, shownDatabase } from '../config.js';
import { makeLog } from '../log.js';
import { makePortalServer } from '../server.js';
import { openTracing } from '../tracing/open-tracing.js';
import { type Cli, commandWith, flagsOf, LIMIT_SETTINGS } from './command.js';
import { loadDemoIfNew } from './demo-shop.js';
import { DESCRIPTIONS } from './descriptions.js';
import { CommandError } from './output.js';
import { announceServing } from './serving-file.js';
import { startText } from './start-text.js';
import { warnOfLogName, warnOfReachableDemo, warnOfReadableSecrets, warnOfTestAccounts } from './start-warnings.js';

/** Time for requests in flight after SIGTERM, in milliseconds. */
const GRACE = 15_000;
/** Interval between checks for idle connections, in milliseconds. */
const SWEEP_EVERY = 20;

export function serveCommand(cli: Cli): Command {
  return commandWith('serve', DESCRIPTIONS.serve, [
    'database',
    'databaseConnections',
    'host',
    'port',
    'publicUrl',
    'logLevel',
    ...LIMIT_SETTINGS,
    'allowedHosts',
    'publicMetrics',
    'metricsPort',
    'metricsHost',
    'trustedProxies',
    'openRate',
    'maxConnections',
    'maxRequests',
    'maxStreams',
    'addressShare',
    'keyShare',
    'maxUnanswered',
    'maxBodyMib',
    'writeWaitSeconds',
    'organizationRate',
    'requestSeconds',
    'cartRetentionDays',
    'keyGraceDays',
    'receiptMaxAgeDays',
    'logKey',
    'logName',
    'logSigned',
    'upgradeCopy',
    'media',
    'localAddresses',
    'publicLogs',
    'checkpointSeconds',
    'witnessPolicy',
    'witnessRequired',
  ])
    .option('--demo', 'create the database if absent, and load the demo shop on the first start')
    .action((options: { demo?: boolean }) => serve(cli, readConfig(cli.env, flagsOf(options)), options.demo === true));
}

/** Serves until stopped, then finishes the requests in flight and closes the database. */
async function serve(cli: Cli, config: Config, demo: boolean): Promise<void> {
  const log = makeLog(config.logLevel);
  let url = config.publicUrl ?? '';
  const parts = { ...(await defaultParts(config)), tracing: await openTracing(cli.env) };
  const app = await makePortalApp(config, { publicUrl: () => url, create: demo }, log, parts);
  try {
    const loaded = demo ? await loadDemoIfNew(cli, app.store, config.files) : undefined;
    warnOfReadableSecrets(config, log);
    warnOfReachableDemo(config, log);
    warnOfLogName(app.store.logName, config, log);
    await warnOfTestAccounts(app.handlers, app.store, log);
    const keys = loaded && [loaded.deployment_key, loaded.organization_key];
    const { server, metricsServer, metrics, demoPath, close } = makePortalServer(app, config, keys);
    metrics.watchProcess();
    // After the stop, each response closes its connection: a busy client would keep it open, and with it the process.
    server.prependListener('request', (_request, response) => {
      if (cli.stop.aborted) response.setHeader('connection', 'close');
    });
    const port = await listen(server, config);
    if (metricsServer) {
      const own = { host: config.metricsHost, port: config.metricsPort ?? 0 };
      log.info('metrics_listening', { host: own.host, port: await listen(metricsServer, own) });
    }
    url ||= listeningUrl(config.host, port);
    const unannounce = announceServing(config.files, url);
    const urls = { listening: listeningUrl(config.host, port), public: url };
    cli.output.out(startText(urls, shownDatabase(config.database), loaded && { ...loaded, path: demoPath ?? '' }));
    log.info('listening', { host: config.host, port });
    cli.onStarted?.();
    const stop = AbortSignal.any([cli.stop, app.moved]);
    if (!stop.aborted) await once(stop, 'abort');
    unannounce();
    log.info('stopping');
    await close();
    await closeServer(server);
    metricsServer?.close();
    metricsServer?.closeAllConnections();
  } finally {
    await app.close();
  }
  log.info('stopped');
  app.moved.throwIfAborted();
}

async function listen(server: Server, { host, port }: Pick<Config, 'host' | 'port'>): Promise<number> {
  server.listen(port, host);
  try {
    await once(server, 'listening');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE')
      throw new CommandError(
        `cannot listen on ${host}:${port}: another program uses this port; end it, or choose another port with --port`,
      );
    const why = error instanceof Error ? error.message : String(error);
    throw new CommandError(`cannot listen on ${host}:${port}: ${why}`);
  }
  const address: AddressInfo | string | null = server.address();
  return typeof address === 'object' && address !== null ? address.port : port;
}

async function closeServer(server: Server): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  const sweep = setInterval(() => server.closeIdleConnections(), SWEEP_EVERY);
  const deadline = setTimeout(() => server.closeAllConnections(), GRACE);
  await closed;
  clearInterval(sweep);
  clearTimeout(deadline);
}
