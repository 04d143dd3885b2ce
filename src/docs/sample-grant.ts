import { generateToken } from '../calls/access-token.js';
import { keyRow } from '../calls/api-key.js';
import { createGrantEvidence } from '../domain/evidence/grant-evidence.js';
import type { Deployment } from '../domain/tenant/tenant.js';
import type { Ids } from '../ports.js';
import type { GrantKey } from '../records/grants.js';

const DAY_MS = 24 * 60 * 60 * 1000;

/** Builds the grant of a person to an assistant in a deployment, as after the consent page. */
export function sampleGrant(
  ids: Ids,
  now: number,
  { id, organization_id }: Pick<Deployment, 'id' | 'organization_id'>,
): GrantKey {
  const ends_at = now + 90 * DAY_MS;
  const options = {
    ...{ name: 'Assistant', scopes: ['commerce'] as const, buyer_required: false, created_by: 'person' },
    ...{ limits: { per_order: 10_000, per_30_days: 50_000, currency: 'USD' }, expires_at: ends_at },
  };
  const owner = { kind: 'deployment', organization_id, deployment_id: id } as const;
  const key: GrantKey = {
    ...keyRow(ids.next('grt'), generateToken(ids, 'access'), owner, options, now),
    grant: {
      ...{ client_id: 'https://assistant.example/client.json', client_kind: 'metadata', client_name: 'Assistant' },
      ...{ client_host: 'assistant.example', resource: '/mcp', ends_at },
    },
  };
  return { ...key, evidence: createGrantEvidence(key, (length) => ids.secret(length)) };
}
