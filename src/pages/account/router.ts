import { type Request, type Response, Router } from 'express';
import type { RateLimit } from '../../calls/rate-limit.js';
import { profileKey } from '../../domain/person/profile.js';
import { isRecentSignIn } from '../../domain/person/session.js';
import type { CategoriesOf } from '../../lists/shop-categories.js';
import type { Log } from '../../log.js';
import { buildLimitChange } from '../../operations/tenancy/key-limits.js';
import { buildRevocation } from '../../operations/tenancy/key-writes.js';
import { endAllSessions, endSession } from '../../sign-in/sessions.js';
import type { Links } from '../../view/links.js';
import type { Form } from '../checkout/form.js';
import { rootOf, touch } from '../desk/visit.js';
import { sendErrorsAsPages } from '../error-handler.js';
import { sendErrorPage } from '../error-page.js';
import { readCategories } from '../grant/category-fields.js';
import { readLimits, typedLimits } from '../grant/limits-form.js';
import { personPage } from '../person-page.js';
import { queryOf } from '../query.js';
import { readForm } from '../read-form.js';
import { sendPage } from '../shop/shop-page.js';
import { clearCookie } from '../sign-in/cookies.js';
import { hasFormToken } from '../sign-in/form-token.js';
import { accountPath, signInPath } from '../sign-in/return-path.js';
import { accountBody, type Notice } from './account-page.js';
import { type AccountVisit, changeAs, openAccountVisit } from './account-visit.js';
import { erasedPart } from './data-part.js';
import { eraseOwnData, exportOwnData, type OwnDataDeps } from './own-data.js';
import { findOwnGrant, readOwnGrants } from './own-grants.js';
import { findOwnOrders } from './own-orders.js';
import { profileWrites, readProfile } from './profile-part.js';

export interface AccountDeps extends OwnDataDeps {
  readonly links: Links;
  readonly log: Log;
  /** Limits how often a person may export and erase, since both read all carts of the merchant; `undefined` for no limit. */
  readonly dataLimit: RateLimit | undefined;
  readonly categoriesOf: CategoriesOf;
}

/** Mark in the query of the page after a change. */
const SAVED = 'saved';

/**
 * Serves the page on which a person sees their assistants and orders in a shop. Every POST leads back to it. Only the
 * person's own grants and orders can be reached, even if the path names others.
 */
export function accountRouter(deps: AccountDeps): Router {
  const router = Router({ strict: true });
  router.get('/account/:shop_id', async (request, response) => {
    const visit = await openAccountVisit(deps, request, response);
    if (!visit) return;
    touch(deps, visit);
    const isSaved = queryOf(request).has(SAVED);
    await sendAccount(deps, visit, response, 200, { isSaved });
  });
  router.post('/account/:shop_id/sign-out', (request, response) =>
    onForm(deps, request, response, (visit) => signOut(visit, response, endSession(deps, visit.token, visit))),
  );
  router.post('/account/:shop_id/sign-out-everywhere', (request, response) =>
    onForm(deps, request, response, (visit) => signOut(visit, response, endAllSessions(deps, visit))),
  );
  router.post('/account/:shop_id/grants/:grant_id/end', (request, response) =>
    onForm(deps, request, response, async (visit) => {
      const id = String(request.params.grant_id);
      await changeAs(deps, visit, (rows, by) => buildRevocation(rows, by, findOwnGrant(rows, visit, id).id).writes);
      redirectBack(visit, response);
    }),
  );
  router.post('/account/:shop_id/grants/:grant_id/limits', (request, response) =>
    onForm(deps, request, response, (visit, form) =>
      changeLimitsOf(deps, visit, response, { id: String(request.params.grant_id), form }),
    ),
  );
  router.post('/account/:shop_id/profile', (request, response) =>
    onForm(deps, request, response, (visit, form) => saveProfile(deps, visit, response, form)),
  );
  router.get('/account/:shop_id/data', async (request, response) => {
    const visit = await openAccountVisit(deps, request, response);
    if (visit && !(await isDataLimited(deps, visit, response))) await sendData(deps, visit, response);
  });
  router.post('/account/:shop_id/erase', (request, response) =>
    onForm(deps, request, response, async (visit) => {
      if (!isRecentSignIn(visit.session, deps.clock.now())) confirmFirst(visit, response);
      else if (!(await isDataLimited(deps, visit, response))) await erase(deps, visit, response);
    }),
  );
  router.use(
    '/account',
    sendErrorsAsPages(deps.log, ({ status }, request, response) =>
      sendErrorPage(request, response, { status, root: rootOf({ path: request.baseUrl + request.path }) }),
    ),
  );
  return router;
}

