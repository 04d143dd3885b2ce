import type { Store } from '../../../ports.js';
import { queryOf } from '../../query.js';
import { readForm } from '../../read-form.js';
import type { InShop } from '../bulk-pages.js';
import { sendDeskPage } from '../desk-page.js';
import type { PageRoutes } from '../section-routes.js';
import { newItemPage } from './item-form.js';
import { itemPage, readItem } from './item-page.js';
import { itemsPage } from './items-page.js';
import { createItem, runItemAction } from './run-item-action.js';

/** Adds the pages about the shop's items. */
export function addItemPages(
  router: PageRoutes,
  deps: { readonly store: Pick<Store, 'read' | 'list'> },
  inShop: InShop,
): void {
  router.get('/desk/:shop_id/items', (request, response) =>
    inShop(request, response, async (visit) => {
      const body = await itemsPage(visit, queryOf(request));
      sendDeskPage(response, 200, visit, { title: visit.locale.texts.desk.items, section: 'items', body });
    }),
  );
  router.get('/desk/:shop_id/items/new', (request, response) =>
    inShop(request, response, async (visit) => {
      visit.assertMay('items');
      const title = visit.locale.texts.desk_work.items.add;
      sendDeskPage(response, 200, visit, { title, section: 'items', body: newItemPage(visit) });
    }),
  );
  router.post('/desk/:shop_id/items/new', (request, response) =>
    inShop(request, response, async (visit) => {
      visit.assertMay('items');
      await createItem(visit, await readForm(request, response), response);
    }),
  );
  router.get('/desk/:shop_id/items/:item_id', (request, response) =>
    inShop(request, response, async (visit) => {
      const shown = await readItem(visit, String(request.params.item_id));
      const problem = queryOf(request).has('conflict') ? 'conflict' : undefined;
      const body = await itemPage(deps, visit, shown, problem);
      sendDeskPage(response, problem ? 409 : 200, visit, { title: shown.item.title, section: 'items', body });
    }),
  );
  router.post('/desk/:shop_id/items/:item_id/:action', (request, response) =>
    inShop(request, response, async (visit) => {
      const { item_id, action } = request.params;
      const form = await readForm(request, response);
      await runItemAction(deps, visit, { itemId: String(item_id), action: String(action), form }, response);
    }),
  );
}
