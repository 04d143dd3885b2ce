import type { Destination } from '../values/address.js';

/** Requests of buyers and their agents after the sale, which the merchant answers (docs/orders.md, Requests). */

export const REQUEST_TYPES = ['cancel', 'return', 'address_change'] as const;
export type RequestType = (typeof REQUEST_TYPES)[number];

export const REQUEST_STATUSES = ['waiting', 'accepted', 'refused', 'withdrawn'] as const;
export type RequestStatus = (typeof REQUEST_STATUSES)[number];

export const REQUEST_ACTIONS = ['accept', 'refuse', 'withdraw'] as const;
export type RequestAction = (typeof REQUEST_ACTIONS)[number];

/** The transition table of requests: which action leads where. All other pairs are rejected. */
export const REQUEST_TRANSITIONS: Readonly<
  Record<RequestStatus, { readonly [Action in RequestAction]?: RequestStatus }>
> = {
  waiting: { accept: 'accepted', refuse: 'refused', withdraw: 'withdrawn' },
  accepted: {},
  refused: {},
  withdrawn: {},
};

/** Limits the size of an order, since it is read and written as a whole. */
export const MAX_REQUESTS = 20;

export interface RequestedUnits {
  readonly id: string;
  readonly quantity: number;
}

export interface OrderRequest {
  readonly id: string;
  readonly type: RequestType;
  readonly status: RequestStatus;
  /** Units to cancel or return; absent for the whole order and for another address. */
  readonly line_items?: readonly RequestedUnits[];
  /** Only for another address. */
  readonly destination?: Destination;
  /** The buyer's words. */
  readonly reason?: string;
  /** The merchant's words, which the buyer may read. */
  readonly answer?: string;
  /** True if a rule of the shop's settings accepted it. */
  readonly automatic?: true;
  readonly created_at: number;
  readonly answered_at?: number;
}
