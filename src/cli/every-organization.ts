import type { Organization } from '../domain/tenant/tenant.js';
import { everyPage } from '../lists/every-page.js';
import type { IdPosition, Store } from '../ports.js';

export function everyOrganization(store: Store): Promise<Organization[]> {
  return everyPage((after: IdPosition | undefined, limit) => store.list('organizations', {}, after, limit));
}
