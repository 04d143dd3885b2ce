import type { OrderingPlatform } from '../tenant/ucp.js';
import type { Instrument } from './instrument.js';

/** What a buyer has agreed to, by purpose; absent = nobody has said (UCP, Buyer Consent Extension). */
export interface BuyerConsent {
  readonly analytics?: boolean;
  readonly preferences?: boolean;
  readonly marketing?: boolean;
  /** Also sharing them. */
  readonly sale_of_data?: boolean;
}

export const PURPOSES = [
  'marketing',
  'analytics',
  'preferences',
  'sale_of_data',
] as const satisfies readonly (keyof BuyerConsent)[];

/** The most claims of a buyer. */
export const MAX_CLAIMS = 20;

/** Hints about the buyer, which decide on nothing (UCP, Context). */
export interface BuyerContext {
  readonly address_country?: string;
  readonly address_region?: string;
  readonly postal_code?: string;
  readonly intent?: string;
  /** BCP 47 tag. */
  readonly language?: string;
  readonly currency?: string;
  /** Claims in reversed domain names. */
  readonly eligibility?: readonly string[];
}

/** What a checkout has beside its content where a platform fills it (docs/ucp.md). */
export interface PlatformPart extends OrderingPlatform {
  /** The total in the answer to the last create or update: the only one that completing pays. Minor units. */
  readonly answered_total?: number;
  /** The cart that it was made of. */
  readonly cart_id?: string;
  /** How the goods are to come, also before an option is selected; absent = as most can. */
  readonly method?: 'shipping' | 'pickup';
  /** The platform's own id of the destination. */
  readonly destination_id?: string;
  readonly context?: BuyerContext;
  readonly consent?: BuyerConsent;
  /** Where the buyer came from, by the platform's own names; copied to the order. */
  readonly attribution?: Readonly<Record<string, string>>;
  /** The instrument that is meant to pay, without its credential. */
  readonly instrument?: Instrument;
}

/** Whose checkout it is, without what was sent with it. */
export function withoutFacts({ profile, proven, agreed }: OrderingPlatform): OrderingPlatform {
  return { profile, proven, ...(agreed && { agreed }) };
}
