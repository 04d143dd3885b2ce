import { z } from 'zod';
import type { OauthCode } from '../../domain/tenant/grant.js';
import { once } from '../../domain/values/once.js';
import { api_key } from './api-key.js';
import { created, instant, maybe, text } from './forms.js';
import { idOf, ORGANIZATION_ID } from './owner-columns.js';
import type { RemovableTable } from './table.js';

export const oauth_code: RemovableTable<OauthCode> = {
  form: once(() =>
    z.strictObject({
      id: text,
      organization_id: text,
      grant_id: text,
      client_id: text,
      redirect_uri: text,
      code_challenge: maybe(text),
      expires_at: instant,
      used_at: maybe(instant),
      ...created,
    }),
  ),
  key: idOf,
  columns: {
    organization_id: ORGANIZATION_ID,
    grant_id: { type: 'text', of: (row) => row.grant_id },
    expires_at: { type: 'integer', of: (row) => row.expires_at },
  },
  after: [api_key],
  cached: false,
  removable: true,
};
