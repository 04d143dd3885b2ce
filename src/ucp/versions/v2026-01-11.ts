import { z } from 'zod';
import { omitUndefined } from '../../domain/values/present.js';
import type { PaymentInput } from '../../schema/payment.js';
import { BUYER_CONSENT, type Capability, CHECKOUT, DISCOUNT, FULFILLMENT, ORDER } from '../capabilities.js';
import type { CanonicalCheckout } from '../checkout/canonical-forms.js';
import { identityLinking } from './capabilities.js';
import { earlyOrder } from './early-order.js';
import { earlyLine, earlyMessage, earlyPayment, earlyTotals } from './early-wire.js';
import { booleanConsent, readConsent, toFulfillment } from './plain-forms.js';
import { readAs, readCheckoutBase, toConsent } from './read.js';
import { address, buyerMembers, cardMembers, checkoutMembers, credential, ignoreNull, text } from './request-forms.js';
import type { ProtocolVersion } from './version.js';

const CAPABILITIES: readonly Capability[] = [
  { name: CHECKOUT, spec: 'checkout', schema: 'shopping/checkout.json' },
  { name: ORDER, spec: 'order', schema: 'shopping/order.json', eventOnly: true },
  { name: DISCOUNT, extends: [CHECKOUT], spec: 'discount', schema: 'shopping/discount.json' },
  { name: FULFILLMENT, extends: [CHECKOUT], spec: 'fulfillment', schema: 'shopping/fulfillment.json' },
  { name: BUYER_CONSENT, extends: [CHECKOUT], spec: 'buyer-consent', schema: 'shopping/buyer_consent.json' },
  identityLinking('identity-linking'),
];

const { description: _description, card_art: _art, ...shownOnCard } = cardMembers;

const instrument = z.object({
  id: z.string().min(1).max(255),
  handler_id: z.string().min(1).max(255),
  type: z.string().min(1).max(50),
  ...shownOnCard,
  rich_text_description: text(1000),
  rich_card_art: text(2000),
  billing_address: ignoreNull(address),
  credential: ignoreNull(credential),
});
type SentInstrument = z.output<typeof instrument>;

const { payment: _payment, cart_id: _cart, ...content } = checkoutMembers;

const checkoutForm = z.object({
  ...content,
  buyer: ignoreNull(z.object({ ...buyerMembers, full_name: text(200), consent: booleanConsent })),
  payment: ignoreNull(
    z.object({ instruments: ignoreNull(z.array(instrument).max(10)), selected_instrument_id: text(255) }),
  ),
});

const completionForm = z.object({ payment_data: instrument });

/** UCP 2026-01-11: checkout over REST. */
export const v20260111: ProtocolVersion = {
  date: '2026-01-11',
  isEarly: true,
  transports: ['rest'],
  capabilities: CAPABILITIES,
  readCheckout(body, active) {
    const { buyer: sent, payment, ...members } = readAs(checkoutForm, body);
    const { consent, ...buyer } = sent ?? {};
    const chosen = payment?.instruments?.find(({ id }) => id === payment.selected_instrument_id);
    return {
      ...readCheckoutBase({ ...members, payment: undefined, cart_id: undefined }, active),
      buyer: sent && omitUndefined(buyer),
      consent: active.has(BUYER_CONSENT) ? toConsent(omitUndefined(consent ?? {})) : undefined,
      instrument: chosen && shownInstrument(chosen),
    };
  },
  readCart: noCarts,
  readCompletion: (body) => ({ payment: paymentOf(readAs(completionForm, body).payment_data), consent: undefined }),
  checkout: (canonical, active) => ({
    ...baseOf(canonical),
    ...omitUndefined({ buyer: buyerOf(canonical, active) }),
    ...(active.has(DISCOUNT) && { discounts: canonical.discounts }),
    ...(active.has(FULFILLMENT) && { fulfillment: toFulfillment(canonical) }),
  }),
  cart: noCarts,
  order: earlyOrder,
};

function noCarts(): never {
  throw new Error('2026-01-11 has no carts');
}

function baseOf(canonical: CanonicalCheckout) {
  const { id, status, currency, line_items, totals, messages, links, continue_url, expires_at, order } = canonical;
  return {
    id,
    status,
    currency,
    line_items: line_items.map(earlyLine),
    totals: earlyTotals(totals),
    messages: messages.map(earlyMessage),
    links,
    payment: earlyPayment(canonical),
    ...(continue_url !== undefined && { continue_url, expires_at }),
    ...omitUndefined({ order }),
  };
}

function buyerOf({ buyer, consent }: CanonicalCheckout, active: ReadonlySet<string>) {
  const { email, first_name, last_name, full_name, phone_number } = buyer ?? {};
  const person = buyer && omitUndefined({ email, first_name, last_name, full_name, phone_number });
  return readConsent(person, consent, active);
}

function shownInstrument({ credential: _credential, ...shown }: SentInstrument) {
  const { id, handler_id, type, ...members } = shown;
  return { ...omitUndefined(members), id, handler_id, type };
}

function paymentOf(sent: SentInstrument): PaymentInput {
  // Instrument types other than `card` are defined by the handler.
  return { instruments: [{ ...sent, type: sent.type === 'card' ? sent.type : undefined }] };
}
