import type StripeDefault from 'stripe';
import { loadOnce } from '../../../domain/values/load-once.js';

/** The class that the stripe package exports. */
export type StripeSdk = typeof StripeDefault;

/** The package is large, so only processes that use a Stripe account load it. */
export const sdk = loadOnce<StripeSdk>(async () => (await import('stripe')).default);
