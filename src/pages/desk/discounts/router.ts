import { queryOf } from '../../query.js';
import { readForm } from '../../read-form.js';
import type { InShop } from '../bulk-pages.js';
import type { PageRoutes } from '../section-routes.js';
import { discountPage, readDiscount } from './discount-form.js';
import { discountsPage } from './discounts-page.js';
import { DISCOUNT_ACTIONS, runDiscountAction, sendDiscounts } from './run-discount-action.js';

/** Adds the pages about the shop's discounts. */
export function addDiscountPages(
  router: PageRoutes,
  { clock }: { readonly clock: { now(): number } },
  inShop: InShop,
): void {
  router.get('/desk/:shop_id/discounts', (request, response) =>
    inShop(request, response, async (visit) => {
      sendDiscounts(response, 200, visit, await discountsPage(visit, queryOf(request), clock.now()));
    }),
  );
  router.get('/desk/:shop_id/discount', (request, response) =>
    inShop(request, response, async (visit) => {
      visit.assertMay(DISCOUNT_ACTIONS.save.operation.scope);
      const code = queryOf(request).get('code');
      const shown = code === null ? undefined : await readDiscount(visit, code);
      sendDiscounts(response, 200, visit, discountPage(visit, shown, clock.now()));
    }),
  );
  router.post('/desk/:shop_id/discount/:action', (request, response) =>
    inShop(request, response, async (visit) => {
      const form = await readForm(request, response);
      await runDiscountAction(visit, { action: String(request.params.action), form, now: clock.now() }, response);
    }),
  );
}
