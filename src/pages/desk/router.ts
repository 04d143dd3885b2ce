import { type Request, type Response, Router } from 'express';
import type { PortalError } from '../../domain/errors/portal-error.js';
import type { Log } from '../../log.js';
import { endAllSessions, endSession } from '../../sign-in/sessions.js';
import { findLocale } from '../../texts/locale.js';
import { sendErrorsAsPages } from '../error-handler.js';
import { type Html, html } from '../html.js';
import { queryOf } from '../query.js';
import { readForm } from '../read-form.js';
import { sendJsonFile } from '../send-json-file.js';
import { sendPage } from '../shop/shop-page.js';
import { clearCookie } from '../sign-in/cookies.js';
import { hasFormToken } from '../sign-in/form-token.js';
import { staffPage } from '../staff-page.js';
import { addAbandonedCartsPage } from './abandoned-carts-page.js';
import { addAccessPages } from './access/router.js';
import { addBulkPages, type InShop } from './bulk-pages.js';
import { DESK_READS } from './desk-operations.js';
import { personPart, sendDeskPage } from './desk-page.js';
import { addDiscountPages } from './discounts/router.js';
import { addDraftPages } from './drafts/draft-pages.js';
import type { ImportDeps } from './import/plan-import.js';
import { addImportPages } from './import/router.js';
import { addItemPages } from './items/item-pages.js';
import { saveNotices, sendNoticesPage } from './notices-page.js';
import { orderDeskPage, readOrder } from './order-page.js';
import { ordersPage } from './orders-page.js';
import type { PaymentDeps } from './payments/payments-page.js';
import { addPaymentPages } from './payments/router.js';
import { addPreviewPages } from './preview.js';
import { addReceiptPages } from './receipts-page.js';
import { runAction } from './run-action.js';
import { SectionRoutes } from './section-routes.js';
import { addSettingsPages } from './settings-pages.js';
import { openShopVisit, type ShopVisit, type ShopVisitDeps } from './shop-visit.js';
import { todayPage } from './today-page.js';
import { openDeskVisit, openVisit, rootOf, touch, type Visit } from './visit.js';

export interface DeskDeps extends ShopVisitDeps, PaymentDeps, ImportDeps {
  readonly log: Log;
}

/** Maximum shops of an organization. */
const MAX_SHOPS = 1_000;

/** Serves the desk: pages on which a shop's staff work. They call operations, like every surface. */
export function deskRouter(deps: DeskDeps): Router {
  const router = Router({ strict: true });
  const pages = new SectionRoutes();
  pages.get('/desk', (request, response) => showShops(deps, request, response));
  pages.post('/desk/sign-out', (request, response) =>
    signOut(deps, request, response, (visit) => endSession(deps, visit.token, visit)),
  );
  pages.post('/desk/sign-out-everywhere', (request, response) =>
    signOut(deps, request, response, (visit) => endAllSessions(deps, visit)),
  );
  pages.get('/desk/:shop_id', (request, response) =>
    inShop(deps, request, response, async (visit) => {
      const body = await todayPage(visit, { store: deps.store, now: deps.clock.now() });
      sendDeskPage(response, 200, visit, { title: visit.locale.texts.desk.today, section: 'today', body });
    }),
  );
  pages.get('/desk/:shop_id/notices', (request, response) =>
    inShop(deps, request, response, async (visit) => {
      const message = queryOf(request).has('saved') ? visit.locale.texts.desk.saved : undefined;
      sendNoticesPage(response, 200, visit, message);
    }),
  );
  pages.post('/desk/:shop_id/notices', (request, response) =>
    inShop(deps, request, response, async (visit) => {
      await saveNotices(deps, visit, await readForm(request, response), response);
    }),
  );
  pages.get('/desk/:shop_id/orders', (request, response) =>
    inShop(deps, request, response, async (visit) => {
      const body = await ordersPage(visit, queryOf(request));
      sendDeskPage(response, 200, visit, { title: visit.locale.texts.desk.orders, section: 'orders', body });
    }),
  );
  pages.get('/desk/:shop_id/orders/:order_id', (request, response) =>
    inShop(deps, request, response, async (visit) => {
      const shown = await readOrder(visit, String(request.params.order_id));
      const problem = queryOf(request).has('conflict') ? 'conflict' : undefined;
      const body = await orderDeskPage(deps, visit, shown, problem);
      const title = visit.locale.texts.order.title(shown.order.display_id);
      const page = { title, section: 'orders', body, hasSecret: true } as const;
      sendDeskPage(response, problem ? 409 : 200, visit, page);
    }),
  );
  pages.get('/desk/:shop_id/orders/:order_id/statement', (request, response) =>
    inShop(deps, request, response, async (visit) => {
      const order_id = String(request.params.order_id);
      const answer = await visit.call(DESK_READS.statement, { shop_id: visit.shopId, order_id });
      sendJsonFile(response, `${order_id}.json`, answer);
    }),
  );
  pages.post('/desk/:shop_id/orders/:order_id/:action', (request, response) =>
    inShop(deps, request, response, async (visit) => {
      const { order_id, action } = request.params;
      const form = await readForm(request, response);
      await runAction(deps, visit, { orderId: String(order_id), action: String(action), form }, response);
    }),
  );
  const inThisShop: InShop = (request, response, run) => inShop(deps, request, response, run);
  addAbandonedCartsPage(pages, inThisShop);
  addAccessPages(pages, inThisShop);
  addBulkPages(pages, deps, inThisShop);
  addDiscountPages(pages, deps, inThisShop);
  addImportPages(pages, deps, inThisShop);
  addDraftPages(pages, deps, inThisShop);
  addItemPages(pages, deps, inThisShop);
  addPaymentPages(pages, deps, inThisShop);
  addPreviewPages(pages, inThisShop);
  addReceiptPages(pages, deps, inThisShop);
  addSettingsPages(pages, inThisShop);
  router.use(pages.handle);
  router.use('/desk', sendErrorsAsPages(deps.log, sendProblem));
  return router;
}

