import type { AccountSetting, PaymentAccount } from '../../../ports.js';

/** Settings of a Stripe account, by name. */
export interface StripeSettings {
  readonly secret_key: string;
  readonly publishable_key: string;
  /** Signing secret of the webhook endpoint; without it, no events are received. */
  readonly webhook_secret?: string;
  /** `on` if Stripe has enabled multicapture for the account. */
  readonly multicapture?: string;
  /** Merchant id at Google; without it, platforms cannot pay with Google Pay. */
  readonly google_pay_merchant_id?: string;
}

const SECRET_KEY = /^[rs]k_(?:test|live)_\w+$/;
const PUBLISHABLE_KEY = /^pk_(?:test|live)_\w+$/;
const WEBHOOK_SECRET = /^whsec_\S+$/;
/** Pattern of Google's schema. */
const GOOGLE_PAY_MERCHANT = /^[0-9a-zA-Z]+$/;

export const ACCOUNT_SETTINGS: readonly AccountSetting[] = [
  {
    name: 'secret_key',
    label: 'Secret or restricted key',
    secret: true,
    required: true,
    refuse: (value) =>
      SECRET_KEY.test(value)
        ? undefined
        : 'must be a secret or restricted key, which begins with sk_test_, sk_live_, rk_test_ or rk_live_',
  },
  {
    name: 'publishable_key',
    label: 'Publishable key',
    secret: false,
    required: true,
    refuse: (value) =>
      PUBLISHABLE_KEY.test(value) ? undefined : 'must be a publishable key, which begins with pk_test_ or pk_live_',
  },
  {
    name: 'webhook_secret',
    label: 'Signing secret of the webhook endpoint',
    secret: true,
    required: false,
    refuse: (value) =>
      WEBHOOK_SECRET.test(value)
        ? undefined
        : 'must be the signing secret of the webhook endpoint, which begins with whsec_',
  },
  {
    name: 'multicapture',
    label: 'Multicapture, if Stripe has enabled it for the account',
    secret: false,
    required: false,
    refuse: (value) => (value === 'on' || value === 'off' ? undefined : 'must be on or off'),
  },
  {
    name: 'google_pay_merchant_id',
    label: 'Merchant ID of the Google Pay & Wallet Console, to accept Google Pay from UCP platforms',
    secret: false,
    required: false,
    refuse: (value) =>
      GOOGLE_PAY_MERCHANT.test(value)
        ? undefined
        : 'must be a merchant ID of Google, which has letters and digits only',
  },
];

/**
 * Reads the settings of an account.
 * @throws Error if one of the keys is missing
 */
export function stripeSettings({ secret_key, publishable_key, ...others }: PaymentAccount['settings']): StripeSettings {
  if (!secret_key || !publishable_key) throw new Error('the Stripe account of the shop has no keys');
  return { ...others, secret_key, publishable_key };
}

/** True if a secret or publishable key is for real money. */
export function isLiveKey(key: string): boolean {
  return /^[prs]k_live_/.test(key);
}
