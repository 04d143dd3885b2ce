import type { Role } from '../tenant/roles.js';
import type { StaffNoticeKind } from '../values/notice-kinds.js';

/** Maximum staff of an organization. */
export const MAX_STAFF = 100;
/** Maximum shops to which a staff member can be limited by name. */
export const MAX_STAFF_SHOPS = 100;

/** A person's role in an organization. The row stays after a removal, since the audit trail names the person by it. */
export interface StaffMember {
  /** Made by `staffKey`. */
  readonly id: string;
  readonly organization_id: string;
  readonly person_id: string;
  /** Normalized by `addressOf`. Empty after the erasure of somebody who was removed. */
  readonly email: string;
  readonly role: Role;
  /** Ids of the only shops in which the role applies; null for all shops of the organization. */
  readonly shops: readonly string[] | null;
  /** Kinds of notices that the person chose to get by mail. Absent for the defaults of the role. */
  readonly notices?: readonly StaffNoticeKind[];
  /**
   * When the person first came to the desk after being added; milliseconds since the epoch. Absent until then: somebody
   * else may own the address, such as a mistyped one.
   */
  readonly confirmed_at?: number;
  /** Milliseconds since the epoch; null while the person is staff. */
  readonly removed_at: number | null;
  readonly created_at: number;
  readonly updated_at: number;
  readonly version: number;
}

export function staffKey(organizationId: string, personId: string): string {
  return `${organizationId}/${personId}`;
}

/** True if the role applies in this shop. */
export function worksIn({ shops, removed_at }: Pick<StaffMember, 'shops' | 'removed_at'>, shopId: string): boolean {
  return removed_at === null && (shops === null || shops.includes(shopId));
}
