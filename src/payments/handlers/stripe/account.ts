import type { Stripe } from 'stripe';
import { faultOf, type Refusal, refusalOf } from './failures.js';
import type { StripeSdk } from './sdk.js';
import type { StripeSettings } from './settings.js';

/** Address of Stripe's API, and limits of its requests. */
export interface StripeApi {
  readonly protocol: 'http' | 'https';
  readonly host: string;
  readonly port: number;
  /** Time after which a request without a response counts as failed, in milliseconds. */
  readonly timeout: number;
  /** Number of times that the package sends a failed request again, with the same idempotency key. */
  readonly retries: number;
}

/** Access to one Stripe account. */
export class StripeAccount {
  readonly settings: StripeSettings;
  readonly client: Stripe;
  private readonly sdk: StripeSdk;

  constructor(sdk: StripeSdk, api: StripeApi, settings: StripeSettings) {
    this.sdk = sdk;
    this.settings = settings;
    // One client per call costs 0.3 ms, and keeps no key longer than needed. All share the connections of the package.
    this.client = new sdk(settings.secret_key, {
      protocol: api.protocol,
      host: api.host,
      port: api.port,
      timeout: api.timeout,
      maxNetworkRetries: api.retries,
      telemetry: false,
    });
  }

  /**
   * Returns the response.
   * @throws Error without secrets if the call fails for any reason
   */
  async answer<T>(call: Promise<T>): Promise<T> {
    try {
      return await call;
    } catch (error) {
      throw faultOf(error, this.sdk.errors);
    }
  }

  /**
   * Returns the response, or the refusal of a request that had no effect.
   * @throws Error without secrets if the request may have had an effect
   */
  async answerOrRefusal<T>(call: Promise<T>): Promise<T | Refusal> {
    try {
      return await call;
    } catch (error) {
      const refusal = refusalOf(error, this.sdk.errors);
      if (refusal) return refusal;
      throw faultOf(error, this.sdk.errors);
    }
  }
}
