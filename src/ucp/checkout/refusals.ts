import { type ErrorCode, PortalError } from '../../domain/errors/portal-error.js';
import { paymentInProgress } from '../../operations/checkout/change-cart.js';
import type { Session } from '../session.js';
import type { CanonicalMessage } from './canonical-forms.js';

/**
 * Protocol codes of content errors: the response describes the checkout and is not an error of the call (UCP, Error
 * Handling).
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

/** Errors that the checkout's own messages explain. */
const EXPLAINED: ReadonlySet<ErrorCode> = new Set(['checkout_not_ready', 'out_of_stock', 'total_changed']);

/**
 * Message for a content error; null if the checkout explains it.
 * @throws the error if it is another one, and for 2026-01-11, which has a status for it, unless a payment was declined
 */
export function refusalMessage(error: unknown, { version }: Pick<Session, 'version'>): CanonicalMessage | null {
  if (!(error instanceof PortalError)) throw error;
  if (EXPLAINED.has(error.code)) return null;
  if (version.isEarly && error.code !== 'payment_failed') throw error;
  return messageOf(error);
}

/** Sent to a second complete, in 2026-01-11 too: the requested payment is in progress. */
export function inProgressMessage(): CanonicalMessage {
  return messageOf(paymentInProgress());
}

/** @throws the error if the protocol has no code for it */
function messageOf(error: PortalError): CanonicalMessage {
  const code = CODES[error.code];
  if (code === undefined) throw error;
  const { path, content } = placed(error);
  return { type: 'error', code, content, ...(path !== undefined && { path }), severity: 'recoverable' };
}

const OPTION = 'selected_option_id';
const INSTRUMENT = '$.payment.instruments[0]';

/** Splits a detail, which starts with the member it refers to. */
function placed({ code, detail }: PortalError): { readonly path?: string; readonly content: string } {
  const [, member, content] = /^([a-z_]+(?:\[\d+\]|\.[a-z_]+)*): (.+)$/s.exec(detail) ?? [];
  if (code === 'payment_failed') return { path: INSTRUMENT, content: detail };
  if (member === undefined || content === undefined) return { content: detail };
  return { path: member === OPTION ? `$.fulfillment.methods[0].groups[0].${OPTION}` : `$.${member}`, content };
}
