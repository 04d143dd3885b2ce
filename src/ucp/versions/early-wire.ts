import type { Instrument } from '../../domain/checkout/instrument.js';
import { omitUndefined } from '../../domain/values/present.js';
import { addressView } from '../../view/fulfillment-view.js';
import type {
  CanonicalCheckout,
  CanonicalHandler,
  CanonicalLine,
  CanonicalMessage,
  CanonicalTotal,
} from '../checkout/canonical.js';

/** What 2026-01-11 says in another way than the versions after it. */

/** Amounts are never below zero: the type says that a discount is taken off. */
export function earlyTotals(totals: readonly CanonicalTotal[]) {
  return totals.map(({ type, amount }) => (type === 'total' ? { type, amount } : { type, amount: Math.abs(amount) }));
}

export function earlyLine({ id, item, quantity, parent_id, totals }: CanonicalLine) {
  return { id, item, quantity, ...omitUndefined({ parent_id }), totals: earlyTotals(totals) };
}

/** A handler as `payment.handlers` has it; it always names its documents. */
export function earlyHandler({ name, id, version, documents, config }: CanonicalHandler) {
  const { spec, schema, instruments } = documents;
  return { id, name, version, spec, config_schema: schema, instrument_schemas: instruments, config };
}

/** Its list of codes; other codes are the same. */
const CODES: Readonly<Record<string, string>> = {
  field_required: 'missing',
  invalid_address: 'invalid',
  payment_failed: 'payment_declined',
};

export function earlyMessage({ code, severity, ...message }: CanonicalMessage) {
  return { ...message, code: CODES[code] ?? code, ...omitUndefined({ severity }) };
}

/** Instruments have the members of a card beside their own. */
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
