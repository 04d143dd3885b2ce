/** A deployment's UCP settings (docs/ucp.md). */
export interface UcpSettings {
  readonly enabled: boolean;
  /** Unique DNS name in lower case; null to use the host of the portal's public URL. */
  readonly host: string | null;
  /** True if platforms do not have to prove their identity. */
  readonly open: boolean;
  /** Profile URLs of the platforms that may buy here; null for any. */
  readonly platforms: readonly string[] | null;
  /** True if carts, checkouts and orders need the token of a linked person. Defaults to false. */
  readonly linked?: boolean;
}

/** Base URL of a deployment over UCP, without a trailing slash. */
export function ucpBaseUrl({ host }: Pick<UcpSettings, 'host'>, publicUrl: string): string {
  return host === null ? publicUrl : `https://${host}`;
}

/** Maximum characters of a profile URL. */
export const MAX_PROFILE_URL = 512;

/** A platform that buys over UCP, identified by the URL of its profile. */
export interface Platform {
  readonly profile: string;
  /**
   * False if the platform only claims its identity, which open shops allow. Proven and claimed identities own separate
   * objects, even with the same profile.
   */
  readonly proven: boolean;
  /** Id of the grant under which it acts for a linked person. Objects of an account are separate too. */
  readonly account?: string;
}

/** Terms negotiated with the platform, updated until the payment. They determine the form of later order events. */
export interface Agreed {
  /** YYYY-MM-DD. */
  readonly version: string;
  /** Versions of the order-related capabilities that both the portal and the platform support, by capability name. */
  readonly capabilities: Readonly<Record<string, string>>;
  /** True if the platform's profile has a URL for order events. */
  readonly listens: boolean;
}

/** The platform that placed an order. */
export interface OrderingPlatform extends Platform {
  /** Absent on orders from earlier versions. */
  readonly agreed?: Agreed;
}
