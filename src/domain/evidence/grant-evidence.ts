import type { GrantLimits, GrantState } from '../../attestation/log-entry.js';
import type { Grant, GrantEvidence } from '../tenant/grant.js';
import type { SpendingLimits } from '../tenant/limits.js';
import type { ApiKey } from '../tenant/tenant.js';
import { orNull } from '../values/present.js';
import { hashMember, SALT_LENGTH } from './member-hash.js';

/** True for a key whose permission has bounds: that of a grant, or one with limits. */
export function isBounded({ grant, limits }: Pick<ApiKey, 'grant' | 'limits'>): boolean {
  return grant !== undefined || limits !== undefined;
}

/**
 * Prepares a new key for the log if its permission has bounds. `before`: the key that gets bounds, if it existed. `secret`
 * returns a random text of a length.
 */
export function coverGrant(before: ApiKey | undefined, key: ApiKey, secret: (length: number) => string): ApiKey {
  const isCovered = key.evidence !== undefined || (before !== undefined && isBounded(before));
  return isCovered || !isBounded(key) ? key : { ...key, evidence: createGrantEvidence(key, secret) };
}

/** Creates the salts of a grant. */
export function createGrantEvidence(
  { grant }: Pick<ApiKey, 'grant'>,
  secret: (length: number) => string,
): GrantEvidence {
  const person = grant?.person_id === undefined ? {} : { person: secret(SALT_LENGTH) };
  return { salts: { grant: secret(SALT_LENGTH), ...person } };
}

/** Removes the person of a grant with the salt, without which the hash in the log proves nothing about them. */
export function eraseGrantPerson<Key extends ApiKey & { readonly grant: Grant }>(key: Key, now: number): Key {
  const { person_id: _person, ...grant } = key.grant;
  const { evidence } = key;
  return {
    ...key,
    grant,
    ...(evidence && { evidence: { salts: { grant: evidence.salts.grant } } }),
    updated_at: now,
  };
}

/** Returns the members of a grant that its entries in the log show. */
export function grantState(key: ApiKey): GrantState {
  const { kind, deployment_id, scopes, buyer_required, limits, grant, expires_at, revoked_at } = key;
  return {
    ...{ kind, deployment_id, scopes, buyer_required },
    limits: limits ? amountsOf(limits) : null,
    client_kind: orNull(grant?.client_kind),
    resource: orNull(grant?.resource),
    linked_scopes: orNull(grant?.linked_scopes),
    shares: grant?.shares ?? [],
    created_at: iso(key.created_at),
    expires_at: isoOrNull(expires_at),
    ends_at: isoOrNull(orNull(grant?.ends_at)),
    revoked_at: isoOrNull(revoked_at),
  };
}

/** Members of a grant that the log hides. */
const HIDDEN_OF_GRANT: Readonly<Record<string, (key: ApiKey) => unknown>> = {
  name: ({ name }) => name,
  key: ({ hash, hint }) => ({ hash, hint }),
  creator: ({ created_by }) => created_by ?? undefined,
  client: ({ grant }) =>
    grant && { client_id: grant.client_id, client_name: grant.client_name, client_host: grant.client_host },
  categories: ({ limits }) => limits?.categories,
  profiles: ({ ucp_profiles }) => ucp_profiles,
  person: ({ grant }) => grant?.person_id,
};

/**
 * Hashes the hidden members of a grant; one without a value is absent. A person without a salt is hashed too, so that an
 * audit finds one whom somebody added in the database.
 */
export function grantHashes(key: ApiKey): Readonly<Record<string, string>> {
  const hashes: Record<string, string> = {};
  const salts = key.evidence?.salts;
  for (const [name, of] of Object.entries(HIDDEN_OF_GRANT)) {
    const value = of(key);
    const salt = (name === 'person' ? salts?.person : undefined) ?? salts?.grant;
    if (value !== undefined && salt !== undefined) hashes[name] = hashMember(salt, name, value);
  }
  return hashes;
}

function amountsOf({ categories: _categories, ...amounts }: SpendingLimits): GrantLimits {
  return amounts;
}

function iso(instant: number): string {
  return new Date(instant).toISOString();
}

function isoOrNull(instant: number | null): string | null {
  return instant === null ? null : iso(instant);
}
