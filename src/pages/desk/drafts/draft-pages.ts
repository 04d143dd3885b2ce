import type { Response } from 'express';
import { detailIn } from '../../../calls/visible-error.js';
import { notFoundError, PortalError } from '../../../domain/errors/portal-error.js';
import { cancelDraftOrder } from '../../../operations/draft/cancel-draft-order.js';
import { createDraftOrder } from '../../../operations/draft/create-draft-order.js';
import { sendDraftOrder } from '../../../operations/draft/send-draft-order.js';
import type { Store } from '../../../ports.js';
import { type Form, readEntry } from '../../checkout/form.js';
import { html } from '../../html.js';
import { toldPart } from '../../problems.js';
import { queryOf } from '../../query.js';
import { readForm } from '../../read-form.js';
import { hasFormToken } from '../../sign-in/form-token.js';
import type { InShop } from '../bulk-pages.js';
import { DESK_PAGES } from '../desk-operations.js';
import { sendDeskPage } from '../desk-page.js';
import { draftsUrl } from '../links.js';
import type { OrderProblem } from '../order-page.js';
import type { PageRoutes } from '../section-routes.js';
import type { ShopVisit } from '../shop-visit.js';
import { draftForm, readDraft } from './draft-form.js';
import { draftsPage } from './drafts-page.js';

interface DraftDeps {
  readonly store: Pick<Store, 'read' | 'list'>;
}

/** Buttons of a draft, by the last part of their URL. */
const ACTIONS = { send: sendDraftOrder, cancel: cancelDraftOrder } as const;

/** Adds the pages about orders that staff draft for buyers. */
export function addDraftPages(router: PageRoutes, deps: DraftDeps, inShop: InShop): void {
  router.get('/desk/:shop_id/drafts', (request, response) =>
    inShop(request, response, (visit) =>
      sendDrafts(deps, visit, response, { cursor: queryOf(request).get('cursor') ?? undefined }),
    ),
  );
  router.get('/desk/:shop_id/drafts/new', (request, response) =>
    inShop(request, response, async (visit) => {
      visit.assertMay(DESK_PAGES.new_draft.scope);
      const body = await draftForm(deps, visit, { hasMany: queryOf(request).get('lines') === 'more' });
      sendDeskPage(response, 200, visit, { title: visit.locale.texts.desk_work.drafts.add, section: 'orders', body });
    }),
  );
  router.post('/desk/:shop_id/drafts/new', (request, response) =>
    inShop(request, response, async (visit) => {
      visit.assertMay(DESK_PAGES.new_draft.scope);
      await createDraft(deps, visit, await readForm(request, response), response);
    }),
  );
  router.post('/desk/:shop_id/drafts/:draft_id/:action', (request, response) =>
    inShop(request, response, async (visit) => {
      const { draft_id, action } = request.params;
      const form = await readForm(request, response);
      await runDraftAction(deps, visit, { draftId: String(draft_id), action: String(action), form }, response);
    }),
  );
}

interface ShownDrafts {
  readonly cursor?: string | undefined;
  readonly problem?: OrderProblem;
  readonly status?: number;
}

async function sendDrafts(
  deps: DraftDeps,
  visit: ShopVisit,
  response: Response,
  { status = 200, ...shown }: ShownDrafts,
): Promise<void> {
  const body = await draftsPage(deps, visit, shown);
  const { title } = visit.locale.texts.desk_work.drafts;
  sendDeskPage(response, status, visit, { title, section: 'orders', body, hasSecret: true });
}

/** Drafts an order, and leads to the list. A form with a problem is shown again as it was filled in. */
async function createDraft(deps: DraftDeps, visit: ShopVisit, form: Form, response: Response): Promise<void> {
  const { desk, desk_work } = visit.locale.texts;
  const show = async (status: number, title: string, text = '') => {
    const body = html`${toldPart({ title, text })}${await draftForm(deps, visit, { typed: form })}`;
    sendDeskPage(response, status, visit, { title: desk_work.drafts.add, section: 'orders', body });
  };
  if (!hasFormToken(form, visit.token)) return show(403, desk.form_outdated);
  try {
    const args = { shop_id: visit.shopId, ...readDraft(visit, form) };
    await visit.call(createDraftOrder, args, { idempotencyKey: readEntry(form, 'request') });
    response.redirect(303, draftsUrl(visit));
  } catch (error) {
    if (!isShown(error)) throw error;
    await show(error.status, desk.failed, detailIn(error, visit.locale.tag));
  }
  return undefined;
}

interface SentAction {
  readonly draftId: string;
  readonly action: string;
  readonly form: Form;
}

/** @throws PortalError `not_found` for an unknown action; `forbidden` */
async function runDraftAction(
  deps: DraftDeps,
  visit: ShopVisit,
  { draftId, action, form }: SentAction,
  response: Response,
): Promise<void> {
  if (!isAction(action)) throw notFoundError('not_found');
  const { desk } = visit.locale.texts;
  const show = (status: number, title: string, text = '') =>
    sendDrafts(deps, visit, response, { status, problem: { title, text } });
  if (!hasFormToken(form, visit.token)) return show(403, desk.form_outdated);
  try {
    const args = { shop_id: visit.shopId, draft_id: draftId };
    await visit.call(ACTIONS[action], args, { idempotencyKey: readEntry(form, 'request') });
    response.redirect(303, draftsUrl(visit));
  } catch (error) {
    if (!isShown(error)) throw error;
    await show(error.status, desk.failed, detailIn(error, visit.locale.tag));
  }
  return undefined;
}

function isAction(name: string): name is keyof typeof ACTIONS {
  return Object.hasOwn(ACTIONS, name);
}

/** True for a problem that the person can solve, which the page shows. */
function isShown(error: unknown): error is PortalError {
  return error instanceof PortalError && error.status < 500 && error.code !== 'forbidden';
}
