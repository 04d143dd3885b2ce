import { z } from 'zod';
import type { SignIn } from '../../domain/person/sign-in.js';
import { once } from '../../domain/values/once.js';
import { created, instant, maybe, text } from './forms.js';
import { idOf } from './owner-columns.js';
import type { RemovableTable } from './table.js';

export const sign_in: RemovableTable<SignIn> = {
  form: once(() =>
    z.strictObject({
      id: text,
      person_id: text,
      email: text,
      account_shop: maybe(text),
      token_hash: text,
      code_hash: text,
      browser_hash: text,
      return_to: text,
      wrong_codes: z.int(),
      expires_at: instant,
      used_at: instant.nullable(),
      ...created,
    }),
  ),
  key: idOf,
  columns: { person_id: { type: 'text', of: (row) => row.person_id } },
  after: [],
  cached: false,
  removable: true,
};
