import type { StaffMember } from '../domain/person/staff.js';
import type { StaffAnswer } from '../schema/staff.js';
import { isoTime } from './format.js';

export function staffView({ person_id, email, role, shops, created_at, updated_at }: StaffMember): StaffAnswer {
  return {
    id: person_id,
    email,
    role,
    shops: shops && [...shops],
    created_at: isoTime(created_at),
    updated_at: isoTime(updated_at),
  };
}
