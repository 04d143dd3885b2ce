import type { Command } from 'commander';
import { type Config, readConfig } from '../config.js';
import { makeLog } from '../log.js';
import { serveOnStdio } from '../mcp/stdio.js';
import { type Cli, commandWith, flagsOf, LIMIT_SETTINGS } from './command.js';
import { DESCRIPTIONS } from './descriptions.js';
import type { StdioOptions } from './stdio-portal.js';

export function stdioCommand(cli: Cli): Command {
  return commandWith('stdio', DESCRIPTIONS.stdio, [
    'database',
    'publicUrl',
    'logLevel',
    ...LIMIT_SETTINGS,
    'cartRetentionDays',
    'keyGraceDays',
    'receiptMaxAgeDays',
    'logKey',
    'media',
    'logName',
    'logSigned',
    'checkpointSeconds',
  ])
    .option('--demo', 'create the database if absent, and load the demo shop on the first start')
    .option('--owner', 'without an API key, allow every operation (default: shopping only)')
    .option('--structured', 'for clients that run code: output schemas, and structured content beside the text')
    .addHelpText('after', '\nEnvironment: PORTAL_API_KEY, PORTAL_BUYER_ID, and without a key PORTAL_DEPLOYMENT.')
    .action((options: StdioOptions) =>
      stdio(cli, readConfig(cli.env, flagsOf(options), { logLevel: 'warn' }), options),
    );
}

/** Serves one client. This file imports no module that only operations need: these load after the first response. */
async function stdio(cli: Cli, config: Config, options: StdioOptions): Promise<void> {
  const log = makeLog(config.logLevel);
  const open = async () => {
    const { openStdioPortal } = await import('./stdio-portal.js');
    return openStdioPortal(cli, config, options, log);
  };
  await serveOnStdio(cli.streams, open, log, cli.stop);
}
