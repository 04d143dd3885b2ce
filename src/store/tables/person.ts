import { z } from 'zod';
import type { Person } from '../../domain/person/person.js';
import { once } from '../../domain/values/once.js';
import { instant, stamps, text } from './forms.js';
import { idOf } from './owner-columns.js';
import type { PermanentTable } from './table.js';

export const person: PermanentTable<Person> = {
  form: once(() => z.strictObject({ id: text, email: text, sessions_from: instant, ...stamps })),
  key: idOf,
  columns: {},
  after: [],
  cached: true,
  removable: false,
};
