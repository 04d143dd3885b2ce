import type { AuditEvent, AuditSubject, Ids, Write } from '../ports.js';

/** What an author is derived from: who calls, and when. */
export interface CallOrigin {
  readonly ids: Ids;
  readonly caller: { readonly id: string };
  readonly now: number;
}

/** Who changes something, and when. */
export interface Author {
  readonly ids: Ids;
  /** The id of the caller, or the name of the part of the portal that acts by itself. */
  readonly actor: string;
  readonly now: number;
}

/** The caller of an operation as an author. */
export function authorOf({ ids, caller, now }: CallOrigin): Author {
  return { ids, actor: caller.id, now };
}

/** An audit event, to be written together with the change that it describes (docs/orders.md, Reading). */
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
