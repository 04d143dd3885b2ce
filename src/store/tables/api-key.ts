import { z } from 'zod';
import { CLIENT_KINDS } from '../../domain/tenant/grant.js';
import { LINKED_SCOPES } from '../../domain/tenant/linked-scopes.js';
import { type ApiKey, SCOPES } from '../../domain/tenant/tenant.js';
import { once } from '../../domain/values/once.js';
import { PROFILE_PARTS } from '../../domain/values/profile-part.js';
import { deployment } from './deployment.js';
import { instant, maybe, tenant, text } from './forms.js';
import { organization } from './organization.js';
import { idOf, ORGANIZATION_ID } from './owner-columns.js';
import { spendingLimits } from './spending.js';
import type { PermanentTable } from './table.js';

export const api_key: PermanentTable<ApiKey> = {
  form: once(() =>
    z.strictObject({
      ...tenant,
      hash: text,
      hint: text,
      kind: z.enum(['deployment', 'organization']),
      deployment_id: text.nullable(),
      scopes: z.array(z.enum(SCOPES)),
      buyer_required: z.boolean(),
      ucp_profiles: maybe(z.array(text)),
      limits: maybe(spendingLimits()),
      grant: maybe(
        z.strictObject({
          client_id: text,
          client_kind: z.enum(CLIENT_KINDS),
          client_name: text,
          client_host: text,
          person_id: maybe(text),
          shares: maybe(z.array(z.enum(PROFILE_PARTS))),
          resource: text,
          linked_scopes: maybe(z.array(z.enum(LINKED_SCOPES))),
          ends_at: instant,
        }),
      ),
      evidence: maybe(z.strictObject({ salts: z.strictObject({ grant: text, person: maybe(text) }) })),
      created_by: text.nullable(),
      expires_at: instant.nullable(),
      revoked_at: instant.nullable(),
      last_used_at: instant.nullable(),
    }),
  ),
  key: idOf,
  columns: {
    organization_id: ORGANIZATION_ID,
    hash: { type: 'text', of: (row) => row.hash },
    deployment_id: { type: 'text', nullable: true, of: (row) => row.deployment_id },
    grant_client: { type: 'text', nullable: true, of: (row) => row.grant?.client_id ?? null },
    grant_person: { type: 'text', nullable: true, changes: true, of: (row) => row.grant?.person_id ?? null },
  },
  after: [organization, deployment],
  cached: true,
  removable: false,
};
