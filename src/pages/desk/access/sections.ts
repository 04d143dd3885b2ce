import type { Operation } from '../../../calls/define.js';
import { listAuditEvents } from '../../../operations/audit/list-audit-events.js';
import { listKeys } from '../../../operations/key/list-keys.js';
import { listGrants } from '../../../operations/shop/list-grants.js';
import { listStaff } from '../../../operations/staff/list-staff.js';
import { listWebhooks } from '../../../operations/webhook/list-webhooks.js';
import type { ShopVisit } from '../shop-visit.js';

/** Pages about access. */
export const ACCESS_SECTIONS = ['staff', 'keys', 'grants', 'webhooks', 'audit'] as const;
export type AccessSection = (typeof ACCESS_SECTIONS)[number];

/** Sections about one shop. The others are about the organization. */
export const SHOP_SECTIONS: readonly AccessSection[] = ['grants'];

/** The operation that lists what a section shows. Its scope decides who may see the section. */
export const SECTION_LISTS: Readonly<Record<AccessSection, Operation>> = {
  staff: listStaff,
  keys: listKeys,
  grants: listGrants,
  webhooks: listWebhooks,
  audit: listAuditEvents,
};

/** Returns the sections that the role may see. */
export function visibleSections({ may }: Pick<ShopVisit, 'may'>): readonly AccessSection[] {
  return ACCESS_SECTIONS.filter((section) => may(SECTION_LISTS[section].scope));
}
