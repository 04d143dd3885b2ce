import type { OrderNoticeKind } from '../../domain/values/notice-kinds.js';
import type { Template } from '../content.js';
import { canceled, returned, unitsCanceled } from './canceled.js';
import { held, released } from './hold.js';
import { linkRenewed } from './link-renewed.js';
import {
  authorizationExpired,
  authorizationExpiring,
  captureFailed,
  disputeEvidenceDue,
  disputeLost,
  disputeOpened,
  disputeWon,
} from './payment.js';
import { paymentDue } from './payment-due.js';
import { newOrder, placed } from './placed.js';
import { readyForPickup } from './ready-for-pickup.js';
import { refundFailed } from './refund-failed.js';
import { refunded } from './refunded.js';
import { newRequest, requestAccepted, requestReceived, requestRefused } from './request.js';
import { shipped } from './shipped.js';
import { trackingChanged } from './tracking-changed.js';

export const TEMPLATES: Readonly<Record<OrderNoticeKind, Template>> = {
  placed,
  payment_due: paymentDue,
  shipped,
  tracking_changed: trackingChanged,
  ready_for_pickup: readyForPickup,
  held,
  released,
  canceled,
  units_canceled: unitsCanceled,
  returned,
  refunded,
  link_renewed: linkRenewed,
  request_received: requestReceived,
  request_accepted: requestAccepted,
  request_refused: requestRefused,
  new_request: newRequest,
  new_order: newOrder,
  refund_failed: refundFailed,
  capture_failed: captureFailed,
  authorization_expiring: authorizationExpiring,
  authorization_expired: authorizationExpired,
  dispute_opened: disputeOpened,
  dispute_evidence_due: disputeEvidenceDue,
  dispute_won: disputeWon,
  dispute_lost: disputeLost,
};
