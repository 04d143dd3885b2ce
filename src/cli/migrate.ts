import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Command } from 'commander';
import { copyNew, SECRET } from '../backup/files.js';
import { type Config, isDatabaseUrl, readConfig, shownDatabase } from '../config.js';
import { pluralize } from '../domain/values/pluralize.js';
import { copyOf, copySigned, neededMigrations, openStore } from '../store/open-store.js';
import { checkDatabase, checkedPartText } from './check-database.js';
import { type Cli, commandWith, flagsOf } from './command.js';
import { DESCRIPTIONS } from './descriptions.js';
import { CommandError } from './output.js';
import { placesOf } from './places.js';
import { progress, upgradeSteps } from './progress.js';

interface MigrateOptions {
  readonly dryRun?: boolean;
  readonly json?: boolean;
}

interface Migrated {
  readonly database: string;
  readonly migrations: readonly string[];
  readonly milliseconds: number;
}

export function migrateCommand(cli: Cli): Command {
  return commandWith('migrate', DESCRIPTIONS.migrate, ['database', 'logKey', 'logSigned', 'upgradeCopy'])
    .option('--dry-run', 'migrate and check a temporary copy; the database does not change')
    .option('--json', 'print the result as JSON')
    .action(async (options: MigrateOptions) => {
      const config = readConfig(cli.env, flagsOf({ ...options }));
      if (options.dryRun) placesOf(config);
      const migrations = await neededMigrations(config.database);
      const began = performance.now();
      if (migrations.length > 0) await (options.dryRun ? tryOut(cli, config) : upgrade(cli, config));
      const done = {
        database: shownDatabase(config.database),
        migrations,
        milliseconds: Math.round(performance.now() - began),
      };
      cli.output.out(options.json ? JSON.stringify(done) : textOf(done, options.dryRun === true));
    });
}

async function upgrade(cli: Cli, { database, files, logKey, logSigned, upgradeCopy }: Config): Promise<void> {
  const onUpgrade = upgradeSteps(cli.output);
  const store = await openStore(database, {
    create: isDatabaseUrl(database),
    needsLogKey: false,
    files,
    logKey,
    logSigned,
    upgradeCopy,
    onUpgrade,
  });
  await store.close();
}

/** Upgrades and checks a copy in a private folder beside the database, on the disk that an upgrade would use. */
async function tryOut(cli: Cli, config: Config): Promise<void> {
  const places = placesOf(config);
  const folder = mkdtempSync(`${config.database}.migrate-`);
  try {
    const [database, logKey, logSigned] = [join(folder, 'portal.db'), join(folder, 'key'), join(folder, 'signed')];
    // The upgrade creates a log key if the database is older than the receipt logs.
    if (existsSync(places.logKey)) await copyNew(places.logKey, logKey, SECRET);
    copySigned(places.signed, logSigned);
    await copyOf(places.database, database, progress(cli.output, 'copied pages'));
    await upgrade(cli, { ...config, database, files: database, logKey, logSigned, upgradeCopy: false });
    const parts = await checkDatabase(cli.output, { database, logKey, logSigned });
    const wrong = parts.filter(({ faults }) => faults.length > 0);
    if (wrong.length > 0)
      throw new CommandError(['after the upgrade the copy is not valid:', ...wrong.map(checkedPartText)].join('\n'));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function textOf({ database, migrations, milliseconds }: Migrated, isDry: boolean): string {
  if (migrations.length === 0) return `${database} has the schema of this program`;
  const took = `${pluralize(migrations.length, 'migration')}, ${milliseconds} ms`;
  const head = isDry ? `${database} would be upgraded, and its copy is valid afterwards` : `${database} is upgraded`;
  return [`${head}: ${took}`, ...migrations.map((name) => `  ${name}`)].join('\n');
}
