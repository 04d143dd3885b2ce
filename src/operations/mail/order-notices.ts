import { collectPages } from '../../lists/every-page.js';
import { filledPage } from '../../lists/filled-page.js';
import { findUnsent } from '../../outbox/resend.js';
import type { Page, Position, StoreReader } from '../../ports.js';
import { isNotice, type NoticeDelivery } from '../../view/notice-view.js';

/** Name of an order in the subject of its deliveries. */
export function subjectOf({ id }: { readonly id: string }): string {
  return `order/${id}`;
}

/** Reads a page of the notices about an order, oldest first. Events for webhooks and platforms are left out. */
export function orderNotices(
  list: StoreReader['list'],
  subject: string,
  after: Position | undefined,
  limit: number,
): Promise<Page<NoticeDelivery>> {
  const read = async (from: Position | undefined, most: number) => {
    const { entries, next } = await list('deliveries_about', { subject }, from, most);
    return { entries: entries.filter(isNotice), next };
  };
  return filledPage(read, after, limit, ({ created_at, id }) => ({ created_at, id }));
}

/** Returns the ids of all dead notices about an order that were not resent. */
export async function unsentNotices(list: StoreReader['list'], subject: string): Promise<string[]> {
  return findUnsent(await collectPages((after, limit) => orderNotices(list, subject, after, limit)));
}
