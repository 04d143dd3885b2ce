import type { LogStop, Organization } from '../domain/tenant/tenant.js';
import { type Decision, LogRefusal, type Rows, replaceWrite } from '../ports.js';
import { type Author, auditWrite } from './audit.js';

/**
 * Records the first fault of an organization's log. A log that is stopped already keeps its first fault, but that of an
 * audit replaces one that ends with the next signature.
 */
export function buildLogStop(
  rows: Rows,
  by: Author,
  organizationId: string,
  stop: Pick<LogStop, 'check' | 'fault'>,
): Decision<void> {
  const before = rows.get('organization', organizationId);
  if (!before || (before.log_stop && !outweighs(stop, before.log_stop))) return { writes: [], result: undefined };
  return buildChange(by, before, { ...before, log_stop: { ...stop, since: by.now } }, 'organization.log_stopped');
}

/** Records that a log is signed again, unless it has another stop than the one that has `ended`. */
export function buildLogResumption(rows: Rows, by: Author, organizationId: string, ended: LogStop): Decision<void> {
  const before = rows.get('organization', organizationId);
  if (before?.log_stop?.check !== ended.check || before.log_stop.since !== ended.since)
    return { writes: [], result: undefined };
  const { log_stop: _ended, ...after } = before;
  return buildChange(by, before, after, 'organization.log_resumed');
}

/** True if a stop is harder to end than another: after an audit's fault, all leaves must be audited. */
export function outweighs({ check }: Pick<LogStop, 'check'>, other: Pick<LogStop, 'check'>): boolean {
  return check === 'audit' && other.check === 'signed_heads';
}

/** Builds the error for a log that failed an audit of the portal. */
export function invalidLogError(organizationId: string, fault: string): LogRefusal {
  return new LogRefusal(`the log of ${organizationId} is not valid: ${fault}. Run \`portal log verify\``);
}

function buildChange(by: Author, before: Organization, after: Organization, action: string): Decision<void> {
  const put = replaceWrite('organization', before, { ...after, updated_at: by.now });
  const event = auditWrite(by, before.id, { type: 'organization', id: before.id }, action, ['log_stop']);
  return { writes: [put, event], result: undefined };
}
