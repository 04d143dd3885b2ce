/** A deployment's UCP settings (docs/ucp.md). */
export interface UcpSettings {
  readonly enabled: boolean;
  /** Unique DNS name in lower case; null for the host of the portal's public URL. */
  readonly host: string | null;
  /** True if platforms need not prove their identity. */
  readonly open: boolean;
  /** Profiles that may buy here; null for any. */
  readonly platforms: readonly string[] | null;
}

/** A P-256 key that signs for a deployment. */
export interface UcpKey {
  /** RFC 7638 thumbprint. */
  readonly kid: string;
  /** Base64url. */
  readonly x: string;
  readonly y: string;
  /** Private key, sealed with a secret of the database. Base64. */
  readonly sealed: string;
  readonly created_at: number;
  /** When a newer key took over. */
  readonly replaced_at?: number;
}

/** Characters of a profile URL. */
export const MAX_PROFILE_URL = 512;

/** A UCP buyer's agent, identified by the URL of its profile. */
export interface Platform {
  readonly profile: string;
  /**
   * False if the identity is only claimed, in an open shop. A proven platform does not own what a claimed one created,
   * and vice versa.
   */
  readonly proven: boolean;
}

/** Terms negotiated with the platform at payment; they fix the form of later order events. */
export interface Agreed {
  /** YYYY-MM-DD. */
  readonly version: string;
  /** Versions of the order-related capabilities that both sides support, by name. */
  readonly capabilities: Readonly<Record<string, string>>;
  /** True if its profile has a URL for order events. */
  readonly listens: boolean;
}

/** The platform that placed an order. */
export interface OrderingPlatform extends Platform {
  /** Absent on orders of earlier versions. */
  readonly agreed?: Agreed;
}
