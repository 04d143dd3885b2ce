import type { PortalError } from '../errors/portal-error.js';
import type { ProfilePart } from '../values/profile-part.js';
import type { ConsumerKey } from './consumer-key.js';
import type { Grant, GrantEvidence } from './grant.js';
import type { SpendingLimits } from './limits.js';
import type { LinkedScope } from './linked-scopes.js';
import type { Quotas } from './quota.js';
import type { SealedKey } from './sealed-key.js';
import type { Platform, UcpSettings } from './ucp.js';

/**
 * An organization owns shops, consumers and agents; a shop owns items and deployments (docs/api.md, Keys and callers).
 */

export interface Organization {
  readonly id: string;
  readonly name: string;
  /** True if anyone may read its receipt log, provided the portal allows it. Defaults to false. */
  readonly public_log?: boolean;
  /** True if anyone may read the receipts of its public log by their hashes. Defaults to false. */
  readonly public_receipts?: boolean;
  /** True if those receipts show the context of their order too. Defaults to false. */
  readonly public_contexts?: boolean;
  /** True if its signing keys are registered only with a proof of possession. Defaults to false. */
  readonly key_proof_required?: boolean;
  /** Quotas that replace the portal's defaults for this organization. */
  readonly quotas?: Quotas;
  /** Set while nothing is signed for its receipt log because of a fault. */
  readonly log_stop?: LogStop;
  /** Its webhooks, reduced to the members that decisions read. Absent if there was never one. */
  readonly receivers?: readonly Receiver[];
  readonly created_at: number;
  readonly updated_at: number;
  readonly version: number;
}

/** The checks after which a log is no longer signed: the portal's own audit, and the comparison with the signed heads. */
export const LOG_CHECKS = ['audit', 'signed_heads'] as const;
export type LogCheck = (typeof LOG_CHECKS)[number];

/** The first fault of a receipt log, for which nothing is signed since then. */
export interface LogStop {
  readonly check: LogCheck;
  /** Sentence that names the leaf or row. */
  readonly fault: string;
  readonly since: number;
}

/** Copy of a webhook in the organization's row, so that decisions find receivers without reading other rows. */
export interface Receiver {
  readonly webhook_id: string;
  readonly active: boolean;
  /** Null to receive the events of all shops, and events that belong to no shop. */
  readonly shop_id: string | null;
  /** Event types; null for all. */
  readonly events: readonly string[] | null;
}

/** A hosted place to buy from a shop. It owns its checkouts and orders. */
export interface Deployment {
  readonly id: string;
  readonly organization_id: string;
  readonly shop_id: string;
  readonly name: string;
  /** Absent if UCP was never configured for this deployment. */
  readonly ucp?: UcpSettings;
  /**
   * Keys that sign UCP responses, order events and order statements, oldest first; those that sign now have no
   * `replaced_at`. Absent if nothing was signed yet.
   */
  readonly ucp_keys?: readonly SealedKey[];
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
  /** Absent until there is one. */
  readonly keys?: readonly ConsumerKey[];
}

/** One-time code that links a merchant's consumer to the organization that created the code. */
export interface LinkCode {
  /** SHA-256 of the code, lower-case hex; the code itself is not stored. */
  readonly id: string;
  /** Id of the organization that created the code. */
  readonly organization_id: string;
  /** Instant from which the code is invalid; milliseconds since the epoch. */
  readonly expires_at: number;
  /** Instant at which the code was used; absent if it is unused. The row stays until the code expires. */
  readonly used_at?: number;
  readonly created_at: number;
  readonly version: number;
}

export const SCOPES = [
  'commerce',
  'fulfillment',
  'receipts:write',
  'receipts:read',
  'shops',
  'items',
  'consumers',
  'agents',
  'signing-keys',
  'keys',
  'orders:read',
  'orders:fulfill',
  'orders:money',
  'privacy',
  'webhooks',
] as const;
export type KeyScope = (typeof SCOPES)[number];

/** Scope of an API key, or `buyer` for a buyer's link. */
export type Scope = KeyScope | 'buyer';

export type KeyKind = 'deployment' | 'organization';

/** Default and allowed scopes for each kind of key (table in docs/api.md, Keys and callers). */
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
      'items',
      'consumers',
      'agents',
      'signing-keys',
      'keys',
      'orders:read',
      'orders:fulfill',
      'orders:money',
      'privacy',
      'webhooks',
    ],
  },
};

/** Scopes that a scope includes. Keys store the including scope only. */
const INCLUDED: Partial<Record<KeyScope, readonly KeyScope[]>> = { shops: ['items'] };

