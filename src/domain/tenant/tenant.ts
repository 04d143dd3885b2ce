import type { PortalError } from '../errors/portal-error.js';
import type { Quotas } from './quota.js';
import type { Platform, UcpKey, UcpSettings } from './ucp.js';

/** Organization -> shops, consumers, agents. Shop -> items, deployments. docs/api.md, Keys and callers. */

export interface Organization {
  readonly id: string;
  readonly name: string;
  /** True: anybody may read its log, where the portal's setting allows it. Absent = false. */
  readonly public_log?: boolean;
  /** True: also its receipts, by their hashes. Absent = false. */
  readonly public_receipts?: boolean;
  /** Absent = those of the portal's settings. */
  readonly quotas?: Quotas;
  /** All its webhooks, as far as a decision has to know them; absent = it has none. */
  readonly receivers?: readonly Receiver[];
  readonly created_at: number;
  readonly updated_at: number;
  readonly version: number;
}

/** What the row of an organization says of each of its webhooks, so that a decision needs no other row to know whom to tell. */
export interface Receiver {
  readonly webhook_id: string;
  readonly active: boolean;
  /** Null = of all shops, and of what belongs to no shop. */
  readonly shop_id: string | null;
  /** Types of events; null = all. */
  readonly events: readonly string[] | null;
}

/** One hosted MCP server of a shop; checkouts and orders belong to it. */
export interface Deployment {
  readonly id: string;
  readonly organization_id: string;
  readonly shop_id: string;
  readonly name: string;
  /** Absent = platforms cannot buy here. */
  readonly ucp?: UcpSettings;
  /** What signs its answers over UCP, oldest first; one of them is not replaced. Absent = nothing is signed. */
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

/** A one-time code by which a merchant's consumer is linked to the organization that created the code. */
export interface LinkCode {
  /** SHA-256 of the code, lower-case hex; the code itself is not kept. */
  readonly id: string;
  /** The organization that created it. */
  readonly organization_id: string;
  /** Milliseconds since the epoch; from this instant on it cannot be used. */
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

/** What an operation asks for: a key's scope, or `buyer`, which only the buyer's own link has. */
export type Scope = KeyScope | 'buyer';

export type KeyKind = 'deployment' | 'organization';

/** Which scopes each kind of key has by default, and which it may have at all (the table of docs/api.md, Keys and callers). */
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

/** Scopes that a key with the scope `keys` may give to a deployment's key, although it cannot have them itself. */
export const SHOPPING_SCOPES: readonly KeyScope[] = ['commerce', 'fulfillment'];

/** An API key as stored: only its SHA-256, never the key. */
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
  /** The profiles of the platform that it is for: it works over UCP alone. Absent = it works everywhere else. */
  readonly ucp_profiles?: readonly string[];
  /** The id of the key that created it, or the name of another creator, such as the command line; null = not known. */
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

/** The status of a key at an instant; only a live one is accepted. */
export function keyStatus(
  { revoked_at, expires_at }: Pick<ApiKey, 'revoked_at' | 'expires_at'>,
  now: number,
): 'live' | 'expired' | 'revoked' {
  if (revoked_at !== null) return 'revoked';
  return expires_at !== null && expires_at <= now ? 'expired' : 'live';
}

/** Who is calling, as every operation sees it. */
export interface Caller {
  /** For rate limits and idempotency: the key's id, or the name of the link or process that acts. */
  readonly id: string;
  readonly scopes: ReadonlySet<Scope>;
  readonly organization_id: string;
  readonly deployment: Deployment | null;
  /** The buyer the call acts for; null = the whole deployment. */
  readonly buyer_id: string | null;
  /** Why the buyer reference cannot be used; reported after the form of the arguments was checked. */
  readonly buyer_problem?: PortalError;
  /** Set for a key that works over UCP alone: the profiles that it is for. */
  readonly ucp_profiles?: readonly string[];
  /** Set over UCP: whose checkouts it may touch. */
  readonly platform?: Platform;
  /** Set for a buyer's link: the one checkout or order it may touch. */
  readonly only_id?: string;
}

/** docs/api.md, Keys and callers: 1 to 128 visible ASCII characters. */
export const BUYER_ID = /^[\x21-\x7e]{1,128}$/;

/** Whether a caller may see a checkout or order: its deployment's, its buyer's, its platform's, and on a buyer's link only that one. */
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
