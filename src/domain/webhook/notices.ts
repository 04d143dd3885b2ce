import type { Checkout } from '../checkout/checkout.js';
import { lastCorrected } from '../order/correct-tracking.js';
import type { Order } from '../order/order.js';
import { INVOICE_HANDLER } from '../shop/brand.js';
import type { Shop } from '../shop/shop.js';
import type { Role } from '../tenant/roles.js';
import type { LogStop } from '../tenant/tenant.js';
import {
  type CheckoutNoticeKind,
  type NoticeKind,
  ORDER_NOTICE_KINDS,
  type OrderNoticeKind,
  type ShopNoticeKind,
} from '../values/notice-kinds.js';
import type { Outcome } from './delivery.js';
import type { SentType, WebhookEventType } from './event-types.js';

interface NoticeRow {
  /**
   * `buyer`: the address of the order. `staff`: the addresses that the shop named for its staff, and the
   * staff members who want it. `person`: the address
   * that somebody entered.
   */
  readonly audience: 'buyer' | 'staff' | 'person';
  /** Event that the notice is about. */
  readonly event: SentType;
  readonly when: string;
}

interface OrderNoticeRow extends NoticeRow {
  readonly event: WebhookEventType;
  /** True if this change calls for the notice; by default, each event does. */
  readonly applies?: (change: OrderChange) => boolean;
}

/** A change of an order. Functions read rows that few notices need. */
interface OrderChange {
  readonly after: Order;
  /** Returns the order as it was before. A new order has no such row. */
  before(): Order;
  shop(): Shop;
}

const CHECKOUT_NOTICES: Readonly<Record<CheckoutNoticeKind, NoticeRow>> = {
  payment_action: {
    audience: 'buyer',
    event: 'payment.action_required',
    when: 'A payment that an agent started still waits for the buyer after a minute, such as for a confirmation.',
  },
  pay_link: {
    audience: 'buyer',
    event: 'checkout.drafted',
    when: 'The staff drafted an order, such as for a buyer on the phone: its contents, and the link to pay it.',
  },
};

