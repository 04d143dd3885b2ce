import type { Request, Response } from 'express';
import type { RowKind } from '../../domain/books/order-rows.js';
import type { Store } from '../../ports.js';
import { html } from '../html.js';
import { queryOf } from '../query.js';
import { readForm } from '../read-form.js';
import { hasFormToken } from '../sign-in/form-token.js';
import { sendDeskPage } from './desk-page.js';
import { exportOrders } from './export-orders.js';
import { packingPage } from './packing-page.js';
import type { PageRoutes } from './section-routes.js';
import { shipOrders, shipOrdersPage } from './ship-orders.js';
import type { ShopVisit } from './shop-visit.js';

export type InShop = (request: Request, response: Response, run: (visit: ShopVisit) => Promise<void>) => Promise<void>;

const EXPORTS: readonly (readonly [file: string, kind: RowKind])[] = [
  ['orders.csv', 'orders'],
  ['order-lines.csv', 'lines'],
];

/** Adds the pages about several orders: shipping, packing slips, export. */
export function addBulkPages(router: PageRoutes, deps: { readonly store: Pick<Store, 'list'> }, inShop: InShop): void {
  for (const [file, kind] of EXPORTS)
    router.get(`/desk/:shop_id/${file}`, (request, response) =>
      inShop(request, response, (visit) => exportOrders(deps, visit, { kind, params: queryOf(request), response })),
    );
  router.get('/desk/:shop_id/ship-orders', (request, response) =>
    inShop(request, response, async (visit) => {
      visit.assertMay('orders:fulfill');
      const body = await shipOrdersPage(visit, queryOf(request));
      sendDeskPage(response, 200, visit, { title: visit.locale.texts.desk_work.bulk.ship, section: 'orders', body });
    }),
  );
  router.post('/desk/:shop_id/ship-orders', (request, response) =>
    inShop(request, response, async (visit) => {
      const form = await readForm(request, response);
      const { desk, desk_work } = visit.locale.texts;
      const isOwn = hasFormToken(form, visit.token);
      const body = isOwn ? await shipOrders(visit, form) : html`<h1>${desk.form_outdated}</h1>`;
      sendDeskPage(response, isOwn ? 200 : 403, visit, { title: desk_work.bulk.ship, section: 'orders', body });
    }),
  );
  router.get('/desk/:shop_id/packing-slips', (request, response) =>
    inShop(request, response, async (visit) => {
      const body = await packingPage(visit, queryOf(request));
      sendDeskPage(response, 200, visit, {
        title: visit.locale.texts.desk_work.packing.title,
        section: 'orders',
        body,
      });
    }),
  );
}
