import { z } from 'zod';
import type { LogCheckpoint } from '../../domain/receipt/log-checkpoint.js';
import { once } from '../../domain/values/once.js';
import { created, text } from './forms.js';
import { organization } from './organization.js';
import { idOf, ORGANIZATION_ID } from './owner-columns.js';
import type { PermanentTable } from './table.js';

export const log_checkpoint: PermanentTable<LogCheckpoint> = {
  form: once(() =>
    z.strictObject({
      id: text,
      organization_id: text,
      epoch: z.int().min(1),
      size: z.int().min(0),
      root: text,
      public_key: text,
      checkpoint: text,
      cose_signature: text,
      cosignatures: z.array(text),
      ...created,
    }),
  ),
  key: idOf,
  columns: { organization_id: ORGANIZATION_ID },
  after: [organization],
  cached: true,
  removable: false,
};
