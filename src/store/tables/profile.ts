import { z } from 'zod';
import type { Profile } from '../../domain/person/profile.js';
import { once } from '../../domain/values/once.js';
import { destination, maybe, stamps, text } from './forms.js';
import { organization } from './organization.js';
import { idOf, ORGANIZATION_ID } from './owner-columns.js';
import type { RemovableTable } from './table.js';

export const profile: RemovableTable<Profile> = {
  form: once(() =>
    z.strictObject({
      id: text,
      organization_id: text,
      full_name: maybe(text),
      phone_number: maybe(text),
      address: maybe(destination()),
      ...stamps,
    }),
  ),
  key: idOf,
  columns: { organization_id: ORGANIZATION_ID },
  after: [organization],
  cached: false,
  removable: true,
};
