import { Command, CommanderError } from 'commander';
import { ConfigError, otherSettings, SETTINGS } from '../config.js';
import { PortalError } from '../domain/errors/portal-error.js';
import { DatabaseFault, type DatabaseFaultReason, LogRefusal } from '../ports.js';
import { VERSION } from '../version.js';
import type { Cli } from './command.js';
import { type CommandName, DESCRIPTIONS } from './descriptions.js';
import { type CommandTable, loadCommands } from './load-commands.js';
import { CommandError, OutputClosed } from './output.js';

/**
 * Runs a command and returns its exit code: 0 for success, 1 for failure, 2 for wrong usage, one of `FAULT_CODES`, or a
 * code that only this command has (docs/running.md, Exit codes).
 */
export async function runProgram(argv: readonly string[], cli: Cli): Promise<number> {
  const program = new Command('portal')
    .description('Commerce and Attestation Portal: AI agents shop and prove their work, over MCP and HTTP.')
    .version(VERSION)
    .showHelpAfterError('(add --help for usage)');
  for (const command of await commandsFor(argv, cli)) program.addCommand(command);
  throwInsteadOfExit(program, cli);
  for (const name of await unknownNames(cli.env)) cli.output.err(`warning: ${name} is not a setting of the portal`);
  if (!STARTS_LATER.has(argv[0] ?? '')) cli.onStarted?.();
  try {
    await program.parseAsync(argv, { from: 'user' });
    return 0;
  } catch (error) {
    return exitCode(error, cli);
  }
}

/** Commands load lazily, so that `stdio` does not load express, which only `serve` needs. */
const COMMANDS: CommandTable<CommandName> = {
  serve: async (cli) => (await import('./serve.js')).serveCommand(cli),
  stdio: async (cli) => (await import('./stdio.js')).stdioCommand(cli),
  init: async (cli) => (await import('./init.js')).initCommand(cli),
  migrate: async (cli) => (await import('./migrate.js')).migrateCommand(cli),
  'migrate-data': async (cli) => (await import('./migrate-data.js')).migrateDataCommand(cli),
  orgs: async (cli) => (await import('./orgs.js')).orgsCommand(cli),
  grants: async (cli) => (await import('./grants.js')).grantsCommand(cli),
  clients: async (cli) => (await import('./clients.js')).clientsCommand(cli),
  keys: async (cli) => (await import('./keys.js')).keysCommand(cli),
  staff: async (cli) => (await import('./staff.js')).staffCommand(cli),
  shop: async (cli) => (await import('./shop.js')).shopCommand(cli),
  shops: async (cli) => (await import('./shops.js')).shopsCommand(cli),
  payments: async (cli) => (await import('./payments.js')).paymentsCommand(cli),
  discounts: async (cli) => (await import('./discounts.js')).discountsCommand(cli),
  orders: async (cli, args) => (await import('./orders.js')).ordersCommand(cli, args),
  summary: async (cli) => (await import('./summary.js')).summaryCommand(cli),
  privacy: async (cli) => (await import('./privacy.js')).privacyCommand(cli),
  audit: async (cli) => (await import('./audit.js')).auditCommand(cli),
  receipt: async (cli) => (await import('./receipt/receipt.js')).receiptCommand(cli),
  log: async (cli) => (await import('./log.js')).logCommand(cli),
  items: async (cli) => (await import('./items.js')).itemsCommand(cli),
  import: async (cli) => (await import('./import.js')).importCommand(cli),
  compact: async (cli) => (await import('./compact.js')).compactCommand(cli),
  backup: async (cli) => (await import('./backup.js')).backupCommand(cli),
  restore: async (cli) => (await import('./restore.js')).restoreCommand(cli),
  check: async (cli) => (await import('./check.js')).checkCommand(cli),
  ucp: async (cli) => (await import('./ucp.js')).ucpCommand(cli),
  webhooks: async (cli) => (await import('./webhooks/webhooks.js')).webhooksCommand(cli),
  mail: async (cli) => (await import('./mail/mail.js')).mailCommand(cli),
  media: async (cli) => (await import('./media.js')).mediaCommand(cli),
};

/** Creates the command that the arguments name; else, for help and errors, all of them by name and description alone. */
async function commandsFor(argv: readonly string[], cli: Cli): Promise<Command[]> {
  const named = argv[0] === 'help' ? argv.slice(1) : argv;
  if (Object.hasOwn(COMMANDS, named[0] ?? '')) return loadCommands(COMMANDS, named, cli);
  return Object.entries(DESCRIPTIONS).map(([name, description]) => new Command(name).description(description));
}

/** Commands that load more after they were called, and then say themselves that they have started. */
const STARTS_LATER = new Set(['serve', 'stdio']);

/** Unknown variables that start with PORTAL_ and are probably misspelled. */
async function unknownNames(env: Cli['env']): Promise<string[]> {
  const names = Object.keys(otherSettings(env));
  if (names.length === 0) return [];
  const { settingsOfHandlers } = await import('../payments/handlers/load-handlers.js');
  // A command that needs the handlers reports why one of them cannot be loaded; its settings are not known here.
  const known = await settingsOfHandlers(env[SETTINGS.handlers.env]).catch(() => undefined);
  return known ? names.filter((name) => !known.has(name)) : [];
}

/** Makes commander throw instead of exiting, since the database may be open. */
function throwInsteadOfExit(command: Command, cli: Cli): void {
  command.exitOverride();
  command.configureOutput({
    writeOut: (text) => cli.output.out(text.trimEnd()),
    writeErr: (text) => cli.output.err(text.trimEnd()),
  });
  for (const child of command.commands) throwInsteadOfExit(child, cli);
}

/** Exit codes when a database cannot be opened, or can no longer be used. */
const FAULT_CODES: Readonly<Record<DatabaseFaultReason, number>> = {
  no_database: 3,
  foreign: 4,
  newer: 5,
  bare: 7,
  moved: 8,
  disk: 10,
  corrupted: 11,
};

/** Returns the text of an error. For a rejected log, this is the reason, which operators see but API callers do not. */
function textOf(error: unknown): string {
  if (error instanceof PortalError) return error.cause instanceof LogRefusal ? error.cause.message : error.detail;
  return error instanceof Error ? error.message : String(error);
}

function exitCode(error: unknown, { output }: Cli): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
  if (error instanceof OutputClosed) return 0;
  output.err(`portal: ${textOf(error)}`);
  if (error instanceof DatabaseFault) return FAULT_CODES[error.reason];
  if (error instanceof CommandError) return error.exitCode;
  return error instanceof ConfigError ? 2 : 1;
}
