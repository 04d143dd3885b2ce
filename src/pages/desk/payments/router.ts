import { queryOf } from '../../query.js';
import { readForm } from '../../read-form.js';
import type { InShop } from '../bulk-pages.js';
import type { PageRoutes } from '../section-routes.js';
import type { PaymentDeps } from './payments-page.js';
import { runPaymentAction, sendPayments } from './run-payment-action.js';

/** Adds the page about payment handlers and their accounts. */
export function addPaymentPages(router: PageRoutes, deps: PaymentDeps, inShop: InShop): void {
  router.get('/desk/:shop_id/payments', (request, response) =>
    inShop(request, response, (visit) =>
      sendPayments(deps, visit, response, { status: 200, isDone: queryOf(request).has('done') }),
    ),
  );
  router.post('/desk/:shop_id/payments/:handler_id/:action', (request, response) =>
    inShop(request, response, async (visit) => {
      const { handler_id, action } = request.params;
      const form = await readForm(request, response);
      await runPaymentAction(deps, visit, { handlerId: String(handler_id), action: String(action), form }, response);
    }),
  );
}
