import type { Order } from '../domain/order/order.js';
import type { Face } from '../domain/shop/face.js';
import type { ShopNotice } from '../domain/webhook/notices.js';
import type { CheckoutF } from '../schema/checkout.js';
import type { OrderAnswer } from '../schema/order.js';
import type { Locale } from '../texts/locale.js';

/** Content of a mail, from which its HTML and its text are made, so that both always have the same data. */
export interface MailContent {
  readonly subject: string;
  readonly blocks: readonly Block[];
}

export type Block =
  | { readonly type: 'heading' | 'paragraph' | 'hint'; readonly text: string }
  | { readonly type: 'button'; readonly text: string; readonly url: string }
  | { readonly type: 'lines'; readonly lines: readonly LineEntry[] }
  | { readonly type: 'amounts'; readonly amounts: readonly AmountEntry[] }
  | Group;

/** A titled list of short lines, such as an address. */
export interface Group {
  readonly type: 'group';
  readonly title: string;
  readonly lines: readonly (string | Link)[];
}

export interface Link {
  readonly text: string;
  readonly url: string;
}

export interface LineEntry {
  readonly title: string;
  readonly details: readonly string[];
  /** Formatted price of the line; absent where no price matters. */
  readonly amount?: string;
}

export interface AmountEntry {
  readonly name: string;
  /** Formatted amount. */
  readonly text: string;
  readonly isTotal: boolean;
}

/** An order as a mail describes it. */
export interface MailedOrder {
  /** The order as the recipient may see it. */
  readonly order: OrderAnswer;
  readonly row: Order;
  readonly face: Face;
  readonly locale: Locale;
  /** Absolute URL of the order's page; `undefined` if the order has no link. */
  readonly link: string | undefined;
  /** Absolute URL of the order at the desk. */
  readonly deskUrl: string;
  /** False for notices to the shop's staff. */
  readonly isForBuyer: boolean;
  /** Maximum lines to list, which limits the size of the mail. */
  readonly maxLines: number;
}

export type Template = (mailed: MailedOrder) => MailContent;

/** A checkout that waits for its buyer, as a mail describes it. */
export interface MailedCheckout {
  readonly checkout: CheckoutF;
  readonly face: Face;
  readonly locale: Locale;
  /** Absolute URL of the checkout's page. */
  readonly link: string;
  /** Time until which it waits. Milliseconds since the epoch. */
  readonly until: number;
  /** Maximum lines to list, which limits the size of the mail. */
  readonly maxLines: number;
}

/** A notice about no order as a mail describes it. */
export interface MailedNotice {
  readonly notice: ShopNotice;
  readonly face: Face;
  readonly locale: Locale;
}
