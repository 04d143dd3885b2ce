import type { Caller } from '../domain/tenant/tenant.js';
import type { Platform } from '../domain/tenant/ucp.js';
import type { Site } from './site/site.js';
import type { ProtocolVersion } from './versions/version.js';

/** Result of the capability negotiation for one call. */
export interface Session {
  readonly site: Site;
  readonly platform: Platform;
  readonly version: ProtocolVersion;
  /** Ids of the capabilities that both the site and the platform support. */
  readonly active: ReadonlySet<string>;
  /** True if the platform's profile has a URL for order events. */
  readonly listens: boolean;
}

/** A caller over UCP, before its session is negotiated. */
export type PlatformCaller = Caller & { readonly platform: Platform };

/** A caller over UCP, with its negotiated session. */
export interface UcpCaller extends Caller {
  readonly session: Session;
}
