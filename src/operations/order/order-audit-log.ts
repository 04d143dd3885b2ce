import { collectPages } from '../../lists/every-page.js';
import type { AuditEvent, AuditPosition, StoreReader } from '../../ports.js';

/** Reads an order's history, oldest first. `pages` limits the number of pages read. */
export function orderAuditLog(store: Pick<StoreReader, 'list'>, id: string, pages?: number): Promise<AuditEvent[]> {
  const read = (after: AuditPosition | undefined, limit: number) =>
    store.list('audit_events', { type: 'order', id }, after, limit);
  return collectPages(read, pages);
}
