import type { PostalAddress } from '../values/address.js';

/** What may be shown of a card; credentials are never stored. */
export interface Instrument {
  readonly id: string;
  readonly handler_id: string;
  readonly type?: string;
  readonly brand?: string;
  readonly last_digits?: string;
  readonly expiry_month?: number;
  readonly expiry_year?: number;
  /** Shown to nobody but agents, as they sent it. */
  readonly rich_card_art?: string;
  readonly rich_text_description?: string;
  readonly billing_address?: PostalAddress;
}
