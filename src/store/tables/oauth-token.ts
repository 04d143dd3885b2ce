import { z } from 'zod';
import type { OauthToken } from '../../domain/tenant/grant.js';
import { once } from '../../domain/values/once.js';
import { api_key } from './api-key.js';
import { created, instant, maybe, text } from './forms.js';
import { idOf, ORGANIZATION_ID } from './owner-columns.js';
import type { RemovableTable } from './table.js';

export const oauth_token: RemovableTable<OauthToken> = {
  form: once(() =>
    z.strictObject({
      id: text,
      kind: z.enum(['access', 'refresh']),
      organization_id: text,
      grant_id: text,
      expires_at: instant,
      replaced_at: maybe(instant),
      ...created,
    }),
  ),
  key: idOf,
  columns: {
    organization_id: ORGANIZATION_ID,
    grant_id: { type: 'text', of: (row) => row.grant_id },
    expires_at: { type: 'integer', changes: true, of: (row) => row.expires_at },
  },
  after: [api_key],
  cached: true,
  removable: true,
};
