import type { Caller } from '../domain/tenant/tenant.js';
import type { Platform } from '../domain/tenant/ucp.js';
import type { Site } from './site/site.js';
import type { ProtocolVersion } from './versions/version.js';

/** Result of the negotiation for one call. */
export interface Session {
  readonly site: Site;
  readonly platform: Platform;
  readonly version: ProtocolVersion;
  /** Shared capabilities, by their ids in the code. */
  readonly active: ReadonlySet<string>;
  /** True if the platform has a URL for order events. */
  readonly listens: boolean;
}

/** A caller over UCP, with the session that was negotiated. */
export interface UcpCaller extends Caller {
  readonly session: Session;
}
