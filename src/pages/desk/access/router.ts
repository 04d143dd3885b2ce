import type { Request, Response } from 'express';
import { notFoundError } from '../../../domain/errors/portal-error.js';
import { queryOf } from '../../query.js';
import { readForm } from '../../read-form.js';
import type { PageRoutes } from '../section-routes.js';
import type { ShopVisit } from '../shop-visit.js';
import { deliveriesPage, sectionPage } from './access-page.js';
import { runAccessAction } from './run-access-action.js';
import { ACCESS_SECTIONS, type AccessSection } from './sections.js';
import { sendAccess } from './send-access.js';

type InShop = (request: Request, response: Response, run: (visit: ShopVisit) => Promise<void>) => Promise<void>;

/** Adds the pages about access: staff, keys, webhooks and the audit trail. */
export function addAccessPages(router: PageRoutes, inShop: InShop): void {
  router.get('/desk/:shop_id/access/:section', (request, response) =>
    inShop(request, response, async (visit) => {
      const section = sectionNamed(String(request.params.section));
      const query = queryOf(request);
      const message = { isDone: query.has('done') };
      const body = await sectionPage(visit, section, query.get('cursor') ?? undefined, message);
      sendAccess(response, 200, visit, body);
    }),
  );
  router.get('/desk/:shop_id/access/webhooks/:webhook_id', (request, response) =>
    inShop(request, response, async (visit) => {
      const query = queryOf(request);
      const message = { isDone: query.has('done') };
      const webhook = String(request.params.webhook_id);
      sendAccess(response, 200, visit, await deliveriesPage(visit, webhook, query.get('cursor') ?? undefined, message));
    }),
  );
  router.post('/desk/:shop_id/access/:action', (request, response) =>
    inShop(request, response, async (visit) => {
      const form = await readForm(request, response);
      await runAccessAction(visit, String(request.params.action), form, response);
    }),
  );
}

/** @throws PortalError `not_found` */
function sectionNamed(name: string): AccessSection {
  const section = ACCESS_SECTIONS.find((one) => one === name);
  if (section === undefined) throw notFoundError('not_found');
  return section;
}
