import { type Request, type RequestHandler, type Response, Router } from 'express';
import type { PortalError } from '../domain/errors/portal-error.js';
import { faceOf } from '../domain/shop/face.js';
import type { Log } from '../log.js';
import { getOrder } from '../operations/order/get-order.js';
import { getOrderStatement } from '../operations/order/get-order-statement.js';
import { orderAuditLog } from '../operations/order/order-audit-log.js';
import type { PaymentHandler, Store } from '../ports.js';
import { isoTime } from '../view/format.js';
import { orderOf } from './answered.js';
import { cachedPage, type RenderedPage } from './cached-pages.js';
import { challengeRouter } from './challenge.js';
import type { PublicAccounts } from './checkout/payment-clients.js';
import { REJECTED } from './checkout/rejected-form.js';
import { checkoutRouter, keepTypedValues } from './checkout-router.js';
import { sendErrorsAsPages } from './error-handler.js';
import { sendErrorPage } from './error-page.js';
import { handlerFormsOf } from './handler-forms.js';
import { html } from './html.js';
import { type LinkCaller, type LinkDeps, openLink } from './link-call.js';
import { findOrderLog, type OrderLog } from './order/order-log.js';
import { orderPage } from './order/page.js';
import { problemPart } from './problems.js';
import { sendJsonFile } from './send-json-file.js';
import { pageAssets } from './shop/page-assets.js';
import { sendPage, shopPage } from './shop/shop-page.js';
import { type HandlerNotes, testBankRouter } from './test-bank.js';

interface PageDeps extends LinkDeps {
  readonly handlers: readonly PaymentHandler[];
  readonly payments: PublicAccounts & HandlerNotes;
  /** Limits requests to the pages, per address. */
  readonly openLimit: RequestHandler;
  readonly log: Log;
  /** False hides all logs of receipts. */
  readonly publicLogs: boolean;
  readonly store: LinkDeps['store'] & Pick<Store, 'secret'>;
}

/**
 * Number of parts of a page's path, such as `/checkout/{token}`, split at slashes. The path of a button has one part
 * more.
 */
const PAGE_DEPTH = 3;

/** Maximum audit-log pages read, since an order can be held and released any number of times. */
const AUDIT_LOG_PAGES = 10;

/** Serves the pages at `continue_url` and `permalink_url`. They call operations, like every surface. */
export function pagesRouter(deps: PageDeps): Router {
  const router = Router();
  router.use(['/checkout', '/orders', '/assets'], deps.openLimit);
  router.use(pageAssets());
  const handlerForms = handlerFormsOf(deps.handlers);
  router.use('/checkout', testBankRouter(deps), challengeRouter(deps), checkoutRouter(deps, handlerForms));
  router.get('/orders/:token', async (request, response) => {
    const link = await openLink(deps, request, 'order');
    const self = String(request.params.token);
    // Each change of an order writes its row and its history together, so a page cached for the row is current.
    const isRejected = request.query[REJECTED] !== undefined;
    // Receipts are read for each request, since they come without a change of the order.
    const log = deps.publicLogs ? await findOrderLog(deps.store, link.id) : undefined;
    const parts = [
      link.shop,
      link.locale.tag,
      self,
      deps.links.publicUrl(),
      isRejected,
      log?.organization_id,
      log?.allowed_until,
    ];
    sendPage(
      response,
      200,
      await cachedPage(link.row, parts, () => pageOfOrder(deps, link, { self, isRejected, log })),
    );
  });
  router.get('/orders/:token/statement', async (request, response) => {
    const link = await openLink(deps, request, 'order');
    sendJsonFile(response, `${link.id}.json`, await link.call(getOrderStatement, { order_id: link.id }));
  });
  router.get('/orders/:token/again', (request, response) => response.redirect(303, `../${request.params.token}`));
  router.post('/orders/:token/again', async (request, response) => {
    const link = await openLink(deps, request, 'order');
    const { checkout_id } = orderOf(await link.call(getOrder, { order_id: link.id }));
    response.redirect(303, `../../checkout/${await keepTypedValues(link, checkout_id)}`);
  });
  router.use(['/checkout', '/orders'], sendErrorsAsPages(deps.log, sendProblem));
  return router;
}

async function pageOfOrder(
  { store, links }: PageDeps,
  link: LinkCaller,
  {
    self,
    isRejected,
    log,
  }: { readonly self: string; readonly isRejected: boolean; readonly log: OrderLog | undefined },
): Promise<RenderedPage> {
  const [answer, auditLog] = await Promise.all([
    link.call(getOrder, { order_id: link.id }),
    orderAuditLog(store, link.id, AUDIT_LOG_PAGES),
  ]);
  const data = orderOf(answer);
  const changes = auditLog.map(({ at, action }) => ({ at: isoTime(at), action }));
  const shown = { locale: link.locale, place: { root: '..', self }, face: faceOf(link.shop) };
  return shopPage(shown, {
    title: link.locale.texts.order.title(data.display_id),
    body: html`${isRejected && problemPart(link.locale.texts.problems.other)}${orderPage(data, changes, shown, log)}`,
    layout: 'order',
    links: link.shop.settings.links.map((one) => ({ ...one, url: links.absolute(one.url) })),
  });
}

/** Shows an error as a page. A failed POST redirects to the page of its button, which shows the problem. */
function sendProblem({ status }: PortalError, request: Request, response: Response): void {
  const path = request.originalUrl.split('?', 1)[0]?.split('/') ?? [];
  const isAction = path.length > PAGE_DEPTH;
  if (request.method === 'POST' && isAction && status !== 404)
    response.redirect(303, `../${path.at(-2)}?${REJECTED}#problem`);
  else sendErrorPage(request, response, { status, root: isAction ? '../..' : '..' });
}