const ORDER_NOTICES: Readonly<Record<OrderNoticeKind, OrderNoticeRow>> = {
  placed: {
    audience: 'buyer',
    event: 'order.created',
    when: 'The order was placed: the confirmation.',
  },
  payment_due: {
    audience: 'buyer',
    event: 'order.created',
    when: 'An order is to be paid by invoice, and the shop says how (`invoice.instructions`). Sent only if the shop has disabled `placed`, which says it too.',
    applies: ({ after, shop }) => isInvoiceDue(after) && tellsOnlyHowToPay(shop().settings),
  },
  shipped: {
    audience: 'buyer',
    event: 'order.shipped',
    when: 'Units were shipped: the contents of the parcel, and its tracking.',
  },
  tracking_changed: {
    audience: 'buyer',
    event: 'order.updated',
    when: 'The tracking of shipped units was corrected or removed. Not sent if the shop has disabled `shipped`, which named the earlier one.',
    applies: wasToldWrongTracking,
  },
  ready_for_pickup: {
    audience: 'buyer',
    event: 'order.ready_for_pickup',
    when: 'Units can be picked up: their contents, and where.',
  },
  held: {
    audience: 'buyer',
    event: 'order.held',
    when: 'The order was put on hold for a reason that the buyer may read.',
    applies: ({ after }) => after.hold_visible === true,
  },
  released: {
    audience: 'buyer',
    event: 'order.released',
    when: 'Such a hold ended.',
    applies: ({ before }) => before().hold_visible === true,
  },
  canceled: {
    audience: 'buyer',
    event: 'order.canceled',
    when: 'The whole order was canceled.',
  },
  units_canceled: {
    audience: 'buyer',
    event: 'order.units_canceled',
    when: 'Units were canceled.',
  },
  returned: {
    audience: 'buyer',
    event: 'order.return_recorded',
    when: 'The shop recorded a return: the units, and what is refunded for them.',
  },
  refunded: {
    audience: 'buyer',
    event: 'order.refund_completed',
    when: 'A refund was paid out. Not sent for a return, unless the shop has disabled `returned`, which says it too.',
    applies: (change) => !wasNamedByReturn(change),
  },
  link_renewed: {
    audience: 'buyer',
    event: 'order.updated',
    when: "The link to the order's page was replaced.",
    applies: ({ after, before }) => typeof after.link === 'string' && after.link !== before().link,
  },
  request_received: {
    audience: 'buyer',
    event: 'order.change_requested',
    when: "Somebody requested a cancellation, a return or another address in the buyer's name; the shop has to answer.",
  },
  request_accepted: {
    audience: 'buyer',
    event: 'order.change_accepted',
    when: 'The shop agreed to a return, or changed the address. A cancellation has a notice of its own.',
  },
  request_refused: {
    audience: 'buyer',
    event: 'order.change_refused',
    when: 'The shop refused a request, with its reason.',
  },
  new_request: {
    audience: 'staff',
    event: 'order.change_requested',
    when: 'A buyer requests a cancellation, a return or another address.',
  },
  new_order: {
    audience: 'staff',
    event: 'order.created',
    when: 'The shop has a new order.',
  },
  refund_failed: {
    audience: 'staff',
    event: 'order.refund_failed',
    when: 'A refund could not be paid out.',
  },
  capture_failed: {
    audience: 'staff',
    event: 'order.capture_failed',
    when: 'An authorized payment could not be captured.',
  },
  authorization_expiring: {
    audience: 'staff',
    event: 'order.authorization_expiring',
    when: 'The authorization of a payment ends within a day.',
  },
  authorization_expired: {
    audience: 'staff',
    event: 'order.authorization_expired',
    when: 'The authorization of a payment ended; what was not captured is lost.',
  },
  dispute_opened: {
    audience: 'staff',
    event: 'order.dispute_opened',
    when: 'The buyer or a bank disputes a payment.',
  },
  dispute_evidence_due: {
    audience: 'staff',
    event: 'order.dispute_evidence_due',
    when: 'Evidence about an open dispute is due within two days.',
  },
  dispute_won: {
    audience: 'staff',
    event: 'order.dispute_won',
    when: 'A dispute ended, and the money stays with the shop.',
  },
  dispute_lost: {
    audience: 'staff',
    event: 'order.dispute_lost',
    when: 'A dispute was lost: its amount is gone.',
  },
};

const SHOP_NOTICES: Readonly<Record<ShopNoticeKind, NoticeRow>> = {
  low_stock: {
    audience: 'staff',
    event: 'item.stock_low',
    when: "An item's stock fell below the shop's `low_stock`.",
  },
  dead_delivery: {
    audience: 'staff',
    event: 'delivery.dead',
    when: 'An event or a mail could not be delivered; at most once a day for each webhook, platform, and all mail.',
  },
  log_stopped: {
    audience: 'staff',
    event: 'log.stopped',
    when: 'The receipt log of the organization has a fault, so that nothing is signed for it; once per fault.',
  },
  log_resumed: {
    audience: 'staff',
    event: 'log.resumed',
    when: 'The log is signed again.',
  },
  test: {
    audience: 'staff',
    event: 'mail.test',
    when: 'Somebody requested a test.',
  },
};

/** All notices by mail (source of docs/mail.md). A new kind also needs its template in `mail/templates`. */
export const NOTICES: Readonly<Record<NoticeKind, NoticeRow>> = {
  ...CHECKOUT_NOTICES,
  ...ORDER_NOTICES,
  ...SHOP_NOTICES,
  sign_in: {
    audience: 'person',
    event: 'sign_in.requested',
    when: 'A person wants to sign in: link and code. No shop can disable it.',
  },
  invitation: {
    audience: 'person',
    event: 'staff.invited',
    when: 'Somebody sends a staff member an invitation to the desk. No shop can disable it.',
  },
};

