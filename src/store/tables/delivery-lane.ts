import { z } from 'zod';
import { once } from '../../domain/values/once.js';
import { countWaiting, type DeliveryLane } from '../../domain/webhook/delivery.js';
import { instant, stamps, text } from './forms.js';
import { organization } from './organization.js';
import { idOf, ORGANIZATION_ID } from './owner-columns.js';
import type { RemovableTable } from './table.js';

export const delivery_lane: RemovableTable<DeliveryLane> = {
  form: once(() =>
    z.strictObject({
      id: text,
      organization_id: text,
      receiver: text,
      subject: text,
      first: z.int().min(1),
      last: z.int().min(0),
      due_at: instant.nullable(),
      since: instant.nullable(),
      lease: text.nullable(),
      ...stamps,
    }),
  ),
  key: idOf,
  columns: {
    organization_id: ORGANIZATION_ID,
    receiver: { type: 'text', of: (row) => row.receiver },
    due_at: { type: 'integer', nullable: true, changes: true, of: (row) => row.due_at },
    since: { type: 'integer', nullable: true, changes: true, of: (row) => row.since },
    waiting: { type: 'integer', changes: true, of: countWaiting },
  },
  after: [organization],
  cached: false,
  removable: true,
};
