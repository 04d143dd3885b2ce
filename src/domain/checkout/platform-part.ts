import type { OrderingPlatform } from '../tenant/ucp.js';
import type { Instrument } from './instrument.js';

/** Consent by purpose; absent members were not stated (UCP, Buyer Consent Extension). */
export interface BuyerConsent {
  readonly analytics?: boolean;
  readonly preferences?: boolean;
  readonly marketing?: boolean;
  /** Includes sharing of data. */
  readonly sale_of_data?: boolean;
}

export const PURPOSES = [
  'marketing',
  'analytics',
  'preferences',
  'sale_of_data',
] as const satisfies readonly (keyof BuyerConsent)[];

export const MAX_CLAIMS = 20;

/** Hints about the buyer that decide nothing (UCP, Context). */
export interface BuyerContext {
  readonly address_country?: string;
  readonly address_region?: string;
  readonly postal_code?: string;
  readonly intent?: string;
  /** BCP 47 tag. */
  readonly language?: string;
  readonly currency?: string;
  /** Claims under reverse domain names. */
  readonly eligibility?: readonly string[];
}

/** Platform data of a checkout filled over UCP (docs/ucp.md). */
export interface PlatformPart extends OrderingPlatform {
  /** Total in the response to the last create or update, the only one that can be completed. Minor units. */
  readonly answered_total?: number;
  /** The cart it was created from. */
  readonly cart_id?: string;
  /** Preferred method, also before an option is selected; absent to let most lines decide. */
  readonly method?: 'shipping' | 'pickup';
  /** The platform's own id of the destination. */
  readonly destination_id?: string;
  readonly context?: BuyerContext;
  readonly consent?: BuyerConsent;
  /** Marketing source under the platform's own names; copied to the order. */
  readonly attribution?: Readonly<Record<string, string>>;
  /** Instrument intended for payment, without its credential. */
  readonly instrument?: Instrument;
}

/** Keeps the owning platform and drops everything it sent. */
export function keepPlatform({ profile, proven, agreed }: OrderingPlatform): OrderingPlatform {
  return { profile, proven, ...(agreed && { agreed }) };
}
