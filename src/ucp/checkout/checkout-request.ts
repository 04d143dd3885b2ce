import type { Instrument } from '../../domain/checkout/checkout.js';
import type { BuyerConsent, BuyerContext } from '../../domain/checkout/platform-part.js';
import type { RequestedLine } from '../../domain/checkout/replace-lines.js';
import { normalizeCode } from '../../domain/shop/discount.js';
import type { Buyer, PostalAddress } from '../../domain/values/address.js';

/** A platform's request to create or update a checkout or cart, in a form common to all versions. */
export interface CheckoutRequest {
  readonly lines: readonly RequestedLine[];
  /** Indices of lines whose quantity is not in pieces. */
  readonly otherUnits: readonly number[];
  readonly buyer: Buyer | undefined;
  /** Null removes the stored consent; `undefined` leaves it unchanged. */
  readonly consent: BuyerConsent | null | undefined;
  readonly context: BuyerContext | undefined;
  /**
   * Pattern of the claim names this version can express. Stored claims with other names were not shown, so they are
   * retained. Absent if the version can express all names.
   */
  readonly claimNames?: RegExp;
  readonly attribution: Readonly<Record<string, string>> | undefined;
  /** `undefined` if discounts were not negotiated; the stored codes then stay unchanged. */
  readonly codes: readonly string[] | undefined;
  /** Null removes the selection. `undefined` if fulfillment was not negotiated; the selection then stays unchanged. */
  readonly fulfillment: FulfillmentRequest | null | undefined;
  readonly instrument: Instrument | undefined;
  /** Id of the cart from which a new checkout is created. */
  readonly cart_id: string | undefined;
}

/** Returns the ids of the items and the discount codes to load for the request. */
export function neededRows({ lines, codes = [] }: Pick<CheckoutRequest, 'lines' | 'codes'>) {
  return { itemIds: lines.map(({ item }) => item.id), codes: codes.map(normalizeCode) };
}

/** Drops line ids and parent ids from a request that creates a checkout or cart, since only the shop assigns ids. */
export function withoutLineIds(wanted: CheckoutRequest): CheckoutRequest {
  return { ...wanted, lines: wanted.lines.map(({ id: _id, parent_id: _parent, ...line }) => line) };
}

export interface FulfillmentRequest {
  /** `undefined` keeps the current method type. */
  readonly type: 'shipping' | 'pickup' | undefined;
  readonly destinations: readonly DestinationRequest[];
  readonly selected_destination_id: string | undefined;
  readonly selected_option_id: string | undefined;
}

export interface DestinationRequest {
  readonly id: string | undefined;
  readonly address: PostalAddress;
}
