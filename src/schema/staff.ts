import { z } from 'zod';
import { MAX_STAFF_SHOPS } from '../domain/person/staff.js';
import { ROLE_NAMES } from '../domain/tenant/roles.js';
import { STAFF_NOTICE_KINDS } from '../domain/values/notice-kinds.js';
import { answer, dateTime, id } from './primitives.js';

/** Staff of an organization (docs/desk.md). */

export const staffEmail = z.email().max(254).describe('Mail address with which the person signs in');

export const staffRole = z.enum(ROLE_NAMES).describe('Its scopes are listed in docs/operations.md, Roles');

export const staffShops = z
  .array(id('Id of a shop'))
  .min(1)
  .max(MAX_STAFF_SHOPS)
  .nullable()
  .describe('The only shops in which the role applies; null = all');

export const staffNotices = z
  .array(z.enum(STAFF_NOTICE_KINDS))
  .max(STAFF_NOTICE_KINDS.length)
  .refine((kinds) => new Set(kinds).size === kinds.length, { error: 'names a notice twice' })
  .nullable()
  .describe('Kinds of notices by mail (docs/mail.md, Staff); null = the defaults of the role');

export const personId = id('Id of the staff member');

export const staffMember = answer({
  id: z.string().describe('Id of the person; the audit trail has it as `actor`'),
  email: z.string(),
  role: z.enum(ROLE_NAMES),
  shops: z.array(z.string()).nullable().describe('The only shops in which the role applies; null = all'),
  notices: z
    .array(z.enum(STAFF_NOTICE_KINDS))
    .describe('Kinds of notices that they get by mail about their shops, from their first visit to the desk on'),
  created_at: dateTime('When they were first invited'),
  updated_at: dateTime('When their role or their notices last changed'),
});
export type StaffAnswer = z.output<typeof staffMember>;
