import type { PostalAddress } from '../values/address.js';

/** Displayable details of a payment instrument; credentials are never stored. */
export interface Instrument {
  readonly id: string;
  readonly handler_id: string;
  readonly type?: string;
  readonly brand?: string;
  readonly last_digits?: string;
  readonly expiry_month?: number;
  readonly expiry_year?: number;
  /** Returned only to agents, exactly as they sent it. */
  readonly rich_card_art?: string;
  readonly rich_text_description?: string;
  readonly billing_address?: PostalAddress;
}
