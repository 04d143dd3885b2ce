import type { z } from 'zod';
import type { Instrument } from '../../domain/checkout/instrument.js';
import { PortalError } from '../../domain/errors/portal-error.js';
import { omitUndefined } from '../../domain/values/present.js';
import type { PaymentInput } from '../../schema/payment.js';
import type { instrument as instrumentForm, payment } from './request-forms.js';

type SentInstrument = z.output<typeof instrumentForm>;

/**
 * @throws PortalError `payment_instrument_invalid` if several instruments are selected, or several are sent and none is
 * selected
 */
export function chooseInstrument(instruments: readonly SentInstrument[] | undefined): SentInstrument | undefined {
  const all = instruments ?? [];
  const selected = all.filter((one) => one.selected === true);
  const [only, ...others] = selected.length > 0 ? selected : all;
  if (others.length === 0) return only;
  throw new PortalError('payment_instrument_invalid', 'payment.instruments: select exactly one');
}

/** Converts an instrument to its stored form, which has no credential. */
export function toStoredInstrument({ id, handler_id, type, billing_address, display }: SentInstrument): Instrument {
  const { description, card_art, ...card } = display ?? {};
  return {
    ...omitUndefined({ ...card, rich_text_description: description, rich_card_art: card_art, billing_address }),
    id,
    handler_id,
    type,
  };
}

/** Credential types that 2026-08-25 uses instead of `card`, with the `card_number_type` of each. */
const CARD_NUMBER_TYPES: Readonly<Record<string, 'fpan' | 'network_token'>> = {
  pan: 'fpan',
  network_token: 'network_token',
};

/** Converts a credential sent in any version to the form that payment handlers expect. */
function toHandlerCredential(sent: SentInstrument['credential']): SentInstrument['credential'] {
  const card_number_type = sent && CARD_NUMBER_TYPES[sent.type];
  return card_number_type ? { ...sent, type: 'card', card_number_type } : sent;
}

/** Reads `payment` from a request that completes a checkout. */
export function readPayment(sent: z.output<typeof payment> | undefined): PaymentInput | undefined {
  const chosen = chooseInstrument(sent?.instruments);
  if (!chosen) return undefined;
  const { id, handler_id, type, credential, display, billing_address } = chosen;
  const { description, card_art, ...card } = display ?? {};
  return {
    instruments: [
      {
        id,
        handler_id,
        // Instrument types other than `card` are defined by the handler.
        type: type === 'card' ? type : undefined,
        ...card,
        rich_text_description: description,
        rich_card_art: card_art,
        billing_address,
        credential: toHandlerCredential(credential),
      },
    ],
  };
}
