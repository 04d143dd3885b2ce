import type { z } from 'zod';
import type { Instrument } from '../../domain/checkout/instrument.js';
import { PortalError } from '../../domain/errors/portal-error.js';
import { omitUndefined } from '../../domain/values/present.js';
import type { PaymentInput } from '../../schema/payment.js';
import type { instrument as instrumentForm, payment } from './request-forms.js';

type SentInstrument = z.output<typeof instrumentForm>;

/** @throws PortalError `payment_instrument_invalid` where it is not clear which is meant */
export function chosenInstrument(instruments: readonly SentInstrument[] | undefined): SentInstrument | undefined {
  const all = instruments ?? [];
  const selected = all.filter((one) => one.selected === true);
  const [only, ...others] = selected.length > 0 ? selected : all;
  if (others.length === 0) return only;
  throw new PortalError('payment_instrument_invalid', 'payment.instruments: select exactly one');
}

/** An instrument as it is stored, without its credential. */
export function displayInstrument({ id, handler_id, type, billing_address, display }: SentInstrument): Instrument {
  const { description, card_art, ...card } = display ?? {};
  return {
    ...omitUndefined({ ...card, rich_text_description: description, rich_card_art: card_art, billing_address }),
    id,
    handler_id,
    type,
  };
}

/** The types that 2026-08-25 has in the place of `card`, and what each says of the number. */
const NUMBERS: Readonly<Record<string, 'fpan' | 'network_token'>> = { pan: 'fpan', network_token: 'network_token' };

/** The credential as handlers know it, whatever the version. */
function handedOver(sent: SentInstrument['credential']): SentInstrument['credential'] {
  const card_number_type = sent && NUMBERS[sent.type];
  return card_number_type ? { ...sent, type: 'card', card_number_type } : sent;
}

/** `payment` of a complete. */
export function readPayment(sent: z.output<typeof payment> | undefined): PaymentInput | undefined {
  const chosen = chosenInstrument(sent?.instruments);
  if (!chosen) return undefined;
  const { id, handler_id, type, credential, display, billing_address } = chosen;
  const { description, card_art, ...card } = display ?? {};
  return {
    instruments: [
      {
        id,
        handler_id,
        // Of others, the handler says all.
        type: type === 'card' ? type : undefined,
        ...card,
        rich_text_description: description,
        rich_card_art: card_art,
        billing_address,
        credential: handedOver(credential),
      },
    ],
  };
}
