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
] as const;
export type NoticeKind = (typeof NOTICE_KINDS)[number];
