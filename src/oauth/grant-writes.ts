import { deriveToken, generateToken } from '../calls/access-token.js';
import { keyRow } from '../calls/api-key.js';
import { assertWithinQuotas } from '../calls/quotas.js';
import { coverGrant } from '../domain/evidence/grant-evidence.js';
import type { Grant } from '../domain/tenant/grant.js';
import type { SpendingLimits } from '../domain/tenant/limits.js';
import type { Quotas } from '../domain/tenant/quota.js';
import type { ProfilePart } from '../domain/values/profile-part.js';
import { hashSecret } from '../domain/values/secret.js';
import { keyEvent } from '../operations/tenancy/key-writes.js';
import { type Ids, insertWrite, type Rows, replaceWrite, type Write } from '../ports.js';
import type { Author } from '../records/audit.js';
import { hasGrant } from '../records/grants.js';
import type { AuthorizationRequest } from './authorization-request.js';
import { addScopes, isExtendable } from './earlier-link.js';

const DAY_MS = 24 * 60 * 60 * 1000;
/** Time within which a client must exchange its code. Milliseconds. */
const CODE_LIFETIME_MS = 5 * 60 * 1000;

/** Name under which the audit trail shows changes by a person. */
export const PERSON = 'person';

interface Consent {
  readonly request: AuthorizationRequest;
  readonly limits: SpendingLimits | undefined;
  readonly days: number;
  /** Person who is signed in; `undefined` if nobody is. */
  readonly personId: string | undefined;
  /** Parts of the profile that the person shares. */
  readonly shares: readonly ProfilePart[];
  /** Value of the form. The same one gives the same code, and one grant. */
  readonly ticket: string;
}

interface GrantDeps {
  readonly ids: Ids;
  readonly now: number;
  readonly secret: Buffer;
  readonly quotas: Quotas;
}

/** Returns the code to which a form leads. */
export function codeOf(secret: Buffer, ticket: string): string {
  return deriveToken(secret, 'code', ticket);
}

/**
 * Stores the grant of a person and its code. Until the code is exchanged, a new grant expires together with the code, so
 * that an abandoned one needs no removal. Returns the id of the grant.
 * @throws PortalError `quota_exceeded`
 */
export function decideGrant(rows: Rows, deps: GrantDeps, consent: Consent): { writes: Write[]; result: string } {
  const id = hashSecret(codeOf(deps.secret, consent.ticket));
  const known = rows.get('oauth_code', id);
  if (known) return { writes: [], result: known.grant_id };
  const { request } = consent;
  const { now } = deps;
  const { key, write, action } = keyOf(rows, deps, consent);
  const code = {
    ...{ id, organization_id: key.organization_id, grant_id: key.id, client_id: request.client.id },
    ...{ redirect_uri: request.redirectUri },
    ...(request.codeChallenge !== undefined && { code_challenge: request.codeChallenge }),
    ...{ expires_at: now + CODE_LIFETIME_MS, created_at: now, version: 0 },
  };
  const by: Author = { ids: deps.ids, actor: PERSON, now };
  const changed = ['scopes', 'grant', ...(consent.limits ? ['limits'] : [])];
  const writes = [write, insertWrite('oauth_code', code), keyEvent(by, key, action, changed)];
  assertWithinQuotas(rows, key.organization_id, writes, deps.quotas);
  return { writes, result: key.id };
}

/** Builds the key of the grant: a new one, or that of the link that the request extends. */
function keyOf(rows: Rows, { ids, now }: GrantDeps, { request, limits, days, personId, shares }: Consent) {
  const { deployment } = request.resource;
  const ends_at = now + days * DAY_MS;
  const grant = {
    ...grantOf(request, ends_at),
    ...(personId !== undefined && { person_id: personId, ...(shares.length > 0 && { shares }) }),
  };
  const before = request.extends === undefined ? undefined : rows.get('api_key', request.extends.id);
  if (before && hasGrant(before) && isExtendable(before, request, now)) {
    const { limits: _limits, ...kept } = before;
    // Another consent may have extended the link since it was read for this one.
    const linked_scopes = addScopes(before.grant, request.linkedScopes ?? []);
    const key = {
      ...kept,
      grant: { ...grant, linked_scopes },
      ...(limits && { limits }),
      expires_at: ends_at,
      updated_at: now,
    };
    return { key, write: replaceWrite('api_key', before, key), action: 'grant.renewed' as const };
  }
  const owner = {
    kind: 'deployment' as const,
    organization_id: deployment.organization_id,
    deployment_id: deployment.id,
  };
  const options = {
    ...{ name: grant.client_name, scopes: request.scopes, buyer_required: false, created_by: PERSON },
    ...{ expires_at: now + CODE_LIFETIME_MS },
    ...(limits && { limits }),
    ...(request.linkedScopes && request.client.ucp_profiles && { ucp_profiles: request.client.ucp_profiles }),
  };
  // Nobody gets the text of this key: tokens stand for it.
  const row = { ...keyRow(ids.next('grt'), generateToken(ids, 'access'), owner, options, now), grant };
  const key = coverGrant(undefined, row, (length) => ids.secret(length));
  return { key, write: insertWrite('api_key', key), action: 'grant.created' as const };
}

function grantOf({ client, redirectUri, resource, linkedScopes }: AuthorizationRequest, ends_at: number): Grant {
  return {
    client_id: client.id,
    client_kind: client.kind,
    client_name: client.nameFor(redirectUri),
    client_host: client.hostFor(redirectUri),
    resource: resource.path,
    ...(linkedScopes && { linked_scopes: linkedScopes }),
    ends_at,
  };
}
