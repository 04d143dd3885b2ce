import { type Request, type RequestHandler, type Response, Router } from 'express';
import { errorHeaders } from '../calls/visible-error.js';
import { PortalError } from '../domain/errors/portal-error.js';
import { getOrder } from '../operations/order/get-order.js';
import { orderAuditLog } from '../operations/order/order-audit-log.js';
import type { PaymentHandler } from '../ports.js';
import { order } from '../schema/order.js';
import { dataOf } from '../schema/primitives.js';
import { isoTime } from '../view/format.js';
import { checkoutRouter } from './checkout-router.js';
import { handlerFormsOf } from './handler-forms.js';
import { type LinkDeps, openLink } from './link-call.js';
import { messagePage, orderPage } from './order-page.js';
import { sendPage } from './reply.js';

interface PageDeps extends LinkDeps {
  readonly handlers: readonly PaymentHandler[];
  /** Counts requests without a key. */
  readonly openLimit: RequestHandler;
}

/** More than a buyer reads; limited, since an order can be held and released very often. */
const AUDIT_LOG_PAGES = 10;

const orderBody = dataOf(order);

/** What the buyer sees behind `continue_url` and `permalink_url`; the pages call the operations like every surface. */
export function pagesRouter(deps: PageDeps): Router {
  const router = Router();
  router.use(['/checkout', '/orders'], deps.openLimit);
  router.use('/checkout', checkoutRouter(deps, handlerFormsOf(deps.handlers)));
  router.get('/orders/:token', async (request, response) => {
    const link = await openLink(deps, request, 'order');
    const { body } = await link.call(getOrder, { order_id: link.id });
    const { data } = orderBody.parse(body);
    const auditLog = await orderAuditLog(deps.store, link.id, AUDIT_LOG_PAGES);
    const changes = auditLog.map(({ at, action }) => ({ at: isoTime(at), action }));
    sendPage(response, 200, `Order ${data.display_id}`, orderPage(data, changes, link));
  });
  router.use(['/checkout', '/orders'], errorPage);
  return router;
}

/** People get a page for an error of the table; other faults are answered and logged as everywhere. */
function errorPage(error: unknown, _request: Request, response: Response, next: (error: unknown) => void): void {
  if (!(error instanceof PortalError)) next(error);
  else if (error.status === 404) {
    const text = messagePage('This link does not work', 'The link is mistyped or too old. Ask for a new one.');
    sendPage(response, 404, 'Not found', text);
  } else {
    response.set(errorHeaders(error));
    sendPage(response, error.status, 'Not now', messagePage('That did not work', 'Please try again in a moment.'));
  }
}
