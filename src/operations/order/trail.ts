import type { AuditEvent, AuditPosition, Store } from '../../ports.js';
import { everyPage } from '../every-page.js';

/** What happened to an order, oldest first, to a number of pages where one is given. */
export function orderTrail(store: Store, id: string, pages?: number): Promise<AuditEvent[]> {
  const read = (after: AuditPosition | undefined, limit: number) =>
    store.listAudit({ type: 'order', id }, after, limit);
  return everyPage(read, pages);
}
