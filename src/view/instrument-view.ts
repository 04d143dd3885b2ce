import type { Instrument } from '../domain/checkout/checkout.js';

/**
 * Returns only card instruments, with brand, last digits, expiry, picture, description and billing address, but never
 * with a credential (docs/paying.md, Complete).
 */
export function instrumentsView(instrument: Instrument | undefined) {
  if (instrument?.type !== 'card' || !instrument.brand || !instrument.last_digits) return {};
  const { id, handler_id, brand, last_digits, expiry_month, expiry_year, billing_address } = instrument;
  const { rich_card_art, rich_text_description } = instrument;
  return {
    instruments: [
      {
        id,
        handler_id,
        type: 'card' as const,
        brand,
        last_digits,
        ...(expiry_month !== undefined && { expiry_month }),
        ...(expiry_year !== undefined && { expiry_year }),
        ...(rich_card_art !== undefined && { rich_card_art }),
        ...(rich_text_description !== undefined && { rich_text_description }),
        ...(billing_address && { billing_address }),
      },
    ],
    selected_instrument_id: id,
  };
}
