import { type Role, scopesOfRole } from '../tenant/roles.js';
import type { KeyScope } from '../tenant/tenant.js';
import {
  type NoticeKind,
  PAYMENT_PROBLEM_KINDS,
  STAFF_NOTICE_KINDS,
  type StaffNoticeKind,
} from '../values/notice-kinds.js';
import { type StaffMember, worksIn } from './staff.js';

/** Which notices by mail the members of a shop's staff get (docs/mail.md, Staff). */

/** Scopes of which a role needs one to get a kind of notice, so that no mail shows more than the desk does. */
function scopesFor(kind: StaffNoticeKind): readonly KeyScope[] {
  if (kind === 'low_stock') return ['items', 'orders:fulfill'];
  if (kind === 'dead_delivery') return ['webhooks'];
  if (kind === 'log_stopped' || kind === 'log_resumed') return ['receipts:read'];
  return kind === 'test' ? ['shops'] : ['orders:read'];
}

/** Notices that people get until they choose others. */
const DEFAULTS: Readonly<Record<Role, readonly StaffNoticeKind[]>> = {
  owner: STAFF_NOTICE_KINDS,
  orders: ['new_request', 'new_order', ...PAYMENT_PROBLEM_KINDS],
  warehouse: ['new_order', 'low_stock'],
  books: PAYMENT_PROBLEM_KINDS,
  catalogue: ['low_stock'],
  'read-only': [],
};

export function isStaffNotice(kind: NoticeKind): kind is StaffNoticeKind {
  return STAFF_NOTICE_KINDS.some((one) => one === kind);
}

/** Returns the kinds of notices among which somebody with this role in these shops may choose. */
export function allowedNotices({ role, shops }: Pick<StaffMember, 'role' | 'shops'>): readonly StaffNoticeKind[] {
  const scopes = scopesOfRole(role, shops);
  return STAFF_NOTICE_KINDS.filter((kind) => scopesFor(kind).some((scope) => scopes.includes(scope)));
}

/** Returns the kinds of notices that a staff member gets: those that they chose, else those of the role. */
export function wantedNotices(member: Pick<StaffMember, 'role' | 'shops' | 'notices'>): readonly StaffNoticeKind[] {
  const wanted = member.notices ?? DEFAULTS[member.role];
  return allowedNotices(member).filter((kind) => wanted.includes(kind));
}

/** True if a staff member gets notices of this kind about a shop. */
export function getsNotice(member: StaffMember, kind: NoticeKind, shopId: string): boolean {
  return worksIn(member, shopId) && isStaffNotice(kind) && wantedNotices(member).includes(kind);
}
