import type { RateLimit } from '../../calls/rate-limit.js';
import { PortalError } from '../../domain/errors/portal-error.js';
import { boundedCache, byteCache } from '../../domain/values/bounded-cache.js';
import { AddressRefusal, checkedAddress } from '../../outbound/checked-address.js';
import type { Connector } from '../../outbound/connector.js';
import type { Clock } from '../../ports.js';
import { type PlatformProfile, readProfile } from './platform-profile.js';
import type { ProfileRules } from './profile-url.js';

const SECOND = 1_000;
const ANSWER_WITHIN = 3 * SECOND;
/** Bounds of the cache lifetime that `Cache-Control` may set. */
const MIN_AGE_MS = 60 * SECOND;
const MAX_AGE_MS = 24 * 60 * 60 * SECOND;
/** Delay after the first failure of a URL; each further failure doubles it. */
const FIRST_BACKOFF = 5 * SECOND;
const MAX_BACKOFF_MS = 10 * 60 * SECOND;
/** Bytes. */
const MAX_PROFILE_BYTES = 256 * 1024;
/** Maximum JSON text of all cached profiles. Bytes. */
const MAX_CACHED_BYTES = 8 * 2 ** 20;
/** Maximum URLs whose failures, and origins whose early fetches, are remembered. */
const MAX_REMEMBERED = 1_000;

interface Known {
  readonly until: number;
  readonly profile: PlatformProfile;
}

interface Failed {
  readonly until: number;
  readonly times: number;
  readonly error: PortalError;
}

interface ProfilesDeps extends ProfileRules {
  readonly clock: Clock;
  readonly connector: Connector;
  /** Limit of all profile fetches together; `undefined` for none. */
  readonly limit: RateLimit | undefined;
}

/** Fetches and caches platform profiles, with the safeguards described in docs/ucp.md. */
export class Profiles {
  private readonly deps: ProfilesDeps;
  private readonly known = byteCache<Known>(MAX_CACHED_BYTES);
  private readonly failed = boundedCache<Failed>(MAX_REMEMBERED);
  /** Time of the last early refetch, by origin. */
  private readonly fetchedAgain = boundedCache<number>(MAX_REMEMBERED);
  private readonly running = new Map<string, Promise<PlatformProfile>>();

  constructor(deps: ProfilesDeps) {
    this.deps = deps;
  }

  /** @throws PortalError `profile_unreachable`, `profile_malformed`, `invalid_profile_url`, `unavailable` */
  async get(url: URL): Promise<PlatformProfile> {
    const { href } = url;
    const now = this.deps.clock.now();
    const known = this.known.get(href);
    if (known && now < known.until) return known.profile;
    const failed = this.failed.get(href);
    if (failed && now < failed.until) throw failed.error;
    return this.fetchOnce(url, failed?.times ?? 0);
  }

  /**
   * Refetches a profile whose cached copy may be outdated, at most once a minute per origin. Otherwise, or if the fetch
   * fails, returns the same as `get`.
   */
  async again(url: URL): Promise<PlatformProfile> {
    const now = this.deps.clock.now();
    const last = this.fetchedAgain.get(url.origin);
    if (last !== undefined && now >= last && now - last < MIN_AGE_MS) return this.get(url);
    this.fetchedAgain.set(url.origin, now);
    return this.fetchOnce(url, 0).catch(() => this.get(url));
  }

  /** Fetches a profile; concurrent calls share one request. */
  private fetchOnce(url: URL, failures: number): Promise<PlatformProfile> {
    const { href } = url;
    const running = this.running.get(href) ?? this.fetch(url, failures).finally(() => this.running.delete(href));
    this.running.set(href, running);
    return running;
  }

  private async fetch(url: URL, failures: number): Promise<PlatformProfile> {
    const { clock, limit } = this.deps;
    const wait = limit?.take('profiles', clock.now()) ?? 0;
    if (wait > 0) throw new PortalError('unavailable', 'Too many profiles are being fetched; try again.', wait);
    try {
      const { cacheControl, body } = await this.answerOf(url);
      const profile = readProfile(body);
      this.known.set(url.href, { profile, until: clock.now() + ageOf(cacheControl) }, { size: body.length });
      this.failed.delete(url.href);
      return profile;
    } catch (error) {
      const refusal = error instanceof PortalError ? error : unreachable('it could not be fetched');
      const until = clock.now() + Math.min(MAX_BACKOFF_MS, FIRST_BACKOFF * 2 ** failures);
      this.failed.set(url.href, { until, times: failures + 1, error: refusal });
      throw refusal;
    }
  }

  private async answerOf(url: URL) {
    const signal = AbortSignal.timeout(ANSWER_WITHIN);
    const address = await this.addressOf(url, signal);
    const answer = await this.deps.connector.get(url, address, { bytes: MAX_PROFILE_BYTES, signal });
    if (answer.status !== 200) throw unreachable(`it was answered with status ${answer.status}`);
    return answer;
  }

  private async addressOf(url: URL, signal: AbortSignal): Promise<string> {
    try {
      return await checkedAddress(url, this.deps.connector, this.deps, signal);
    } catch (error) {
      if (!(error instanceof AddressRefusal)) throw error;
      if (error.reason === 'none') throw unreachable('its host has no address');
      throw new PortalError('invalid_profile_url', 'profile: must be the URL of a public host');
    }
  }
}

/** Cache lifetime of a profile. Milliseconds. */
function ageOf(cacheControl: string | undefined): number {
  const seconds = Number(/(?:^|[\s,])max-age=(\d{1,9})/i.exec(cacheControl ?? '')?.[1] ?? 0);
  return Math.min(MAX_AGE_MS, Math.max(MIN_AGE_MS, seconds * SECOND));
}

function unreachable(why: string): PortalError {
  return new PortalError('profile_unreachable', `The profile is needed, and ${why}.`);
}
