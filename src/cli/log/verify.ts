import type { Command } from 'commander';
import { readConfig } from '../../config.js';
import { pluralize } from '../../domain/values/pluralize.js';
import { printable } from '../../domain/values/printable.js';
import type { LogAudit } from '../../store/log/log-auditor.js';
import { type OpenedAudit, openLogAudit } from '../../store/open-store.js';
import { type Cli, commandWith, flagsOf } from '../command.js';
import { readText } from '../json-file.js';
import { CommandError } from '../output.js';
import { progress } from '../progress.js';
import { assertWhole } from './assert-valid.js';

interface VerifyOptions {
  readonly organization?: string;
  readonly checkpoint?: readonly string[];
  readonly json?: boolean;
}

export function verifyCommand(cli: Cli): Command {
  return commandWith(
    'verify',
    'recompute and verify receipts, signatures, keys and logs, and report faults; writes nothing',
    ['database', 'logKey', 'logSigned'],
  )
    .option('--organization <id>', 'only the log of this organization (default: all)')
    .option(
      '--checkpoint <file...>',
      'checkpoints that were kept elsewhere: their logs must contain all that they contained then',
    )
    .option('--json', 'print the findings as JSON')
    .action(async (options: VerifyOptions) => {
      const { database, files, logKey, logSigned } = readConfig(cli.env, flagsOf({ ...options }));
      const audit = await openLogAudit(database, { logKey, logSigned, files });
      try {
        report(cli, options, await audited(cli, audit, options));
        assertWhole(audit);
      } finally {
        await audit.close();
      }
    });
}

async function audited(cli: Cli, { auditor, hasSigned, signedFile }: OpenedAudit, options: VerifyOptions) {
  const kept = (options.checkpoint ?? []).map((file) => ({ file, note: readText(file) }));
  const named = kept.map(({ file, note }) => ({ note, id: organizationIn(file, note) }));
  const audits: LogAudit[] = [];
  for (const id of await organizationsOf(auditor, options, named)) {
    const own = options.organization === undefined ? named.filter((one) => one.id === id) : named;
    const notes = own.map(({ note }) => note);
    audits.push(
      await auditor.audit(id, { kept: notes, onProgress: progress(cli.output, `verified ${printable(id)}`) }),
    );
  }
  const unknown = audits.filter(({ fault, signed_size }) => fault === null && signed_size === null);
  if (unknown.length > 0) cli.output.err(unknownText(signedFile, hasSigned, unknown));
  return audits;
}

/** Builds the warning about logs whose heads the file of signed heads does not contain, or about a missing file. */
function unknownText(file: string, isThere: boolean, logs: readonly LogAudit[]): string {
  if (!isThere) return `warning: there is no ${file}, so the signed heads of these logs are unknown`;
  const names = logs.map(({ organization_id }) => organization_id).join(', ');
  return `warning: ${file} says nothing of ${names}, so the signed heads are unknown for ${logs.length === 1 ? 'this log' : 'these logs'}`;
}

async function organizationsOf(
  auditor: OpenedAudit['auditor'],
  { organization }: VerifyOptions,
  kept: readonly { readonly id: string }[],
): Promise<readonly string[]> {
  const all = await auditor.organizations();
  // A kept checkpoint names its log, even if the database no longer contains it.
  if (organization === undefined) return [...new Set([...all, ...kept.map(({ id }) => id)])];
  if (all.includes(organization)) return [organization];
  throw new CommandError(`there is no organization ${organization}`);
}

/**
 * Returns the organization in a log's origin. The origin ends with the organization's id, followed by a number from the
 * second epoch on.
 * @throws CommandError when the note does not begin with an origin
 */
function organizationIn(file: string, note: string): string {
  const [origin = ''] = note.split('\n', 1);
  const parts = origin.split('/');
  const id = /^\d+$/.test(parts.at(-1) ?? '') ? parts.at(-2) : parts.at(-1);
  if (id && /^[\w./-]+$/.test(origin)) return id;
  throw new CommandError(`${file} is not a checkpoint`);
}

function report({ output }: Cli, { json }: VerifyOptions, audits: readonly LogAudit[]): void {
  if (json) output.out(JSON.stringify(audits));
  else for (const audit of audits) output.out(textOf(audit));
  const wrong = audits.filter(({ fault }) => fault !== null).length;
  if (wrong > 0) throw new CommandError(`${wrong} of ${pluralize(audits.length, 'log')} not valid`);
}

function textOf({ organization_id, origin, size, receipts, root_hash, faults, waits }: LogAudit): string {
  if (faults.length > 0) return faults.map((fault) => printable(`${organization_id}  INVALID  ${fault}`)).join('\n');
  return `${organization_id}  valid  ${pluralize(receipts, 'receipt')}, ${pluralize(size, 'leaf', 'leaves')}, root ${root_hash} (${origin})${waits ? '; waits for `portal log adopt`' : ''}`;
}