/** Returns the scopes of a key together with those that they include. */
export function withIncludedScopes(scopes: readonly KeyScope[]): readonly KeyScope[] {
  return [...new Set(scopes.flatMap((scope) => [scope, ...(INCLUDED[scope] ?? [])]))];
}

/**
 * Scopes that an organization's key with the scope `keys` may grant to a deployment's key without having them itself.
 */
export const SHOPPING_SCOPES: readonly KeyScope[] = ['commerce', 'fulfillment'];

/** A stored API key. The row has the SHA-256 of the key instead of its text. */
export interface ApiKey {
  readonly id: string;
  /** SHA-256 of the key, lower-case hex. */
  readonly hash: string;
  /** Prefix and last four characters, for telling keys apart in a list. */
  readonly hint: string;
  readonly kind: KeyKind;
  readonly organization_id: string;
  /** Null unless it is the key of a deployment. */
  readonly deployment_id: string | null;
  readonly name: string;
  readonly scopes: readonly KeyScope[];
  readonly buyer_required: boolean;
  /**
   * If present, the key works only over UCP, for platforms with one of these profiles. If absent, the key works on
   * every surface except UCP.
   */
  readonly ucp_profiles?: readonly string[];
  /** Absent if the key may spend any amount. */
  readonly limits?: SpendingLimits;
  /** Set for the key of a grant, which has no text: tokens stand for it (docs/mcp.md, Connect an assistant by URL). */
  readonly grant?: Grant;
  /** Present once the log has an entry of the key, or one waits: for a grant, and a key that has or had limits. */
  readonly evidence?: GrantEvidence;
  /** Id of the key that created it, or name of another creator such as the command line; null if unknown. */
  readonly created_by: string | null;
  /** Milliseconds since the epoch; null if the key never expires. */
  readonly expires_at: number | null;
  readonly revoked_at: number | null;
  /** Accurate to the minute. */
  readonly last_used_at: number | null;
  readonly created_at: number;
  readonly updated_at: number;
  readonly version: number;
}

/** Returns the status of a key at a given instant. Only live keys are accepted. */
export function keyStatus(
  { revoked_at, expires_at }: Pick<ApiKey, 'revoked_at' | 'expires_at'>,
  now: number,
): 'live' | 'expired' | 'revoked' {
  if (revoked_at !== null) return 'revoked';
  return expires_at !== null && expires_at <= now ? 'expired' : 'live';
}

/** Authenticated caller of an operation. */
export interface Caller {
  /** Identifies the caller for rate limits and idempotency: the key's id, or the name of a link or process. */
  readonly id: string;
  readonly scopes: ReadonlySet<Scope>;
  readonly organization_id: string;
  readonly deployment: Deployment | null;
  /** Reference of the buyer for whom the call is made; null for the whole deployment. */
  readonly buyer_id: string | null;
  /** Problem with the buyer reference, reported after the arguments have been validated. */
  readonly buyer_problem?: PortalError;
  /** Profiles of a key that works only over UCP. */
  readonly ucp_profiles?: readonly string[];
  /** True if what the key pays counts toward its limits. */
  readonly limited?: true;
  /** True for a call with an access token: the key is that of a grant. */
  readonly by_grant?: true;
  /** Calls with the token of a grant whose person shares parts of their profile. */
  readonly shares?: { readonly person_id: string; readonly parts: readonly ProfilePart[] };
  /** Calls with a token for UCP only: what the person allows, and the host of the client that has the token. */
  readonly linked?: { readonly scopes: readonly LinkedScope[]; readonly client_host: string };
  /** Calls over UCP only: the platform, which can access only its own checkouts and orders. */
  readonly platform?: Platform;
  /** Calls by a person who is signed in, with a role in the organization. */
  readonly staff?: {
    readonly session_id: string;
    readonly member_id: string;
    /** Version of the staff row from which the scopes come. */
    readonly member_version: number;
    /** Ids of the only shops in which the role applies; absent for all shops of the organization. */
    readonly shops?: readonly string[];
  };
  /** Calls of an organization's key on the orders of one shop only: id of that shop. */
  readonly shop_id?: string;
  /** Calls by a buyer's link only: id of the one accessible checkout or order. */
  readonly only_id?: string;
}

/** 1 to 128 visible ASCII characters (docs/api.md, Keys and callers). */
export const BUYER_ID = /^[\x21-\x7e]{1,128}$/;

/**
 * True if the caller may see a checkout or order: it belongs to the caller's deployment and, if the caller has a buyer
 * or a platform, to that buyer or platform too. A buyer's link gives access only to the linked object.
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
  return one?.profile === other.profile && one.proven === other.proven && one.account === other.account;
}
