import { z } from 'zod';
import type { LogPublication } from '../../domain/receipt/log-checkpoint.js';
import { once } from '../../domain/values/once.js';
import { stamps, text } from './forms.js';
import { organization } from './organization.js';
import { idOf, ORGANIZATION_ID } from './owner-columns.js';
import type { PermanentTable } from './table.js';

export const log_publication: PermanentTable<LogPublication> = {
  form: once(() =>
    z.strictObject({
      id: text,
      organization_id: text,
      epoch: z.int().min(1),
      size: z.int().min(0),
      witnessed_size: z.int().min(0),
      witnesses: z.record(z.string(), z.int().min(0)),
      ...stamps,
    }),
  ),
  key: idOf,
  columns: {
    organization_id: ORGANIZATION_ID,
    size: { type: 'integer', changes: true, of: (row) => row.size },
  },
  after: [organization],
  cached: true,
  removable: false,
};
