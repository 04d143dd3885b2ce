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
        const audits = await audited(cli, audit, options);
        report(cli, options, audits);
        assertWhole(audit);
        assertSigned(audit, audits);
      } finally {
        await audit.close();
      }
    });
}

async function audited(cli: Cli, { auditor }: OpenedAudit, options: VerifyOptions) {
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
  return audits;
}

/** Exit code for evidence that was lost or set back, as of `portal log monitor`. */
const EVIDENCE_LOST = 6;

/**
 * Checks that the file of signed heads knows every log, and has not been set back. A database that was set back with it
 * may otherwise look valid.
 * @throws CommandError with exit code 6
 */
function assertSigned({ signedFile, hasSigned }: OpenedAudit, audits: readonly LogAudit[]): void {
  const faults = audits.flatMap(({ organization_id: id, signed_fault: fault }) =>
    fault === null ? [] : [printable(`${id}: ${fault}`)],
  );
  if (faults.length === 0) return;
  const what = hasSigned ? `${signedFile} was lost or set back` : `there is no ${signedFile}`;
  throw new CommandError(
    `${what}. Restore its newest copy; without one, the next start records the logs as they are\n${faults.join('\n')}`,
    EVIDENCE_LOST,
  );
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
