import { createHmac } from 'node:crypto';
import { keyRow } from '../../calls/api-key.js';
import { assertWithinQuotas } from '../../calls/quotas.js';
import { coverGrant } from '../../domain/evidence/grant-evidence.js';
import { changeLimits } from '../../domain/tenant/limits.js';
import type { Quotas } from '../../domain/tenant/quota.js';
import { keyStatus } from '../../domain/tenant/tenant.js';
import { hashSecret } from '../../domain/values/secret.js';
import { keyEvent } from '../../operations/tenancy/key-writes.js';
import { bareHost } from '../../parsed-url.js';
import { type Ids, insertWrite, type Rows, replaceWrite, type Store, type Write } from '../../ports.js';
import type { Author } from '../../records/audit.js';
import { shownName } from '../client-name.js';
import type { Resource } from '../resources.js';
import type { IssuerSettings } from './issuer-settings.js';
import type { OutsideClaims } from './read-claims.js';

const DAY_MS = 24 * 60 * 60 * 1000;
/** A grant that is used again after this time begins again: the issuer still vouches for the person. Milliseconds. */
const LIFETIME_MS = 90 * DAY_MS;

/** Name under which the audit trail shows grants that begin with a token. */
const ISSUER = 'issuer';

export interface OutsideGrantsDeps {
  readonly store: Pick<Store, 'update' | 'findKeyByHash'>;
  readonly ids: Ids;
  readonly quotas: Quotas;
  readonly secret: Buffer;
  now(): number;
}

/**
 * Returns the hash by which the grant of a person, an assistant and a deployment is found. The first token begins the
 * grant. One that was ended stays ended, also if the issuer makes new tokens.
 * @throws PortalError `quota_exceeded`
 */
export async function findOutsideGrant(
  deps: OutsideGrantsDeps,
  settings: IssuerSettings,
  claims: OutsideClaims,
  resource: Resource,
): Promise<string> {
  const { deployment } = resource;
  const name = JSON.stringify([settings.issuer, claims.buyer, claims.client, deployment.id]);
  const hash = hashSecret(name);
  const found = await deps.store.findKeyByHash(hash);
  const id = found?.key.id ?? idOf(deps.secret, name);
  if (!found || keyStatus(found.key, deps.now()) === 'expired')
    await deps.store.update(
      (rows) => decideGrant(rows, deps, { id, name, settings, claims, resource }),
      deployment.organization_id,
    );
  return hash;
}

/** Derives the id of a grant. Logs show it, so without the secret nobody can test guesses of the person. */
function idOf(secret: Buffer, name: string): string {
  return `grt_${createHmac('sha256', secret).update(`outside grant\n${name}`).digest('hex').slice(0, 32)}`;
}

interface NewGrant {
  readonly id: string;
  /** Text whose hash the key has. It is no secret, and not well-formed as a key, so it opens nothing. */
  readonly name: string;
  readonly settings: IssuerSettings;
  readonly claims: OutsideClaims;
  readonly resource: Resource;
}

function decideGrant(rows: Rows, { ids, quotas, now }: OutsideGrantsDeps, grant: NewGrant) {
  const { deployment, shop } = grant.resource;
  const at = now();
  const by: Author = { ids, actor: ISSUER, now: at };
  const before = rows.get('api_key', grant.id);
  const ends = at + LIFETIME_MS;
  if (before) {
    if (keyStatus(before, at) !== 'expired' || !before.grant) return { writes: [], result: undefined };
    const renewed = { ...before, expires_at: ends, grant: { ...before.grant, ends_at: ends }, updated_at: at };
    const put = replaceWrite('api_key', before, renewed);
    return { writes: [put, keyEvent(by, put.row, 'grant.renewed', ['grant'])], result: undefined };
  }
  const owner = {
    kind: 'deployment',
    organization_id: deployment.organization_id,
    deployment_id: deployment.id,
  } as const;
  const host = bareHost(new URL(grant.settings.issuer));
  const name = shownName(grant.claims.client, host);
  const limits = changeLimits(undefined, grant.settings.limits ?? {}, shop.settings.currency);
  const options = {
    name,
    scopes: [...grant.claims.scopes],
    buyer_required: false,
    created_by: ISSUER,
    expires_at: ends,
  };
  const granted = {
    ...keyRow(grant.id, grant.name, owner, { ...options, ...(limits && { limits }) }, at),
    hint: 'jwt',
    grant: {
      ...{ client_id: grant.claims.client, client_kind: 'outside' as const, client_name: name, client_host: host },
      ...{ resource: grant.resource.path, ends_at: ends },
    },
  };
  const key = coverGrant(undefined, granted, (length) => ids.secret(length));
  const writes: Write[] = [insertWrite('api_key', key), keyEvent(by, key, 'grant.created', ['scopes', 'grant'])];
  assertWithinQuotas(rows, owner.organization_id, writes, quotas);
  return { writes, result: undefined };
}
