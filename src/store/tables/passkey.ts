import { z } from 'zod';
import type { Passkey } from '../../domain/person/passkey.js';
import { once } from '../../domain/values/once.js';
import { created, instant, text } from './forms.js';
import { idOf } from './owner-columns.js';
import { person } from './person.js';
import type { RemovableTable } from './table.js';

export const passkey: RemovableTable<Passkey> = {
  form: once(() =>
    z.strictObject({
      ...{
        id: text,
        person_id: text,
        name: text,
        public_key: text,
        counter: z.int(),
        last_used_at: instant.nullable(),
      },
      ...created,
    }),
  ),
  key: idOf,
  columns: { person_id: { type: 'text', of: (row) => row.person_id } },
  after: [person],
  cached: false,
  removable: true,
};
