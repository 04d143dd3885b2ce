import { warnOfIgnored } from '../../domain/checkout/ignored-destinations.js';
import type { Message, MessageCode } from '../../domain/checkout/message.js';
import type { Assessment } from '../../domain/checkout/status.js';
import { normalizeCode } from '../../domain/shop/discount.js';
import { formatInEnglish } from '../../domain/values/format-text.js';
import { BUYER_CONSENT, FULFILLMENT, LINE_PROPERTIES } from '../capabilities.js';
import type { CanonicalMessage } from './canonical-forms.js';
import type { CheckoutRequest } from './checkout-request.js';

/** Protocol form of a domain message. Without `code` or `path`, the one of the domain message is used. */
interface MessageMapping {
  readonly code?: string;
  readonly path?: string;
  /** Capability that a platform needs to resolve the problem; without it, the buyer must do so on the shop's page. */
  readonly needs?: string;
}

const METHOD = '$.fulfillment.methods[0]';

const MESSAGE_MAPPINGS: Readonly<Record<MessageCode, MessageMapping>> = {
  cart_empty: { code: 'field_required' },
  item_unavailable: {},
  out_of_stock: {},
  limit_exceeded: {},
  property_required: { code: 'field_required', needs: LINE_PROPERTIES },
  field_required: {},
  region_unknown: { code: 'invalid_address' },
  postal_code_invalid: { code: 'invalid_address' },
  fulfillment_destination_required: {
    code: 'field_required',
    path: `${METHOD}.selected_destination_id`,
    needs: FULFILLMENT,
  },
  fulfillment_option_required: {
    code: 'field_required',
    path: `${METHOD}.groups[0].selected_option_id`,
    needs: FULFILLMENT,
  },
  fulfillment_unavailable: { needs: FULFILLMENT },
  address_undeliverable: { path: `${METHOD}.selected_destination_id`, needs: FULFILLMENT },
  payment_unavailable: { path: '$.ucp.payment_handlers' },
  high_value_order: {},
  category_outside_limits: {},
  age_verification_required: {},
  terms_acceptance_required: {},
  backordered: { code: 'delayed_fulfillment' },
  price_changed: {},
  fulfillment_price_changed: { code: 'fulfillment_changed' },
  tax_changed: { path: '$.totals' },
  fee_changed: { path: '$.totals' },
  discount_code_ineligible: { code: 'discount_code_user_ineligible' },
  discount_code_expired: {},
  discount_code_combination_disallowed: {},
  discount_code_without_effect: {},
  fulfillment_option_dropped: { code: 'fulfillment_changed' },
  payment_action_required: {},
  payment_failed: { path: '$.ucp.payment_handlers' },
  checkout_expired: {},
};

/**
 * Returns the messages of a checkout or cart in protocol form, which distinguishes unknown from expired discount codes.
 */
export function toCanonicalMessages({ messages, cart, pricing }: Assessment, active: ReadonlySet<string>) {
  const known = new Set(pricing.discountStatuses.map(({ discount }) => normalizeCode(discount.code)));
  const unknown = new Set(
    cart.checkout.discount_codes.flatMap((code, index) => (known.has(code) ? [] : [`$.discounts.codes[${index}]`])),
  );
  return messages.map((message) => {
    if (message.code !== 'discount_code_expired' || !unknown.has(message.path))
      return toCanonicalMessage(message, active);
    return {
      ...toCanonicalMessage(message, active),
      code: 'discount_code_invalid',
      content: 'The shop has no such discount code.',
    };
  });
}

/** Path of the buyer's eligibility claims in responses. */
export const CLAIMS_PATH = '$.context.eligibility';

/** Warns about each claim, since the portal supports none (UCP, Eligibility). */
export function eligibilityMessages({ cart, status }: Assessment): CanonicalMessage[] {
  if (status === 'completed' || status === 'canceled') return [];
  const claims = cart.checkout.platform?.context?.eligibility ?? [];
  return claims.map((_claim, index) => ({
    type: 'warning',
    code: 'eligibility_not_accepted',
    content: 'The shop has no benefit for this claim.',
    path: `${CLAIMS_PATH}[${index}]`,
  }));
}

/**
 * Warns early if the buyer consents to marketing but has no email address yet. Completing requires the address anyway
 * (UCP, Data dependencies).
 */
export function consentMessages({ cart, status }: Assessment, active: ReadonlySet<string>): CanonicalMessage[] {
  const { platform, buyer } = cart.checkout;
  const isOver = status === 'completed' || status === 'canceled';
  if (isOver || !active.has(BUYER_CONSENT) || !platform?.consent?.marketing || buyer?.email !== undefined) return [];
  const content = 'The buyer agrees to news and offers, which are sent to an email address.';
  return [{ type: 'warning', code: 'missing_consent_data', content, path: '$.buyer.email' }];
}

/**
 * Warns about ignored destinations. For pickup there is no warning, because platforms send back the locations that were
 * offered.
 */
export function ignoredMessages({ fulfillment }: CheckoutRequest): CanonicalMessage[] {
  if (!fulfillment || fulfillment.type === 'pickup') return [];
  const path = `${METHOD}.destinations`;
  return warnOfIgnored(fulfillment.destinations).map(({ type, code, text }) => ({
    ...{ type, code, path },
    content: formatInEnglish(text),
  }));
}

function toCanonicalMessage(message: Message, active: ReadonlySet<string>): CanonicalMessage {
  const { code = message.code, path = pathOf(message), needs } = MESSAGE_MAPPINGS[message.code];
  const { type } = message;
  const content = formatInEnglish(message.text);
  // An error says that something can be corrected. An expired checkout cannot be, so its message is a warning.
  if (type === 'warning' || message.code === 'checkout_expired') return { type: 'warning', code, content, path };
  const isFulfillment = path.startsWith('$.fulfillment');
  const blocked = needs === undefined ? isFulfillment && !active.has(FULFILLMENT) : !active.has(needs);
  if (!blocked) return { type, code, content, path, severity: message.severity ?? 'recoverable' };
  const place = isFulfillment ? {} : { path };
  return { type, code, content, ...place, severity: 'requires_buyer_input' };
}

const BILLING = '$.billing_address';
const RECIPIENT = /(\.destinations\[0\])\.name$/;

/**
 * Returns a message's path in the protocol, where the name of a recipient is the `first_name`, and the billing address
 * belongs to an instrument.
 */
function pathOf({ path: own }: Message): string {
  const path = own.replace(RECIPIENT, '$1.first_name');
  return path.startsWith(BILLING) ? `$.payment.instruments[0].billing_address${path.slice(BILLING.length)}` : path;
}
