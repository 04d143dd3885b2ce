import type { OrderNoticeKind } from '../../domain/values/notice-kinds.js';
import type { Template } from '../content.js';
import { canceled, unitsCanceled } from './canceled.js';
import { held, released } from './hold.js';
import { linkRenewed } from './link-renewed.js';
import { newOrder, placed } from './placed.js';
import { refundFailed } from './refund-failed.js';
import { refunded } from './refunded.js';
import { shipped } from './shipped.js';

export const TEMPLATES: Readonly<Record<OrderNoticeKind, Template>> = {
  placed,
  shipped,
  held,
  released,
  canceled,
  units_canceled: unitsCanceled,
  refunded,
  link_renewed: linkRenewed,
  new_order: newOrder,
  refund_failed: refundFailed,
};
