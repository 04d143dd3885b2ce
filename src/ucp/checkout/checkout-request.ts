import type { Instrument } from '../../domain/checkout/checkout.js';
import type { BuyerConsent, BuyerContext } from '../../domain/checkout/platform-part.js';
import type { RequestedLine } from '../../domain/checkout/replace-lines.js';
import { normalizeCode } from '../../domain/shop/discount.js';
import type { Buyer, PostalAddress } from '../../domain/values/address.js';

/** What a platform asks for with a create or an update, in no version's form. */
export interface CheckoutRequest {
  readonly lines: readonly RequestedLine[];
  /** Of which lines the quantity is in another unit than pieces, by their places. */
  readonly otherUnits: readonly number[];
  readonly buyer: Buyer | undefined;
  /** Null clears; undefined keeps. */
  readonly consent: BuyerConsent | null | undefined;
  readonly context: BuyerContext | undefined;
  /** The names of claims that the version has; others were not shown, so they are kept. Absent = all. */
  readonly claimNames?: RegExp;
  readonly attribution: Readonly<Record<string, string>> | undefined;
  /** Undefined = not negotiated, so they are kept. */
  readonly codes: readonly string[] | undefined;
  /** Null clears; undefined = not negotiated, so it is kept. */
  readonly fulfillment: FulfillmentRequest | null | undefined;
  readonly instrument: Instrument | undefined;
  /** The cart that a new checkout is made of. */
  readonly cart_id: string | undefined;
}

/** The rows that its lines and codes name. */
export function needsOf({ lines, codes = [] }: Pick<CheckoutRequest, 'lines' | 'codes'>) {
  return { itemIds: lines.map(({ item }) => item.id), codes: codes.map(normalizeCode) };
}

/** The shop gives ids to lines, so the first call has none. */
export function withoutLineIds(wanted: CheckoutRequest): CheckoutRequest {
  return { ...wanted, lines: wanted.lines.map(({ id: _id, parent_id: _parent, ...line }) => line) };
}

export interface FulfillmentRequest {
  /** Undefined = as before. */
  readonly type: 'shipping' | 'pickup' | undefined;
  readonly destinations: readonly DestinationRequest[];
  readonly selected_destination_id: string | undefined;
  readonly selected_option_id: string | undefined;
}

export interface DestinationRequest {
  readonly id: string | undefined;
  readonly address: PostalAddress;
}
