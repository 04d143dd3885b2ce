import type { ShopVisit } from '../shop-visit.js';

/** Parts of a person or an address, labeled as on the buyer's pages. */
const COMMON = [
  'email',
  'full_name',
  'phone_number',
  'street_address',
  'extended_address',
  'address_locality',
  'address_region',
  'postal_code',
  'address_country',
  'instructions',
] as const;

/** Returns the labels of the members of a draft order. */
export function draftLabels({ locale }: ShopVisit): Readonly<Record<string, string>> {
  const { fields, desk_work } = locale.texts;
  return { ...Object.fromEntries(COMMON.map((name) => [name, fields[name]])), ...desk_work.draft_members };
}
