import type { Caller } from '../domain/tenant/tenant.js';
import type { Platform } from '../domain/tenant/ucp.js';
import type { Site } from './site/site.js';
import type { ProtocolVersion } from './versions/version.js';

/** What was negotiated for one call. */
export interface Session {
  readonly site: Site;
  readonly platform: Platform;
  readonly version: ProtocolVersion;
  /** The capabilities that both sides have, by what the code calls them. */
  readonly active: ReadonlySet<string>;
  /** The platform names a URL for events of orders. */
  readonly listens: boolean;
}

/** A caller over UCP, with the session that was negotiated. */
export interface UcpCaller extends Caller {
  readonly session: Session;
}
