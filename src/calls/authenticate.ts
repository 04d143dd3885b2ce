import { PortalError } from '../domain/errors/portal-error.js';
import {
  type ApiKey,
  BUYER_ID,
  type Caller,
  type KeyScope,
  keyStatus,
  type Scope,
  withIncludedScopes,
} from '../domain/tenant/tenant.js';
import { boundedCache } from '../domain/values/bounded-cache.js';
import { oncePer } from '../domain/values/once-per.js';
import { hashSecret } from '../domain/values/secret.js';
import { type Clock, type FoundKey, replaceWrite, type Store } from '../ports.js';
import { isJwt, isWellFormedToken } from './access-token.js';
import { isWellFormedKey } from './api-key.js';
import { limitedAddress } from './limited-address.js';
import type { RateLimit } from './rate-limit.js';

/** Grant that a verified token of an outside issuer stands for. */
export interface OutsideGrant {
  /** Hash by which the grant's key is found. */
  readonly hash: string;
  /** Scopes of this token. */
  readonly scopes: readonly KeyScope[];
}

/** Credentials sent with a request. */
export interface Credentials {
  /** API key from `x-api-key` or `Authorization: Bearer`, or an access token. */
  readonly key: string | undefined;
  /** Path of the called resource, if it accepts access tokens; it accepts only those for itself. */
  readonly resource?: string;
  /** Grant of a token that an outside issuer made for this resource. */
  readonly grant?: OutsideGrant | undefined;
  /** Buyer reference from `x-buyer-id`. */
  readonly buyerId: string | undefined;
  /** Client address, for the limit on failed attempts; `undefined` if the call did not arrive over a network. */
  readonly address: string | undefined;
  /** True if the request must change nothing (HEAD), so that the key's last use is not updated either. */
  readonly dryRun?: boolean;
}

export type Authenticate = (credentials: Credentials) => Promise<Caller>;

/** The same text for every invalid key, so that it does not reveal why the key is invalid. */
export const INVALID_KEY = 'The API key is not valid: it is mistyped, expired, revoked or from another portal.';
/** The same for access tokens. */
const INVALID_TOKEN =
  'The access token is not valid: it is expired, its grant has ended, or it is for another address.';

/** Minimum interval between updates of a key's `last_used_at`. Milliseconds. */
const USE_RESOLUTION = 60_000;
/** Maximum number of keys whose last use is cached; for the others it is read from the row. */
const MAX_USED = 10_000;

/**
 * Creates the function that authenticates API keys. `failures` limits failed attempts per address; `undefined` for no
 * limit. Calls do not wait for the update of `last_used_at`, so its errors go to `onFault`.
 */
export function makeAuthenticate(
  store: Store,
  clock: Clock,
  failures: RateLimit | undefined,
  onFault: (error: unknown) => void,
): Authenticate {
  const used = boundedCache<number>(MAX_USED);
  return async (credentials) => {
    const { key, buyerId, address, dryRun, grant } = credentials;
    const found = await findKey(store, credentials, clock);
    const now = clock.now();
    if (!found || keyStatus(found.key, now) !== 'live') {
      throw refusal(failures, address, key, now);
    }
    const row = found.key;
    if (!dryRun && now - (used.get(row.id) ?? row.last_used_at ?? 0) >= USE_RESOLUTION) {
      used.set(row.id, now);
      noteUse(store, row, now).catch(onFault);
    }
    return callerOf(found, buyerId, grant?.scopes);
  };
}

async function findKey(
  store: Pick<Store, 'findKeyByHash' | 'findKeyByToken'>,
  { key, resource, grant }: Credentials,
  clock: Clock,
): Promise<FoundKey | undefined> {
  if (grant) return store.findKeyByHash(grant.hash);
  if (key === undefined) return undefined;
  if (isWellFormedKey(key)) return store.findKeyByHash(hashSecret(key));
  if (resource === undefined || !isWellFormedToken('access', key)) return undefined;
  const found = await store.findKeyByToken(hashSecret(key));
  return found && found.expires_at > clock.now() && found.key.grant?.resource === resource ? found : undefined;
}

function refusal(
  failures: RateLimit | undefined,
  address: string | undefined,
  key: string | undefined,
  now: number,
): PortalError {
  const wait = failures?.take(limitedAddress(address), now) ?? 0;
  if (wait > 0)
    return new PortalError('rate_limited', `Too many failed authentications from this address; wait ${wait} s.`, wait);
  if (key === undefined)
    return new PortalError('unauthorized', 'Send an API key in the header x-api-key, or as Authorization: Bearer.');
  return new PortalError('unauthorized', isWellFormedToken('access', key) || isJwt(key) ? INVALID_TOKEN : INVALID_KEY);
}

/** @param scopes those of the token, if it is of an outside issuer */
function callerOf(
  { key: row, deployment }: FoundKey,
  buyerId: string | undefined,
  scopes: readonly KeyScope[] = row.scopes,
): Caller {
  const problem = buyerProblem(row, buyerId);
  return {
    id: row.id,
    scopes:
      scopes === row.scopes
        ? scopesOf(row)
        : new Set(withIncludedScopes(row.scopes.filter((one) => scopes.includes(one)))),
    organization_id: row.organization_id,
    deployment,
    buyer_id: row.grant ? row.id : (buyerId ?? null),
    ...(row.grant && { by_grant: true as const }),
    ...sharesOf(row),
    ...linkedOf(row),
    ...(row.ucp_profiles && { ucp_profiles: row.ucp_profiles }),
    // The shop may set ceilings for grants at any time.
    ...((row.limits || row.grant) && { limited: true as const }),
    ...(problem && { buyer_problem: problem }),
  };
}

function sharesOf({ grant }: ApiKey): Pick<Caller, 'shares'> {
  if (grant?.person_id === undefined || grant.shares === undefined) return {};
  return { shares: { person_id: grant.person_id, parts: grant.shares } };
}

function linkedOf({ grant }: ApiKey): Pick<Caller, 'linked'> {
  if (!grant?.linked_scopes) return {};
  return { linked: { scopes: grant.linked_scopes, client_host: grant.client_host } };
}

/** The set is built once per row object: an unchanged row is always the same object. */
const scopesOf = oncePer((row: ApiKey): ReadonlySet<Scope> => new Set(withIncludedScopes(row.scopes)));

/** Returns the error for a buyer reference that is malformed or not allowed, or for a required one that is missing. */
export function buyerProblem(
  row: Pick<ApiKey, 'buyer_required' | 'grant'>,
  buyerId: string | undefined,
): PortalError | undefined {
  if (row.grant) {
    return buyerId === undefined
      ? undefined
      : new PortalError(
          'invalid_request',
          'x-buyer-id: must be omitted with an access token, whose grant is the buyer',
        );
  }
  if (buyerId === undefined) {
    return row.buyer_required
      ? new PortalError('buyer_required', 'This key needs a buyer: send the header x-buyer-id.')
      : undefined;
  }
  if (BUYER_ID.test(buyerId)) return undefined;
  return new PortalError('invalid_request', 'x-buyer-id: must be 1 to 128 visible ASCII characters');
}

async function noteUse(store: Store, { id, organization_id }: ApiKey, now: number): Promise<void> {
  await store.update((rows) => {
    const row = rows.get('api_key', id);
    if (!row || keyStatus(row, now) !== 'live' || (row.last_used_at ?? 0) >= now)
      return { writes: [], result: undefined };
    return { writes: [replaceWrite('api_key', row, { ...row, last_used_at: now })], result: undefined };
  }, organization_id);
}
