import { z } from 'zod';
import type { Context } from '../../calls/context.js';
import { defineOperation } from '../../calls/define.js';
import { filledPage } from '../../lists/filled-page.js';
import { keysetPage } from '../../lists/keyset-page.js';
import type { Position } from '../../ports.js';
import { pageOf, paging } from '../../schema/primitives.js';
import { staffMember } from '../../schema/staff.js';
import { staffView } from '../../view/staff-view.js';

export const listStaff = defineOperation({
  name: 'list_staff',
  title: 'List the staff',
  description: 'The staff of the organization with their roles, oldest first. Removed staff are left out.',
  scope: 'keys',
  effect: 'read',
  idempotent: true,
  input: z.strictObject(paging),
  inputErrors: { cursor: 'invalid_cursor' },
  output: pageOf(staffMember),
  sample: () => ({ limit: 5 }),
  errors: ['invalid_cursor'],
  http: { method: 'get', path: '/api/staff', query: ['limit', 'cursor'] },
  handle(context: Context<'lists'>, asked) {
    const { organization_id } = context.caller;
    const some = async (after: Position | undefined, most: number) => {
      const { entries, next } = await context.services.lists.page('staff', { organization_id }, after, most);
      return { entries: entries.filter(({ removed_at }) => removed_at === null), next };
    };
    const read = (after: Position | undefined, limit: number) =>
      filledPage(some, after, limit, ({ created_at, id }) => ({ created_at, id }));
    return keysetPage(context, ['staff', organization_id], asked, read, staffView);
  },
});
