import { z } from 'zod';
import type { Session } from '../../domain/person/session.js';
import { once } from '../../domain/values/once.js';
import { created, instant, text } from './forms.js';
import { idOf } from './owner-columns.js';
import { person } from './person.js';
import type { RemovableTable } from './table.js';

export const session: RemovableTable<Session> = {
  form: once(() =>
    z.strictObject({ id: text, person_id: text, last_seen_at: instant, expires_at: instant, ...created }),
  ),
  key: idOf,
  columns: {
    person_id: { type: 'text', of: (row) => row.person_id },
    expires_at: { type: 'integer', changes: true, of: (row) => row.expires_at },
  },
  after: [person],
  cached: true,
  removable: true,
};
