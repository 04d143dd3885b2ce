import type { OrderingPlatform } from '../tenant/ucp.js';
import type { Instrument } from './instrument.js';

/** Consent by purpose (UCP, Buyer Consent Extension). For an absent purpose, the buyer stated nothing. */
export interface BuyerConsent {
  readonly analytics?: boolean;
  readonly preferences?: boolean;
  readonly marketing?: boolean;
  /** Sale of personal data, including sharing it. */
  readonly sale_of_data?: boolean;
}

export const PURPOSES = [
  'marketing',
  'analytics',
  'preferences',
  'sale_of_data',
] as const satisfies readonly (keyof BuyerConsent)[];

export const MAX_CLAIMS = 20;

/** Non-binding hints about the buyer (UCP, Context). */
export interface BuyerContext {
  readonly address_country?: string;
  readonly address_region?: string;
  readonly postal_code?: string;
  readonly intent?: string;
  /** BCP 47 tag. */
  readonly language?: string;
  readonly currency?: string;
  /** Claims, identified by reverse domain names. */
  readonly eligibility?: readonly string[];
}

/** A platform's data on a checkout that was filled over UCP (docs/ucp.md). */
export interface PlatformPart extends OrderingPlatform {
  /** Total in the response to the latest create or update. A completion must be for this total. Minor units. */
  readonly answered_total?: number;
  /** Id of the platform cart from which the checkout was created. */
  readonly cart_id?: string;
  /** Delivery method that the platform requested, shown until an option is selected. */
  readonly method?: 'shipping' | 'pickup';
  /** The platform's id for the destination. */
  readonly destination_id?: string;
  readonly context?: BuyerContext;
  readonly consent?: BuyerConsent;
  /** Marketing source, in the platform's terms; copied to the order. */
  readonly attribution?: Readonly<Record<string, string>>;
  /** Instrument that the buyer intends to pay with, without its credential. */
  readonly instrument?: Instrument;
}

/** Reduces the platform data to the platform's identity and agreed terms. */
export function keepPlatform({ profile, proven, account, agreed }: OrderingPlatform): OrderingPlatform {
  return { profile, proven, ...(account !== undefined && { account }), ...(agreed && { agreed }) };
}

/** Keeps the platform and its terms. The empty account is nobody's: without a token, the platform sees nothing new. */
export function erasePlatform(platform: OrderingPlatform): OrderingPlatform {
  const { account, ...kept } = keepPlatform(platform);
  return { ...kept, ...(account !== undefined && { account: '' }) };
}

/**
 * Returns the buyer to whom an order of the checkout belongs: the linked account, of which a platform may have several
 * checkouts at once, else the buyer of the checkout.
 */
export function orderingBuyer({
  buyer_id,
  platform,
}: {
  readonly buyer_id: string;
  readonly platform?: OrderingPlatform;
}): string {
  return platform?.account ?? buyer_id;
}
