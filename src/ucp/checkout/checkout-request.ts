import type { Instrument } from '../../domain/checkout/checkout.js';
import type { BuyerConsent, BuyerContext } from '../../domain/checkout/platform-part.js';
import type { RequestedLine } from '../../domain/checkout/replace-lines.js';
import { normalizeCode } from '../../domain/shop/discount.js';
import type { Buyer, PostalAddress } from '../../domain/values/address.js';

/** A platform's create or update request, independent of the version. */
export interface CheckoutRequest {
  readonly lines: readonly RequestedLine[];
  /** Indices of lines whose quantity is not in pieces. */
  readonly otherUnits: readonly number[];
  readonly buyer: Buyer | undefined;
  /** Null clears; `undefined` keeps. */
  readonly consent: BuyerConsent | null | undefined;
  readonly context: BuyerContext | undefined;
  /** Claim names the version can express; others were not shown and are kept. Absent for all. */
  readonly claimNames?: RegExp;
  readonly attribution: Readonly<Record<string, string>> | undefined;
  /** `undefined` if not negotiated, which keeps them. */
  readonly codes: readonly string[] | undefined;
  /** Null clears; `undefined` if not negotiated, which keeps it. */
  readonly fulfillment: FulfillmentRequest | null | undefined;
  readonly instrument: Instrument | undefined;
  /** The cart a new checkout is created from. */
  readonly cart_id: string | undefined;
}

/** Rows named by its lines and codes. */
export function neededRows({ lines, codes = [] }: Pick<CheckoutRequest, 'lines' | 'codes'>) {
  return { itemIds: lines.map(({ item }) => item.id), codes: codes.map(normalizeCode) };
}

/** The shop assigns line ids, so the first request has none. */
export function withoutLineIds(wanted: CheckoutRequest): CheckoutRequest {
  return { ...wanted, lines: wanted.lines.map(({ id: _id, parent_id: _parent, ...line }) => line) };
}

export interface FulfillmentRequest {
  /** `undefined` keeps the type. */
  readonly type: 'shipping' | 'pickup' | undefined;
  readonly destinations: readonly DestinationRequest[];
  readonly selected_destination_id: string | undefined;
  readonly selected_option_id: string | undefined;
}

export interface DestinationRequest {
  readonly id: string | undefined;
  readonly address: PostalAddress;
}
