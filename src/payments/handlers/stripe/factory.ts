import { ConfigError } from '../../../config.js';
import { parsedUrl } from '../../../parsed-url.js';
import type { HandlerFactory } from '../handler-factory.js';
import type { StripeApi } from './account.js';
import { ACCOUNT_SETTINGS } from './settings.js';
import { makeStripe } from './stripe.js';

type HandlerSetting = HandlerFactory['settings'][number];

const API_URL = {
  env: 'PORTAL_STRIPE_API_URL',
  fallback: 'https://api.stripe.com',
  help: 'URL of the Stripe API, for tests',
} as const satisfies HandlerSetting;

/** Environment variables of the account for all shops, by the names of the account's settings. */
const ACCOUNT: Readonly<Record<string, HandlerSetting>> = {
  secret_key: {
    env: 'PORTAL_STRIPE_SECRET_KEY',
    help: 'secret or restricted key of the Stripe account of shops that have none of their own',
  },
  publishable_key: { env: 'PORTAL_STRIPE_PUBLISHABLE_KEY', help: 'publishable key of that Stripe account' },
  webhook_secret: {
    env: 'PORTAL_STRIPE_WEBHOOK_SECRET',
    help: 'signing secret of the webhook endpoint of that Stripe account',
  },
  multicapture: {
    env: 'PORTAL_STRIPE_MULTICAPTURE',
    help: 'on if Stripe has enabled multicapture for that Stripe account',
  },
  google_pay_merchant_id: {
    env: 'PORTAL_STRIPE_GOOGLE_PAY_MERCHANT_ID',
    help: 'merchant ID of the Google Pay & Wallet Console, to accept Google Pay from UCP platforms through that account',
  },
};

/** Makes the handler also without an account for all shops, since a shop can have its own. */
export const stripe: HandlerFactory = {
  settings: [...Object.values(ACCOUNT), API_URL],
  make: (given) => makeStripe(apiAt(given[API_URL.env] ?? API_URL.fallback), accountIn(given)),
};

/**
 * Reads the operator's account; `undefined` if there is none.
 * @throws ConfigError if a setting has a wrong value, or a required one is missing while others are given
 */
function accountIn(given: Readonly<Record<string, string>>): Record<string, string> | undefined {
  const found = Object.entries(ACCOUNT).flatMap(([name, { env }]) => {
    const value = given[env];
    return value === undefined ? [] : [[name, value] as const];
  });
  if (found.length === 0) return undefined;
  const account = Object.fromEntries(found);
  for (const { name, required, refuse } of ACCOUNT_SETTINGS) {
    const value = account[name];
    const env = ACCOUNT[name]?.env;
    if (value === undefined && required)
      throw new ConfigError(`${env} must be set, because the Stripe account has others`);
    const problem = value === undefined ? undefined : refuse?.(value);
    if (problem !== undefined) throw new ConfigError(`${env} ${problem}`);
  }
  return account;
}

function apiAt(text: string): StripeApi {
  const url = parsedUrl(text);
  const protocol = url?.protocol === 'http:' ? 'http' : 'https';
  if (!url || url.protocol !== `${protocol}:` || url.pathname !== '/')
    throw new ConfigError(`${API_URL.env} must be an http or https URL without a path`);
  const port = Number(url.port) || (protocol === 'http' ? 80 : 443);
  // The portal waits ten seconds for an outcome and then asks for the status, so an earlier end would lose answers.
  return { protocol, host: url.hostname, port, timeout: 60_000, retries: 1 };
}
