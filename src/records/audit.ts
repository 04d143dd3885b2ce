import type { AuditEvent, AuditSubject, Ids, Write } from '../ports.js';

/** The members of a call's context from which its author is made. */
export interface CallOrigin {
  readonly ids: Ids;
  readonly caller: { readonly id: string };
  readonly now: number;
}

/** Author and time of a change. */
export interface Author {
  readonly ids: Ids;
  /** Id of the caller, or for a change without a caller a fixed name: `portal`, `command line` or `demo`. */
  readonly actor: string;
  readonly now: number;
}

/** Returns the author of the changes that a call makes. */
export function authorOf({ ids, caller, now }: CallOrigin): Author {
  return { ids, actor: caller.id, now };
}

/** Builds the audit event that is written with the change it describes (docs/orders.md, Reading). */
export function auditWrite(
  by: Author,
  organizationId: string,
  subject: AuditSubject,
  action: string,
  changed: readonly string[],
): Write {
  const event: AuditEvent = {
    id: by.ids.next('evt'),
    organization_id: organizationId,
    subject_type: subject.type,
    subject_id: subject.id,
    action,
    actor: by.actor,
    changed,
    at: by.now,
  };
  return { type: 'audit', event };
}
