import { z } from 'zod';
import { SIGNING_KEY_STATUSES, type SigningKey } from '../../domain/signing-key/signing-key.js';
import { once } from '../../domain/values/once.js';
import { agent } from './agent.js';
import { instant, stamps, text } from './forms.js';
import { organization } from './organization.js';
import { idOf, ORGANIZATION_ID } from './owner-columns.js';
import type { PermanentTable } from './table.js';

export const signing_key: PermanentTable<SigningKey> = {
  form: once(() =>
    z.strictObject({
      id: text,
      organization_id: text,
      agent_id: text.nullable(),
      public_key: text,
      key_fingerprint: text,
      jwk_thumbprint: text,
      status: z.enum(SIGNING_KEY_STATUSES),
      revoked_reason: text.nullable(),
      retired_at: instant.nullable(),
      revoked_at: instant.nullable(),
      ...stamps,
    }),
  ),
  key: idOf,
  columns: {
    organization_id: ORGANIZATION_ID,
    agent_id: { type: 'text', nullable: true, of: (row) => row.agent_id },
    key_fingerprint: { type: 'text', of: (row) => row.key_fingerprint },
    status: { type: 'text', changes: true, of: (row) => row.status },
  },
  after: [organization, agent],
  cached: true,
  move: { takesPlaces: true },
  removable: false,
};
