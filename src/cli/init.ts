import type { Command } from 'commander';
import { readConfig, shownDatabase } from '../config.js';
import { openStore } from '../store/open-store.js';
import { systemClock, systemIds } from '../system.js';
import { type Cli, commandWith, flagsOf } from './command.js';
import { loadDemo } from './demo-shop.js';
import { DESCRIPTIONS } from './descriptions.js';
import { CommandError } from './output.js';
import { upgradeSteps } from './progress.js';

export function initCommand(cli: Cli): Command {
  return commandWith('init', DESCRIPTIONS.init, ['database', 'logKey', 'logName', 'logSigned', 'upgradeCopy'])
    .option('--demo', 'load the demo shop')
    .option('--json', 'print the ids and keys as JSON')
    .action(async (options: { demo?: boolean; json?: boolean }) => {
      const { database, files, logKey, logName, logSigned, upgradeCopy } = readConfig(cli.env, flagsOf(options));
      const shown = shownDatabase(database);
      const store = await openStore(database, {
        create: true,
        needsLogKey: false,
        files,
        logKey,
        logName,
        logSigned,
        upgradeCopy,
        onUpgrade: upgradeSteps(cli.output),
      });
      try {
        const demo = options.demo ? await loadDemo(store, systemIds, systemClock, files) : undefined;
        if (options.demo && !demo)
          throw new CommandError(
            `${shown} already has other organizations: the demo is loaded only into a new database`,
          );
        const made = { database: shown, ...demo };
        if (options.json) cli.output.out(JSON.stringify(made));
        else
          cli.output.out(
            Object.entries(made)
              .map(([name, value]) => `${name.padEnd(18)} ${value}`)
              .join('\n'),
          );
      } finally {
        await store.close();
      }
    });
}
