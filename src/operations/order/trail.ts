import type { AuditEvent, AuditPosition, Store } from '../../ports.js';

/** Events read at once. */
const PAGE = 100;

/** What happened to an order, oldest first, to a number of pages where one is given. */
export async function orderTrail(store: Store, id: string, pages = Number.POSITIVE_INFINITY): Promise<AuditEvent[]> {
  const events: AuditEvent[] = [];
  let after: AuditPosition | undefined;
  let read = 0;
  do {
    const page = await store.listAudit({ type: 'order', id }, after, PAGE);
    events.push(...page.entries);
    after = page.next;
    read += 1;
  } while (after && read < pages);
  return events;
}