/** Content of a mail as stored until it is sent: everything that must not change between two attempts. */
export type MailPayload = CheckoutMail | OrderMail | StaffMail | PersonMail | InvitationMail;

export interface CheckoutMail {
  /** Address of the recipient. */
  readonly to: string;
  /** The checkout as it was after the event, with the terms by which the mail prices it. */
  readonly checkout: Checkout;
}

export interface OrderMail {
  /** Address of the recipient. */
  readonly to: string;
  /** The order as it was after the event. */
  readonly order: Order;
}

export interface StaffMail {
  readonly to: string;
  readonly notice: ShopNotice;
}

export interface PersonMail {
  readonly to: string;
  readonly sign_in: {
    /** Id of the attempt. */
    readonly id: string;
    /** Token of the link, encrypted for the attempt, so that the database contains no usable link. */
    readonly sealed: string;
    /** Instant from which the link no longer works; milliseconds since the epoch. */
    readonly expires_at: number;
  };
}

export interface InvitationMail {
  readonly to: string;
  readonly invitation: { readonly role: Role };
}

/** A notice about no order, with what it shows. */
export type ShopNotice =
  | {
      readonly kind: 'low_stock';
      readonly item_id: string;
      readonly title: string;
      /** Units. */
      readonly stock: number;
      readonly threshold: number;
    }
  | {
      readonly kind: 'dead_delivery';
      /** Origin and id of the webhook, or URL of the platform's profile; for mail, the kind of the notice. */
      readonly receiver: string;
      readonly event: SentType;
      readonly subject: string;
      readonly outcome: Outcome | null;
      readonly status: number | null;
    }
  | LogNotice
  | { readonly kind: 'test' };

/** A notice about a receipt log, to the staff and to the operator. */
export interface LogNotice {
  readonly kind: 'log_stopped' | 'log_resumed';
  readonly organization_id: string;
  /** Name of the organization. */
  readonly name: string;
  readonly stop: LogStop;
}

/** True while a buyer has yet to pay an invoice. */
export function isInvoiceDue({ payment, payment_status }: Order): boolean {
  return payment.handler_id === INVOICE_HANDLER && payment_status === 'pending';
}

/** True if a shop explains how to pay invoices, but not in a confirmation, since it sends none. */
function tellsOnlyHowToPay({ invoice, mail }: Shop['settings']): boolean {
  return invoice?.instructions !== undefined && mail?.disabled?.includes('placed') === true;
}

/** True if the notice about a return has already named the refund that was paid out now. */
function wasNamedByReturn({ after, before, shop }: OrderChange): boolean {
  const earlier = new Map(before().adjustments.map(({ id, status }) => [id, status]));
  const paid = after.adjustments.filter(({ id, status }) => status === 'completed' && earlier.get(id) !== status);
  const isReturn = paid.length > 0 && paid.every(({ type }) => type === 'return');
  return isReturn && shop().settings.mail?.disabled?.includes('returned') !== true;
}

/** True if this change corrected the tracking of a shipment about which the buyer got a notice. */
function wasToldWrongTracking({ after, before, shop }: OrderChange): boolean {
  const corrected = lastCorrected(after);
  if (corrected?.type !== 'shipped') return false;
  const earlier = before().fulfillment.events.find(({ id }) => id === corrected.id);
  const isNew = corrected.earlier_tracking?.length !== earlier?.earlier_tracking?.length;
  return isNew && shop().settings.mail?.disabled?.includes('shipped') !== true;
}

/** Returns the notices that an event calls for. */
export function noticesAbout(type: WebhookEventType, change: OrderChange): readonly OrderNoticeKind[] {
  return ORDER_NOTICE_KINDS.filter((kind) => {
    const { event, applies } = ORDER_NOTICES[kind];
    return event === type && (!applies || applies(change));
  });
}
