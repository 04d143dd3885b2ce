import type { NoticeKind } from '../values/notice-kinds.js';

/** A shop's settings for notices by mail (docs/mail.md). */
export interface ShopMail {
  /** Sender address. Used only while its domain is one that the operator approved. */
  readonly from?: string;
  /** Address for replies. Defaults to the shop's support address. */
  readonly reply_to?: string;
  /** Addresses that get the notices for the shop's staff. */
  readonly staff?: readonly string[];
  /** The staff get a notice when an item has fewer units than this in stock. Defaults to never. */
  readonly low_stock?: number;
  /** Kinds of notices that are not sent. */
  readonly disabled?: readonly NoticeKind[];
}
