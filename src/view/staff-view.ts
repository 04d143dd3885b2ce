import type { StaffMember } from '../domain/person/staff.js';
import { wantedNotices } from '../domain/person/staff-notices.js';
import type { StaffAnswer } from '../schema/staff.js';
import { isoTime } from './format.js';

export function staffView(member: StaffMember): StaffAnswer {
  const { person_id, email, role, shops, created_at, updated_at } = member;
  return {
    id: person_id,
    email,
    role,
    shops: shops && [...shops],
    notices: [...wantedNotices(member)],
    created_at: isoTime(created_at),
    updated_at: isoTime(updated_at),
  };
}
