/** Kinds of notices by mail about a checkout before it is an order; domain/webhook/notices.ts describes each kind. */
export const CHECKOUT_NOTICE_KINDS = ['payment_action', 'pay_link'] as const;
export type CheckoutNoticeKind = (typeof CHECKOUT_NOTICE_KINDS)[number];

/** Kinds of notices to the buyer about an order. */
const BUYER_ORDER_KINDS = [
  'placed',
  'payment_due',
  'shipped',
  'tracking_changed',
  'ready_for_pickup',
  'held',
  'released',
  'canceled',
  'units_canceled',
  'returned',
  'refunded',
  'link_renewed',
  'request_received',
  'request_accepted',
  'request_refused',
] as const;

/** Kinds of notices to the shop's staff about money that needs attention. */
export const PAYMENT_PROBLEM_KINDS = [
  'refund_failed',
  'capture_failed',
  'authorization_expiring',
  'authorization_expired',
  'dispute_opened',
  'dispute_evidence_due',
  'dispute_won',
  'dispute_lost',
] as const;

/** Kinds of notices to the shop's staff about an order. */
const STAFF_ORDER_KINDS = ['new_request', 'new_order', ...PAYMENT_PROBLEM_KINDS] as const;

export const ORDER_NOTICE_KINDS = [...BUYER_ORDER_KINDS, ...STAFF_ORDER_KINDS] as const;
export type OrderNoticeKind = (typeof ORDER_NOTICE_KINDS)[number];

/** Kinds of notices that can be previewed for an order. */
export const PREVIEW_KINDS = [...CHECKOUT_NOTICE_KINDS, ...ORDER_NOTICE_KINDS] as const;
export type PreviewKind = (typeof PREVIEW_KINDS)[number];

/** Kinds of notices to the shop's staff that are about no order. */
export const SHOP_NOTICE_KINDS = ['low_stock', 'dead_delivery', 'log_stopped', 'log_resumed', 'test'] as const;
export type ShopNoticeKind = (typeof SHOP_NOTICE_KINDS)[number];

/** All kinds of notices to the shop's staff. */
export const STAFF_NOTICE_KINDS = [...STAFF_ORDER_KINDS, ...SHOP_NOTICE_KINDS] as const;
export type StaffNoticeKind = (typeof STAFF_NOTICE_KINDS)[number];

/** Kinds that a shop can disable. */
export const SHOP_SETTING_KINDS = [...PREVIEW_KINDS, ...SHOP_NOTICE_KINDS] as const;

export const NOTICE_KINDS = [...SHOP_SETTING_KINDS, 'sign_in', 'invitation'] as const;
export type NoticeKind = (typeof NOTICE_KINDS)[number];
