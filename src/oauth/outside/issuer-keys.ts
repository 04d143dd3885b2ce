import { createLocalJWKSet, type JSONWebKeySet } from 'jose';
import { z } from 'zod';
import type { RateLimit } from '../../calls/rate-limit.js';
import { PortalError } from '../../domain/errors/portal-error.js';
import { checkedAddress } from '../../outbound/checked-address.js';
import type { Connector } from '../../outbound/connector.js';
import { type OutboundRules, publicUrl } from '../../outbound/public-url.js';
import type { IssuerSettings } from './issuer-settings.js';

const SECOND = 1_000;
const ANSWER_WITHIN_MS = 3 * SECOND;
const MAX_BYTES = 64 * 1024;
const MAX_URL_LENGTH = 512;
/** Time for which keys are used without asking again. Milliseconds. */
const FRESH_MS = 10 * 60 * SECOND;
/** Time for which keys are still used while the issuer cannot be reached. Milliseconds. */
const STALE_MS = 24 * 60 * 60 * SECOND;
/** Minimum interval between two fetches from an issuer, such as for tokens that name an unknown key. Milliseconds. */
const INTERVAL_MS = 60 * SECOND;

const keySet = z.looseObject({ keys: z.array(z.looseObject({ kty: z.string() })).max(100) });
const discovery = z.looseObject({ issuer: z.string(), jwks_uri: z.string() });

/** Finds the key of a token by its header. */
export type FindKey = ReturnType<typeof createLocalJWKSet>;

interface Known {
  readonly findKey: FindKey;
  readonly at: number;
}

export interface IssuerKeysDeps {
  readonly connector: Connector;
  readonly outbound: OutboundRules;
  /** Limit of all fetches together; `undefined` for none. */
  readonly limit: RateLimit | undefined;
  now(): number;
}

/** Fetches and caches the keys of an outside issuer, with the guards of every outbound request. */
export class IssuerKeys {
  private readonly deps: IssuerKeysDeps;
  private readonly settings: IssuerSettings;
  private known: Known | undefined;
  private triedAt = Number.NEGATIVE_INFINITY;
  private running: Promise<void> | undefined;

  constructor(deps: IssuerKeysDeps, settings: IssuerSettings) {
    this.deps = deps;
    this.settings = settings;
  }

  /**
   * Returns the keys, fetched at most ten minutes ago, or up to a day ago if the issuer does not answer.
   * @throws PortalError `unavailable` if there are none
   */
  async get(): Promise<FindKey> {
    const now = this.deps.now();
    if (!this.known || now - this.known.at >= FRESH_MS) await this.fetchOnce();
    if (this.known && now - this.known.at < STALE_MS) return this.known.findKey;
    throw new PortalError('unavailable', 'The keys of the issuer of this token cannot be fetched; try again.', 60);
  }

  /** Fetches the keys again for a token that names an unknown one; `undefined` if that was tried a moment ago. */
  async again(): Promise<FindKey | undefined> {
    const before = this.known;
    await this.fetchOnce();
    return this.known === before ? undefined : this.known?.findKey;
  }

  /** Concurrent calls share a fetch. A failed one leaves the known keys. */
  private async fetchOnce(): Promise<void> {
    if (!this.running) {
      const now = this.deps.now();
      if (now >= this.triedAt && now - this.triedAt < INTERVAL_MS) return;
      if ((this.deps.limit?.take('issuers', now) ?? 0) > 0) return;
      this.triedAt = now;
      this.running = this.fetch().finally(() => {
        this.running = undefined;
      });
    }
    await this.running;
  }

  private async fetch(): Promise<void> {
    const signal = AbortSignal.timeout(ANSWER_WITHIN_MS);
    try {
      const url = this.settings.jwks_uri ?? (await this.discover(signal));
      const { keys } = keySet.parse(await this.read(url, signal));
      const jwks: JSONWebKeySet = { keys };
      this.known = { findKey: createLocalJWKSet(jwks), at: this.deps.now() };
    } catch {
      // The sender of the token learns only that there are no keys; the issuer's operator sees the failed requests.
    }
  }

  private async discover(signal: AbortSignal): Promise<string> {
    const { issuer } = this.settings;
    const url = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`;
    const found = discovery.parse(await this.read(url, signal));
    if (found.issuer !== issuer) throw new Error('the configuration is of another issuer');
    return found.jwks_uri;
  }

  private async read(text: string, signal: AbortSignal): Promise<unknown> {
    const { connector, outbound } = this.deps;
    const url = publicUrl(text, MAX_URL_LENGTH, outbound);
    if ('problem' in url) throw new Error(url.problem);
    const address = await checkedAddress(url, connector, outbound, signal);
    const { status, body } = await connector.get(url, address, { bytes: MAX_BYTES, signal });
    if (status !== 200) throw new Error(`status ${status}`);
    return JSON.parse(body.toString('utf8'));
  }
}
