import { z } from 'zod';
import type { OauthClient } from '../../domain/tenant/grant.js';
import { once } from '../../domain/values/once.js';
import { created, instant, maybe, text } from './forms.js';
import { idOf } from './owner-columns.js';
import type { RemovableTable } from './table.js';

export const oauth_client: RemovableTable<OauthClient> = {
  form: once(() =>
    z.strictObject({
      id: text,
      kind: z.enum(['registered', 'predefined']),
      name: text,
      redirect_uris: z.array(text),
      secret_hash: text.nullable(),
      ucp_profiles: maybe(z.array(text)),
      pkce_optional: maybe(z.literal(true)),
      expires_at: instant.nullable(),
      ...created,
    }),
  ),
  key: idOf,
  columns: { expires_at: { type: 'integer', nullable: true, changes: true, of: (row) => row.expires_at } },
  after: [],
  cached: false,
  removable: true,
};
