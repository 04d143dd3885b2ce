import { type ErrorCode, PortalError } from '../../domain/errors/portal-error.js';
import { paymentInProgress } from '../../operations/checkout/change-cart.js';
import type { Session } from '../session.js';
import type { CanonicalMessage } from './canonical-forms.js';

/**
 * Protocol codes of content errors. The response to such an error shows the checkout; the call itself has not failed
 * (UCP, Error Handling).
 */
const CODES: Readonly<Partial<Record<ErrorCode, string>>> = {
  item_not_found: 'not_found',
  item_unavailable: 'item_unavailable',
  property_unknown: 'property_unknown',
  property_value_invalid: 'property_value_invalid',
  quantity_unit_mismatch: 'quantity_unit_mismatch',
  parent_not_found: 'parent_not_found',
  line_item_not_found: 'line_item_not_found',
  line_item_conflict: 'line_item_conflict',
  limit_exceeded: 'limit_exceeded',
  fulfillment_address_required: 'field_required',
  fulfillment_destination_required: 'field_required',
  fulfillment_option_unknown: 'fulfillment_option_unknown',
  payment_instrument_invalid: 'payment_failed',
  payment_failed: 'payment_failed',
  payment_in_progress: 'payment_in_progress',
  checkout_closed: 'checkout_closed',
};

/** Errors about an open checkout that cannot be paid now, which its messages explain. */
const UNPAYABLE: ReadonlySet<ErrorCode> = new Set(['out_of_stock', 'checkout_not_ready', 'total_changed']);

/**
 * Message for a content error; null if messages of the checkout already explain it.
 * @throws the same error if the protocol has no code for it or if, in 2026-01-11, which reports errors by HTTP status,
 * it is not a declined payment.
 */
export function refusalMessage(error: unknown, { version }: Pick<Session, 'version'>): CanonicalMessage | null {
  if (!(error instanceof PortalError)) throw error;
  if (UNPAYABLE.has(error.code)) return null;
  if (version.isEarly && error.code !== 'payment_failed') throw error;
  return messageOf(error);
}

/** Message for a `complete_checkout` call while another call's payment is in flight, also in 2026-01-11. */
export function inProgressMessage(): CanonicalMessage {
  return messageOf(paymentInProgress());
}

/** @throws the same error if the protocol has no code for it */
function messageOf(error: PortalError): CanonicalMessage {
  const code = CODES[error.code];
  if (code === undefined) throw error;
  const { path, content } = placed(error);
  return { type: 'error', code, content, ...(path !== undefined && { path }), severity: 'recoverable' };
}

const OPTION = 'selected_option_id';
const INSTRUMENT = '$.payment.instruments[0]';

/**
 * Splits an error text into the path of the member it begins with, if any, and the rest. A failed payment gets the path
 * of the instrument.
 */
function placed({ code, detail }: PortalError): { readonly path?: string; readonly content: string } {
  const [, member, content] = /^([a-z_]+(?:\[\d+\]|\.[a-z_]+)*): (.+)$/s.exec(detail) ?? [];
  if (code === 'payment_failed') return { path: INSTRUMENT, content: detail };
  if (member === undefined || content === undefined) return { content: detail };
  return { path: member === OPTION ? `$.fulfillment.methods[0].groups[0].${OPTION}` : `$.${member}`, content };
}
