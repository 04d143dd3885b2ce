import type { Config } from '../../config.js';
import { printable } from '../../domain/values/printable.js';
import type { AuditOptions } from '../../store/log/log-auditor.js';
import { type OpenedAudit, openLogAudit } from '../../store/open-store.js';
import type { Cli } from '../command.js';
import { CommandError } from '../output.js';
import { progress } from '../progress.js';

/**
 * Audits one log, or all logs if no id is given, and the database file, before a command changes them.
 * @throws CommandError for the first invalid log, with a text that starts with `refusal`, or for an invalid database
 */
export async function assertValid(
  cli: Cli,
  { database, files, logKey, logSigned }: Config,
  options: AuditOptions & { readonly organizationId?: string },
  refusal: (organizationId: string) => string,
): Promise<void> {
  const audit = await openLogAudit(database, { logKey, logSigned, files });
  try {
    const { organizationId } = options;
    const ids = organizationId === undefined ? await audit.auditor.organizations() : [organizationId];
    for (const id of ids) {
      const onProgress = progress(cli.output, `verified ${printable(id)}`);
      const { fault } = await audit.auditor.audit(id, { ...options, onProgress });
      if (fault !== null) throw new CommandError(`${refusal(printable(id))}: ${printable(fault)}`);
    }
    assertWhole(audit);
  } finally {
    await audit.close();
  }
}

/** @throws CommandError when a table or index of the file was modified */
export function assertWhole(audit: Pick<OpenedAudit, 'integrityFault'>): void {
  const fault = audit.integrityFault();
  if (fault !== undefined) throw new CommandError(`the database is not valid: ${printable(fault)}`);
}
