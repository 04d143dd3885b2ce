import type { Instrument } from '../../domain/checkout/instrument.js';
import { omitUndefined } from '../../domain/values/present.js';
import { addressView } from '../../view/fulfillment-view.js';
import type {
  CanonicalCheckout,
  CanonicalHandler,
  CanonicalLine,
  CanonicalMessage,
  CanonicalTotal,
} from '../checkout/canonical-forms.js';

/** Wire forms that only 2026-01-11 has. */

/** Totals without negative amounts: the type alone marks a discount. */
export function earlyTotals(totals: readonly CanonicalTotal[]) {
  return totals.map(({ type, amount }) => (type === 'total' ? { type, amount } : { type, amount: Math.abs(amount) }));
}

export function earlyLine({ id, item, quantity, parent_id, totals }: CanonicalLine) {
  return { id, item, quantity, ...omitUndefined({ parent_id }), totals: earlyTotals(totals) };
}

/** A handler in `payment.handlers`; it always includes the URLs of its documents. */
export function earlyHandler({ name, id, version, documents, config }: CanonicalHandler) {
  const { spec, schema, instruments } = documents;
  return { id, name, version, spec, config_schema: schema, instrument_schemas: instruments, config };
}

/** Message codes that have other names in 2026-01-11. */
const CODES: Readonly<Record<string, string>> = {
  field_required: 'missing',
  invalid_address: 'invalid',
  payment_failed: 'payment_declined',
};

export function earlyMessage({ code, severity, ...message }: CanonicalMessage) {
  return { ...message, code: CODES[code] ?? code, ...omitUndefined({ severity }) };
}

/** The `payment` member. Card members are directly in the instrument, not in `display`. */
export function earlyPayment({ handlers, instrument }: CanonicalCheckout) {
  return {
    handlers: handlers.map(earlyHandler),
    instruments: instrument ? [instrumentWire(instrument)] : [],
    ...(instrument && { selected_instrument_id: instrument.id }),
  };
}

function instrumentWire({ type, billing_address, ...members }: Instrument) {
  return {
    ...members,
    type: type ?? members.handler_id,
    ...(billing_address && { billing_address: addressView(billing_address) }),
  };
}
