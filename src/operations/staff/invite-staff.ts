import { z } from 'zod';
import type { Context } from '../../calls/context.js';
import { defineOperation } from '../../calls/define.js';
import { authorOf } from '../../records/audit.js';
import { dataOf } from '../../schema/primitives.js';
import { staffEmail, staffMember, staffRole, staffShops } from '../../schema/staff.js';
import { staffView } from '../../view/staff-view.js';
import { buildStaffMember } from '../tenancy/staff-writes.js';
import { assertMayGive } from './role-request.js';

export const inviteStaff = defineOperation({
  name: 'invite_staff',
  title: 'Invite a staff member',
  description:
    'Gives a person a role in the organization, or in some of its shops. They sign in with their mail address. Someone who is staff already gets this role. The role can have the scopes of the key that gives it.',
  scope: 'keys',
  effect: 'write',
  idempotent: true,
  input: z.strictObject({ email: staffEmail, role: staffRole, shops: staffShops.default(null) }),
  output: dataOf(staffMember),
  sample: () => ({ email: 'grace@merchant.example', role: 'orders' as const }),
  errors: ['limit_exceeded'],
  http: { method: 'post', path: '/api/staff' },
  handle: (context: Context<'people'>, { email, role, shops }) =>
    context.update((rows) => {
      const { caller, services } = context;
      assertMayGive(caller, role);
      const person = { email, secret: services.people.secret };
      const { row, writes } = buildStaffMember(rows, authorOf(context), caller.organization_id, person, {
        role,
        shops,
      });
      return { writes, answer: { body: { data: staffView(row) } } };
    }),
});