/** Runs the work of a form, provided that our own page sent it. */
async function onForm(
  deps: AccountDeps,
  request: Request,
  response: Response,
  run: (visit: AccountVisit, form: Form) => Promise<void>,
): Promise<void> {
  const visit = await openAccountVisit(deps, request, response);
  if (!visit) return;
  const form = await readForm(request, response);
  if (hasFormToken(form, visit.token)) await run(visit, form);
  else await sendAccount(deps, visit, response, 403, { problem: visit.locale.texts.account.outdated });
}

async function sendAccount(
  deps: AccountDeps,
  visit: AccountVisit,
  response: Response,
  status: number,
  notice: Notice,
): Promise<void> {
  const { store, links } = deps;
  const { locale, root, home, shop, person } = visit;
  const grants = await readOwnGrants(deps, visit);
  const orders = await findOwnOrders(store, shop, person);
  const key = profileKey(shop.organization_id, person.email);
  const profile = await store.read((rows) => rows.get('profile', key));
  const categories = await deps.categoriesOf(shop.id);
  const body = accountBody(visit, { grants, orders, links, profile, categories }, notice);
  const place = { root, self: home };
  sendPage(response, status, personPage(locale, place, shop, { title: locale.texts.account.title, body }));
}

/** Changes the limits of a grant. Raising them lets more money be spent, so it needs a recent sign-in. */
async function changeLimitsOf(
  deps: AccountDeps,
  visit: AccountVisit,
  response: Response,
  { id, form }: { readonly id: string; readonly form: Form },
): Promise<void> {
  if (!isRecentSignIn(visit.session, deps.clock.now())) {
    confirmFirst(visit, response);
    return;
  }
  const categories = readCategories(Object.entries(form));
  if (!categories) {
    await sendAccount(deps, visit, response, 400, { problem: visit.locale.texts.errors.not_valid });
    return;
  }
  const typed = typedLimits((name) => form[name] ?? '');
  const read = readLimits(typed, visit.shop.settings);
  if ('wrong' in read) {
    const problem = visit.locale.texts.grant.amount(visit.shop.settings.currency);
    const rejected = { grantId: id, typed, wrong: read.wrong, chosen: categories };
    await sendAccount(deps, visit, response, 400, { problem, rejected });
    return;
  }
  const { per_order = null, per_30_days = null, ask_above = null } = read.limits ?? {};
  await changeAs(deps, visit, (rows, by) => {
    const key = findOwnGrant(rows, visit, id);
    return buildLimitChange(rows, by, key.id, { per_order, per_30_days, ask_above, categories }).writes;
  });
  redirectBack(visit, response);
}

async function saveProfile(deps: AccountDeps, visit: AccountVisit, response: Response, form: Form): Promise<void> {
  const read = readProfile(form);
  if ('wrong' in read) {
    const problem = visit.locale.texts.errors.not_valid;
    await sendAccount(deps, visit, response, 400, { problem, rejectedProfile: { typed: form, wrong: read.wrong } });
    return;
  }
  await changeAs(deps, visit, (rows, { now }) => profileWrites(rows, visit, read, now));
  redirectBack(visit, response);
}

/** Responds with a problem, and returns true, if the person exports or erases too often. */
async function isDataLimited(deps: AccountDeps, visit: AccountVisit, response: Response): Promise<boolean> {
  const wait = deps.dataLimit?.take(visit.person.id, deps.clock.now()) ?? 0;
  if (wait === 0) return false;
  response.set('retry-after', String(wait));
  await sendAccount(deps, visit, response, 429, { problem: visit.locale.texts.account.too_many });
  return true;
}

async function sendData(deps: AccountDeps, visit: AccountVisit, response: Response): Promise<void> {
  const data = await exportOwnData(deps, visit);
  const headers = { 'cache-control': 'no-store', 'content-disposition': 'attachment; filename="data.json"' };
  response
    .set(headers)
    .type('json')
    .send(JSON.stringify(data, null, 2));
}

async function erase(deps: AccountDeps, visit: AccountVisit, response: Response): Promise<void> {
  const report = await eraseOwnData(deps, visit);
  clearCookie(response, 'session');
  const { locale, root, home, shop } = visit;
  const page = { title: locale.texts.account.erased, body: erasedPart(visit, report) };
  sendPage(response, 200, personPage(locale, { root, self: home }, shop, page));
}

function redirectBack({ home }: AccountVisit, response: Response): void {
  response.redirect(303, `${home}?${SAVED}`);
}

/** Leads to another sign-in for the same address, and then back. */
function confirmFirst({ root, shop }: AccountVisit, response: Response): void {
  const target = { shopId: shop.id, returnTo: accountPath(shop.id), isConfirming: true };
  response.redirect(303, `${root}/${signInPath(target)}`);
}

async function signOut({ root, shop }: AccountVisit, response: Response, ending: Promise<void>): Promise<void> {
  await ending;
  clearCookie(response, 'session');
  response.redirect(303, `${root}/${signInPath({ shopId: shop.id })}`);
}
