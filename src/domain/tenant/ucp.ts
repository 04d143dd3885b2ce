/** How a deployment is reached over UCP (docs/ucp.md). */
export interface UcpSettings {
  readonly enabled: boolean;
  /** Its name in the DNS, lower case, which no other deployment has; null = that of the portal's public URL. */
  readonly host: string | null;
  /** True: platforms need not prove who they are. */
  readonly open: boolean;
  /** The profiles that may buy here; null = any. */
  readonly platforms: readonly string[] | null;
}

/** A key of P-256 that signs for a deployment. */
export interface UcpKey {
  /** Its RFC 7638 thumbprint. */
  readonly kid: string;
  /** Base64url. */
  readonly x: string;
  readonly y: string;
  /** The private key, which only a secret of the database opens. Base64. */
  readonly sealed: string;
  readonly created_at: number;
  /** Since when another one signs. */
  readonly replaced_at?: number;
}

/** The most characters of the URL of a platform's profile. */
export const MAX_PROFILE_URL = 512;

/** Who buys for somebody over UCP, known by the URL of its profile. */
export interface Platform {
  readonly profile: string;
  /** False: in an open shop it only says so. What it creates is not the proven platform's, nor the other way round. */
  readonly proven: boolean;
}

/** What was negotiated with a platform when it paid: what it is told of the order later has this form. */
export interface Agreed {
  /** YYYY-MM-DD. */
  readonly version: string;
  /** The versions of the capabilities that concern orders and that both sides have, by their names. */
  readonly capabilities: Readonly<Record<string, string>>;
  /** Its profile named a URL for events of orders. */
  readonly listens: boolean;
}

/** The platform that placed an order. */
export interface OrderingPlatform extends Platform {
  /** Absent = earlier programs placed the order. */
  readonly agreed?: Agreed;
}
