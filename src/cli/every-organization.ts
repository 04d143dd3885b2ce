import type { Organization } from '../domain/tenant/tenant.js';
import { collectPages } from '../lists/every-page.js';
import type { IdPosition, StoreReader } from '../ports.js';

export function everyOrganization(store: StoreReader): Promise<Organization[]> {
  return collectPages((after: IdPosition | undefined, limit) => store.list('organizations', {}, after, limit));
}
