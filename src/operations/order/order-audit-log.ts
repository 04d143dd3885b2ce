import { everyPage } from '../../lists/every-page.js';
import type { AuditEvent, AuditPosition, StoreReader } from '../../ports.js';

/** What happened to an order, oldest first, to a number of pages where one is given. */
export function orderAuditLog(store: Pick<StoreReader, 'list'>, id: string, pages?: number): Promise<AuditEvent[]> {
  const read = (after: AuditPosition | undefined, limit: number) =>
    store.list('audit_events', { type: 'order', id }, after, limit);
  return everyPage(read, pages);
}
