import { isIP } from 'node:net';
import { LRUCache } from 'lru-cache';
import type { RateLimit } from '../../calls/rate-limit.js';
import { PortalError } from '../../domain/errors/portal-error.js';
import type { Clock } from '../../ports.js';
import type { Connector } from './connector.js';
import { type PlatformProfile, readProfile } from './platform-profile.js';
import { bareHost, type ProfileRules } from './profile-url.js';
import { isLoopbackAddress, isSpecialAddress } from './special-addresses.js';

/** Milliseconds. */
const SECOND = 1_000;
const ANSWER_WITHIN = 3 * SECOND;
/** A profile is fetched again after what its `Cache-Control` says, within these. */
const LEAST_AGE = 60 * SECOND;
const MOST_AGE = 24 * 60 * 60 * SECOND;
/** Waiting after the first failure of a URL; it doubles with each further one. */
const FIRST_BACKOFF = 5 * SECOND;
const MOST_BACKOFF = 10 * 60 * SECOND;
/** Bytes. */
const MOST_BYTES = 256 * 1024;
const MAX_PROFILES = 1_000;

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
  /** Of all fetches together; undefined = no limit. */
  readonly limit: RateLimit | undefined;
}

/** The profiles of platforms, fetched with every guard of docs/ucp.md, and kept. */
export class Profiles {
  private readonly deps: ProfilesDeps;
  private readonly known = new LRUCache<string, Known>({ max: MAX_PROFILES });
  private readonly failed = new LRUCache<string, Failed>({ max: MAX_PROFILES });
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
    // Those who ask at once share one request.
    const running =
      this.running.get(href) ?? this.fetch(url, failed?.times ?? 0).finally(() => this.running.delete(href));
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
      this.known.set(url.href, { profile, until: clock.now() + ageOf(cacheControl) });
      this.failed.delete(url.href);
      return profile;
    } catch (error) {
      const refusal = error instanceof PortalError ? error : unreachable('it could not be fetched');
      const until = clock.now() + Math.min(MOST_BACKOFF, FIRST_BACKOFF * 2 ** failures);
      this.failed.set(url.href, { until, times: failures + 1, error: refusal });
      throw refusal;
    }
  }

  private async answerOf(url: URL) {
    const signal = AbortSignal.timeout(ANSWER_WITHIN);
    const address = await within(signal, this.addressOf(url));
    const answer = await this.deps.connector.get(url, address, { bytes: MOST_BYTES, signal });
    if (answer.status !== 200) throw unreachable(`it was answered with status ${answer.status}`);
    return answer;
  }

  /** All addresses of the name must be public: one that is not shows that the name is no public host's. */
  private async addressOf(url: URL): Promise<string> {
    const { connector, local } = this.deps;
    const host = bareHost(url);
    const addresses = isIP(host) === 0 ? await connector.resolve(host) : [host];
    const [first] = addresses;
    if (first === undefined) throw unreachable('its host has no address');
    const isAllowed = (one: string) => !isSpecialAddress(one) || (local && isLoopbackAddress(one));
    if (addresses.every(isAllowed)) return first;
    throw new PortalError('invalid_profile_url', 'profile: takes the URL of a public host');
  }
}

/** What is left of the time counts for resolving too. */
function within<R>(signal: AbortSignal, work: Promise<R>): Promise<R> {
  return new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
    work.then(resolve, reject);
  });
}

/** Milliseconds for which a profile is kept. */
function ageOf(cacheControl: string | undefined): number {
  const seconds = Number(/(?:^|[\s,])max-age=(\d{1,9})/i.exec(cacheControl ?? '')?.[1] ?? 0);
  return Math.min(MOST_AGE, Math.max(LEAST_AGE, seconds * SECOND));
}

function unreachable(why: string): PortalError {
  return new PortalError('profile_unreachable', `The profile is needed, and ${why}.`);
}
