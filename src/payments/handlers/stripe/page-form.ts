import type { PaymentClient, PaymentForm, ShownPurchase } from '../../../ports.js';
import { toStripeAmount } from './amounts.js';
import { methodFilter } from './authorize.js';

/** Of the same release as the package's version of the API. */
const STRIPE_JS = 'https://js.stripe.com/endive/stripe.js';

const OWN = ['https://js.stripe.com', 'https://*.js.stripe.com'];

const SOURCES: PaymentClient['sources'] = {
  script: OWN,
  frame: [...OWN, 'https://hooks.stripe.com'],
  connect: ['https://api.stripe.com'],
};

/** The Payment Element, whose confirmation token is the credential. Without it the buyer pays on a page of Stripe. */
export const PAGE_FORM: PaymentForm = {
  fields: [],
  client: (purchase, { settings }) => clientOf(purchase, settings.publishable_key),
  instrument: ({ token }) => (token ? { type: 'card', credential: { type: 'token', token } } : {}),
};

function clientOf(purchase: ShownPurchase, publishable_key: string | undefined): PaymentClient | undefined {
  const amount = toStripeAmount(purchase);
  if (publishable_key === undefined || amount === undefined) return undefined;
  const { allowed_payment_method_types: allowed, excluded_payment_method_types: excluded } = methodFilter(purchase);
  return {
    kind: 'stripe',
    scripts: [STRIPE_JS],
    sources: SOURCES,
    config: {
      publishable_key,
      amount: String(amount),
      currency: purchase.currency.toLowerCase(),
      capture_method: purchase.capture === 'later' ? 'manual' : 'automatic',
      ...(allowed && { allowed: allowed.join(' ') }),
      ...(excluded && { excluded: excluded.join(' ') }),
    },
  };
}
