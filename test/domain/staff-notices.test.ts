import { expect, test } from 'vitest';
import type { StaffMember } from '../../src/domain/person/staff.js';
import { allowedNotices, getsNotice, wantedNotices } from '../../src/domain/person/staff-notices.js';
import { ROLE_NAMES } from '../../src/domain/tenant/roles.js';
import { STAFF_NOTICE_KINDS } from '../../src/domain/values/notice-kinds.js';
import { NOTICES } from '../../src/domain/webhook/notices.js';

const member = (row: Partial<StaffMember>): StaffMember => ({
  ...{ id: 'org_1/prs_1', organization_id: 'org_1', person_id: 'prs_1', email: 'ada@shop.com', role: 'orders' },
  ...{ shops: null, removed_at: null, created_at: 0, updated_at: 0, version: 1 },
  ...row,
});

test('has a row for each kind of notice to the staff', () => {
  const toStaff = Object.entries(NOTICES).flatMap(([kind, { audience }]) => (audience === 'staff' ? [kind] : []));
  expect(toStaff).toEqual([...STAFF_NOTICE_KINDS]);
});

test('gives each role its defaults, all of which it may get', () => {
  const numbers = Object.fromEntries(ROLE_NAMES.map((role) => [role, wantedNotices({ role, shops: null }).length]));
  expect(numbers).toEqual({ owner: 15, orders: 10, warehouse: 2, books: 8, catalogue: 1, 'read-only': 0 });
  expect(wantedNotices({ role: 'warehouse', shops: null })).toEqual(['new_order', 'low_stock']);
});

test('shows no role more than the desk does', () => {
  expect(allowedNotices({ role: 'catalogue', shops: null })).toEqual(['low_stock']);
  expect(allowedNotices({ role: 'read-only', shops: null })).not.toContain('low_stock');
  expect(ROLE_NAMES.filter((role) => allowedNotices({ role, shops: null }).includes('dead_delivery'))).toEqual([
    'owner',
  ]);
});

test('tells a role in some shops nothing about the whole organization', () => {
  const limited = member({ role: 'owner', shops: ['shop_1'] });
  expect(STAFF_NOTICE_KINDS.filter((kind) => !getsNotice(limited, kind, 'shop_1'))).toEqual([
    'dead_delivery',
    'log_stopped',
    'log_resumed',
  ]);
  expect(allowedNotices(limited)).not.toContain('dead_delivery');
  expect(getsNotice(member({ role: 'owner' }), 'dead_delivery', 'shop_1')).toBe(true);
});

test('follows the choice, in the shops of the role, while the role lasts and allows it', () => {
  const chosen = member({ notices: ['low_stock', 'dispute_lost'] });
  expect(getsNotice(chosen, 'low_stock', 'shop_1')).toBe(true);
  expect(getsNotice(chosen, 'new_order', 'shop_1')).toBe(false);
  expect(getsNotice({ ...chosen, role: 'catalogue' }, 'dispute_lost', 'shop_1')).toBe(false);
  expect(getsNotice({ ...chosen, shops: ['shop_2'] }, 'low_stock', 'shop_1')).toBe(false);
  expect(getsNotice({ ...chosen, removed_at: 1 }, 'low_stock', 'shop_1')).toBe(false);
  expect(getsNotice(member({}), 'placed', 'shop_1')).toBe(false);
});
