import { Command } from 'commander';
import { counted } from '../domain/values/counted.js';
import { checkpointOf } from '../operations/receipt/log-proofs.js';
import type { LogAudit } from '../store/log/log-auditor.js';
import type { OpenedStore } from '../store/open-store.js';
import { chosenOrganization, ORGANIZATION_OPTION } from './chosen-organization.js';
import { type Cli, commandWith } from './command.js';
import { readText } from './json-file.js';
import { monitorCommand } from './log-monitor.js';
import { witnessCommand } from './log-witness.js';
import { CommandError } from './output.js';
import { progress } from './progress.js';
import { withStore } from './with-store.js';

export function logCommand(cli: Cli): Command {
  return new Command('log')
    .description('verify the receipt logs, and sign checkpoints to keep elsewhere')
    .addCommand(verifyCommand(cli))
    .addCommand(checkpointCommand(cli))
    .addCommand(witnessCommand(cli))
    .addCommand(monitorCommand(cli));
}

interface VerifyOptions {
  readonly organization?: string;
  readonly checkpoint?: string;
  readonly json?: boolean;
}

function verifyCommand(cli: Cli): Command {
  return commandWith(
    'verify',
    'recompute and verify receipts, signatures and logs; print the first fault of each log',
    ['database', 'logKey', 'logSigned'],
  )
    .option('--organization <id>', 'only the log of this organization (default: all)')
    .option(
      '--checkpoint <file>',
      'a checkpoint that was kept elsewhere: the log must contain all that it contained then',
    )
    .option('--json', 'print what was found as JSON')
    .action(async (options: VerifyOptions) => {
      const kept = options.checkpoint === undefined ? undefined : readText(options.checkpoint);
      const audits = await withStore(cli, { ...options }, async (store) => {
        const found: LogAudit[] = [];
        for (const id of await organizationsOf(store, options, kept))
          found.push(await store.auditor.audit(id, { kept, onProgress: progress(cli.output, `verified ${id}`) }));
        return found;
      });
      if (options.json) cli.output.out(JSON.stringify(audits));
      else for (const audit of audits) cli.output.out(textOf(audit));
      const wrong = audits.filter(({ fault }) => fault !== null).length;
      if (wrong > 0) throw new CommandError(`${wrong} of ${counted(audits.length, 'log')} not valid`);
    });
}

/** A kept checkpoint names its log in the first line, also when the database holds nothing of that log any more. */
async function organizationsOf(
  store: OpenedStore,
  options: VerifyOptions,
  kept: string | undefined,
): Promise<readonly string[]> {
  if (options.organization !== undefined) return [await chosenOrganization(store, options.organization)];
  if (kept === undefined) return store.auditor.organizations();
  const id = kept.split('\n')[0]?.split('/').at(-1);
  if (!id) throw new CommandError(`${options.checkpoint} is not a checkpoint`);
  return [id];
}

function textOf({ organization_id, origin, size, root_hash, fault }: LogAudit): string {
  if (fault !== null) return `${organization_id}  INVALID  ${fault}`;
  return `${organization_id}  valid  ${counted(size, 'receipt')}, root ${root_hash} (${origin})`;
}

function checkpointCommand(cli: Cli): Command {
  return commandWith('checkpoint', 'sign the size and root of the log, to keep a copy elsewhere', [
    'database',
    'logKey',
    'logSigned',
  ])
    .option(...ORGANIZATION_OPTION)
    .option('--json', 'print size, root and public key too, as JSON')
    .action(async (options: { organization?: string; json?: boolean }) => {
      const made = await withStore(cli, options, async (store) => {
        const id = await chosenOrganization(store, options.organization);
        return checkpointOf(await store.signLog(id));
      });
      cli.output.out(options.json ? JSON.stringify(made) : made.checkpoint.trimEnd());
    });
}