async function inShop(
  deps: DeskDeps,
  request: Request,
  response: Response,
  run: (visit: ShopVisit) => Promise<void>,
): Promise<void> {
  const visit = await openShopVisit(deps, request, response);
  if (!visit) return;
  touch(deps, visit);
  await run(visit);
}

async function signOut(
  deps: DeskDeps,
  request: Request,
  response: Response,
  end: (visit: Visit) => Promise<void>,
): Promise<void> {
  const visit = await openVisit(deps, request, response);
  if (!visit) return;
  if (!hasFormToken(await readForm(request, response), visit.token)) {
    response.redirect(303, '../desk');
    return;
  }
  await end(visit);
  clearCookie(response, 'session');
  response.redirect(303, '../sign-in');
}

interface OwnShop {
  readonly id: string;
  readonly name: string;
}

/** Shows the shops in which the person has a role, or the only one at once. */
async function showShops(deps: DeskDeps, request: Request, response: Response): Promise<void> {
  const visit = await openDeskVisit(deps, request, response);
  if (!visit) return;
  touch(deps, visit);
  const shops = await readShops(deps, visit);
  const { desk } = visit.locale.texts;
  const header = html`<span class="name">${desk.title}</span>${personPart(visit)}`;
  const page = { title: desk.title, header, body: shopsPart(visit, shops) };
  sendPage(response, 200, staffPage(visit.locale, visit.root, page));
}

async function readShops({ store }: DeskDeps, { roles }: Visit): Promise<readonly OwnShop[]> {
  const found: OwnShop[] = [];
  for (const { organization_id, shops } of roles) {
    const { entries } = await store.list('shops', { organization_id }, undefined, MAX_SHOPS);
    found.push(...entries.filter(({ id }) => shops === null || shops.includes(id)));
  }
  return found;
}

function shopsPart({ locale: { texts }, person, root }: Visit, shops: readonly OwnShop[]): Html {
  const { desk } = texts;
  if (shops.length === 0) return html`<h1>${desk.no_role}</h1><p class="lead">${desk.no_role_text(person.email)}</p>`;
  return html`<h1>${desk.choose}</h1>
<ul class="shops">${shops.map(({ id, name }) => html`<li><a href="${root}/desk/${id}">${name}</a></li>`)}</ul>`;
}

/** Shows an error as a page of the desk. */
function sendProblem({ status }: PortalError, request: Request, response: Response): void {
  const locale = findLocale(request.headers['accept-language'], 'en');
  const { desk, states } = locale.texts;
  const title = { 403: desk.forbidden, 404: desk.not_found }[status] ?? states.not_now;
  const root = rootOf({ path: request.baseUrl + request.path });
  const body = html`<h1>${title}</h1>
<p><a href="${root}/desk">${desk.title}</a></p>`;
  sendPage(response, status, staffPage(locale, root, { title, body }));
}
