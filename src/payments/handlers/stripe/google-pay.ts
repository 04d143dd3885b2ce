import type { GooglePay, PaymentAccount } from '../../../ports.js';
import { isLiveKey } from './settings.js';

/** Those that Stripe accounts accept in every country. */
const CARD_NETWORKS = ['AMEX', 'MASTERCARD', 'VISA'];

/** Version that Google requires of the gateway `stripe` (developers.google.com/pay/api, Gateway). */
const GATEWAY_VERSION = '2018-10-31';

/** Google Pay of an account whose merchant is registered with Google. */
export function googlePay({ settings }: PaymentAccount): GooglePay | undefined {
  const { publishable_key, google_pay_merchant_id: merchant_id } = settings;
  if (!publishable_key || !merchant_id) return undefined;
  return {
    environment: isLiveKey(publishable_key) ? 'PRODUCTION' : 'TEST',
    merchant_id,
    card_networks: CARD_NETWORKS,
    gateway: {
      gateway: 'stripe',
      'stripe:version': GATEWAY_VERSION,
      'stripe:publishableKey': publishable_key,
    },
  };
}
