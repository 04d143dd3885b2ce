import type { PortalError } from '../errors/portal-error.js';
import type { Quotas } from './quota.js';
import type { Platform, UcpKey, UcpSettings } from './ucp.js';

/** Organization -> shops, consumers, agents. Shop -> items, deployments. docs/api.md, Keys and callers. */

export interface Organization {
  readonly id: string;
  readonly name: string;
  /** True if anyone may read its log, provided the portal allows it. Defaults to false. */
  readonly public_log?: boolean;
  /** True if its receipts can be read by their hashes. Defaults to false. */
  readonly public_receipts?: boolean;
  /** Defaults to the portal's settings. */
  readonly quotas?: Quotas;
  /** Its webhooks, reduced to the members that decisions read. Absent if none. */
  readonly receivers?: readonly Receiver[];
  readonly created_at: number;
  readonly updated_at: number;
  readonly version: number;
}

/** Copy of a webhook in the organization's row, so that a decision finds receivers without reading other rows. */
export interface Receiver {
  readonly webhook_id: string;
  readonly active: boolean;
  /** Null for all shops, and for events that belong to no shop. */
  readonly shop_id: string | null;
  /** Event types; null for all. */
  readonly events: readonly string[] | null;
}

/** A hosted MCP server of a shop, which owns checkouts and orders. */
export interface Deployment {
  readonly id: string;
  readonly organization_id: string;
  readonly shop_id: string;
  readonly name: string;
  /** Absent if platforms cannot buy here. */
  readonly ucp?: UcpSettings;
  /**
   * Keys that sign UCP responses, oldest first; only the current one has not been replaced. Absent if responses are
   * unsigned.
   */
  readonly ucp_keys?: readonly UcpKey[];
  readonly created_at: number;
  readonly updated_at: number;
  readonly version: number;
}

export interface Agent {
  readonly id: string;
  readonly organization_id: string;
  readonly name: string;
  readonly description: string | null;
  readonly created_at: number;
  readonly updated_at: number;
  readonly version: number;
}

export interface Consumer extends Agent {
  readonly linked_consumer_org_id: string | null;
  readonly linked_at: number | null;
}

/** One-time code that links a merchant's consumer to the organization that created the code. */
export interface LinkCode {
  /** SHA-256 of the code, lower-case hex; the code itself is not stored. */
  readonly id: string;
  /** The creating organization. */
  readonly organization_id: string;
  /** Milliseconds since the epoch; unusable from this instant. */
  readonly expires_at: number;
  readonly created_at: number;
  readonly version: number;
}

export const SCOPES = [
  'commerce',
  'fulfillment',
  'receipts:write',
  'receipts:read',
  'shops',
  'consumers',
  'agents',
  'signing-keys',
  'keys',
  'orders:read',
  'privacy',
  'webhooks',
] as const;
export type KeyScope = (typeof SCOPES)[number];

/** A key's scope, or `buyer`, which only a buyer's link has. */
export type Scope = KeyScope | 'buyer';

export type KeyKind = 'deployment' | 'organization';

/** Default and allowed scopes by kind of key (table of docs/api.md, Keys and callers). */
export const KEY_SCOPES: Record<
  KeyKind,
  { readonly granted: readonly KeyScope[]; readonly allowed: readonly KeyScope[] }
> = {
  deployment: {
    granted: ['commerce', 'receipts:write'],
    allowed: ['commerce', 'fulfillment', 'receipts:write', 'receipts:read'],
  },
  organization: {
    granted: ['receipts:write', 'receipts:read', 'shops', 'consumers', 'agents', 'signing-keys'],
    allowed: [
      'receipts:write',
      'receipts:read',
      'shops',
      'consumers',
      'agents',
      'signing-keys',
      'keys',
      'orders:read',
      'privacy',
      'webhooks',
    ],
  },
};

/** Scopes that a key with the scope `keys` may grant to a deployment's key although it cannot hold them. */
export const SHOPPING_SCOPES: readonly KeyScope[] = ['commerce', 'fulfillment'];

/** A stored API key: its SHA-256, never the key. */
export interface ApiKey {
  readonly id: string;
  /** SHA-256 of the key, lower-case hex. */
  readonly hash: string;
  /** Prefix and last four characters, to tell keys apart in a list. */
  readonly hint: string;
  readonly kind: KeyKind;
  readonly organization_id: string;
  /** Set for deployment keys. */
  readonly deployment_id: string | null;
  readonly name: string;
  readonly scopes: readonly KeyScope[];
  readonly buyer_required: boolean;
  /** Profiles of the platform that uses it: such a key works only over UCP. Absent keys work everywhere else. */
  readonly ucp_profiles?: readonly string[];
  /** Id of the creating key, or name of another creator such as the command line; null if unknown. */
  readonly created_by: string | null;
  /** Milliseconds since the epoch; null = never. */
  readonly expires_at: number | null;
  readonly revoked_at: number | null;
  /** Accurate to the minute. */
  readonly last_used_at: number | null;
  readonly created_at: number;
  readonly updated_at: number;
  readonly version: number;
}

/** Status of a key at an instant; only live keys are accepted. */
export function keyStatus(
  { revoked_at, expires_at }: Pick<ApiKey, 'revoked_at' | 'expires_at'>,
  now: number,
): 'live' | 'expired' | 'revoked' {
  if (revoked_at !== null) return 'revoked';
  return expires_at !== null && expires_at <= now ? 'expired' : 'live';
}

/** The authenticated caller of an operation. */
export interface Caller {
  /** Identity for rate limits and idempotency: the key's id, or the name of a link or process. */
  readonly id: string;
  readonly scopes: ReadonlySet<Scope>;
  readonly organization_id: string;
  readonly deployment: Deployment | null;
  /** The buyer the call acts for; null for the whole deployment. */
  readonly buyer_id: string | null;
  /** Problem of the buyer reference, reported after the arguments were validated. */
  readonly buyer_problem?: PortalError;
  /** Profiles of a key that works only over UCP. */
  readonly ucp_profiles?: readonly string[];
  /** Set over UCP: the owner of the accessible checkouts. */
  readonly platform?: Platform;
  /** Set for a buyer's link: the one accessible checkout or order. */
  readonly only_id?: string;
}

/** docs/api.md, Keys and callers: 1 to 128 visible ASCII characters. */
export const BUYER_ID = /^[\x21-\x7e]{1,128}$/;

/**
 * True if the caller may see a checkout or order: same deployment, buyer and platform, and for a link the one it names.
 */
export function isOwn(
  row: {
    readonly id: string;
    readonly deployment_id: string;
    readonly buyer_id: string;
    readonly platform?: Platform;
  },
  caller: Caller,
): boolean {
  return (
    row.deployment_id === caller.deployment?.id &&
    (caller.buyer_id === null || row.buyer_id === caller.buyer_id) &&
    (caller.platform === undefined || isSamePlatform(row.platform, caller.platform)) &&
    (caller.only_id === undefined || caller.only_id === row.id)
  );
}

function isSamePlatform(one: Platform | undefined, other: Platform): boolean {
  return one?.profile === other.profile && one.proven === other.proven;
}
