/** Kinds of notices by mail; domain/webhook/notices.ts describes each. */
export const NOTICE_KINDS = [
  'placed',
  'shipped',
  'held',
  'released',
  'canceled',
  'units_canceled',
  'refunded',
  'link_renewed',
  'new_order',
  'refund_failed',
] as const;
export type NoticeKind = (typeof NOTICE_KINDS)[number];
