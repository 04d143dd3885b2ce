import { type Request, type RequestHandler, type Response, Router } from 'express';
import type { RateLimit } from '../../calls/rate-limit.js';
import { PortalError } from '../../domain/errors/portal-error.js';
import { isOpen } from '../../domain/person/sign-in.js';
import type { Shop } from '../../domain/shop/shop.js';
import { hashSecret, isSameSecret } from '../../domain/values/secret.js';
import { staffEmail } from '../../schema/staff.js';
import { beginSignIn } from '../../sign-in/begin.js';
import { type Browser, type Completed, completeByCode, completeByLink } from '../../sign-in/complete.js';
import type { SignInDeps } from '../../sign-in/deps.js';
import { findLocale, type Locale } from '../../texts/locale.js';
import { sendErrorPage } from '../error-page.js';
import { personPage } from '../person-page.js';
import { queryOf } from '../query.js';
import { readForm } from '../read-form.js';
import { sendPage } from '../shop/shop-page.js';
import { type StaffPage, staffPage } from '../staff-page.js';
import { clearCookie, ownCookie, setCookie } from './cookies.js';
import { hasFormToken } from './form-token.js';
import { addressPage, codePage, endedPage, linkPage, otherBrowserPage, type Problem } from './pages.js';
import { type PasskeyRouteDeps, passkeyPart, signInByPasskey } from './passkey-route.js';
import { readSession } from './read-session.js';
import { readReturnPath } from './return-path.js';

export interface SignInPageDeps extends PasskeyRouteDeps {
  /** Limits how often an address of the network may begin or finish a sign-in. */
  readonly signInLimit: RequestHandler;
  /** Limits the mails that a shop sends to people who sign in, to all addresses together; `undefined` for no limit. */
  readonly shopLimit: RateLimit | undefined;
}

/** Characters of the cookie that a browser gets before it signs in. */
const BROWSER_LENGTH = 43;

/**
 * Serves the pages on which people sign in with a link or a code from a mail, or with a passkey. No GET uses a link. Only
 * the browser that began an attempt can be signed in, so nobody can be signed in by a link of somebody else.
 */
export function signInRouter(deps: SignInPageDeps): Router {
  const router = Router({ strict: true });
  router.get('/sign-in', (request, response) => showAddress(deps, request, response));
  router.post('/sign-in', deps.signInLimit, (request, response) => begin(deps, request, response));
  router.post('/sign-in/passkey', deps.signInLimit, (request, response) => signInByPasskey(deps, request, response));
  router.get('/sign-in/:id', (request, response) => showCode(deps, request, response));
  router.get('/sign-in/:id/code', ({ params }, response) => response.redirect(303, `../${params.id}`));
  router.post('/sign-in/:id/code', deps.signInLimit, async (request, response) => {
    const form = await readForm(request, response);
    const by = browserOf(request);
    const code = (form.code ?? '').replaceAll(/\s/g, '');
    const completed = hasFormToken(form, by.browser)
      ? await completeByCode(deps, String(request.params.id), code, by)
      : ENDED;
    await finish(deps, request, response, completed);
  });
  router.get('/sign-in/:id/:token', async (request, response) => {
    const shop = await shopOfAttempt(deps, request);
    show(request, response, { root: '../..', shop }, (locale) => linkPage(locale, String(request.params.token)));
  });
  router.post('/sign-in/:id/:token', deps.signInLimit, async (request, response) => {
    const [id, token] = [String(request.params.id), String(request.params.token)];
    const isOurs = hasFormToken(await readForm(request, response), token);
    await finish(deps, request, response, isOurs ? await completeByLink(deps, id, token, browserOf(request)) : ENDED);
  });
  return router;
}

const ENDED = { kind: 'ended' } as const;

function browserOf(request: Request): Browser {
  return { browser: ownCookie(request, 'browser'), session: ownCookie(request, 'session') };
}

interface Frame {
  readonly status?: number;
  /** Root of the portal, relative to the page. */
  readonly root: string;
  /** Shop in whose account the person signs in, and whose design the page has; `undefined` at the desk. */
  readonly shop: Shop | undefined;
}

function show(
  request: Request,
  response: Response,
  { status = 200, root, shop }: Frame,
  make: (locale: Locale) => StaffPage,
): void {
  const locale = findLocale(request.headers['accept-language'], shop?.settings.language ?? 'en');
  const page = make(locale);
  sendPage(response, status, shop ? personPage(locale, { root, self: '' }, shop, page) : staffPage(locale, root, page));
}

/** Finds the shop in whose account an attempt signs in. */
function shopOfAttempt({ store }: SignInDeps, { params }: Request): Promise<Shop | undefined> {
  return store.read((rows) => {
    const shopId = rows.get('sign_in', String(params.id))?.account_shop;
    return shopId === undefined ? undefined : rows.get('shop', shopId);
  });
}

/**
 * Finds the shop that a page or form of the sign-in names. Responds with an error page for an unknown one.
 * @returns the shop; null if none is named; `undefined` after a response
 */
async function findShop(
  { store }: SignInDeps,
  named: string | null | undefined,
  request: Request,
  response: Response,
): Promise<Shop | null | undefined> {
  if (named === null || named === undefined) return null;
  const shop = await store.read((rows) => rows.get('shop', named));
  if (!shop) sendErrorPage(request, response, { status: 404, root: '.' });
  return shop;
}

async function showAddress(deps: SignInPageDeps, request: Request, response: Response): Promise<void> {
  const query = queryOf(request);
  const shop = await findShop(deps, query.get('shop'), request, response);
  if (shop === undefined) return;
  const returnTo = readReturnPath(query.get('return'), shop?.id);
  const signedIn = await signedInAs(deps, request);
  const isConfirming = query.has('confirm');
  if (signedIn !== undefined && !isConfirming) response.redirect(303, returnTo);
  else {
    const confirming = isConfirming ? signedIn : undefined;
    const failed = query.has('failed') ? ({ problem: 'passkey_failed' } as const) : {};
    sendAddress(deps, request, response, { returnTo, confirming, shop: shop ?? undefined, ...failed });
  }
}

interface Address {
  readonly returnTo: string;
  readonly confirming: string | undefined;
  readonly shop: Shop | undefined;
  readonly status?: number;
  readonly problem?: Problem;
}

function sendAddress(deps: SignInPageDeps, request: Request, response: Response, shown: Address): void {
  const known = ownCookie(request, 'browser');
  const browser = known ?? deps.ids.secret(BROWSER_LENGTH);
  if (known === undefined) setCookie(response, 'browser', browser);
  const problem = shown.problem ?? (deps.mailSecret ? undefined : 'mail_off');
  const { status = 200, shop, returnTo, confirming } = shown;
  const form = { browser, returnTo, confirming, problem, shopId: shop?.id };
  show(request, response, { status, root: '.', shop }, (locale) => {
    const passkey = passkeyPart(deps, locale, { ...form, isConfirming: confirming !== undefined });
    return addressPage(locale, { ...form, passkey });
  });
}

/** Returns the address of the person whose session the browser has. */
async function signedInAs({ store, clock }: SignInDeps, request: Request): Promise<string | undefined> {
  return (await readSession(store, request, clock.now()))?.person.email;
}

async function begin(deps: SignInPageDeps, request: Request, response: Response): Promise<void> {
  const form = await readForm(request, response);
  const browser = ownCookie(request, 'browser');
  const named = await findShop(deps, form.shop, request, response);
  if (named === undefined) return;
  const shop = named ?? undefined;
  const returnTo = readReturnPath(form.return, shop?.id);
  const confirming = form.confirm === undefined ? undefined : await signedInAs(deps, request);
  const again = (status: number, problem: Problem) =>
    sendAddress(deps, request, response, { returnTo, confirming, shop, status, problem });
  if (!hasFormToken(form, browser)) return again(403, 'no_cookie');
  const email = staffEmail.safeParse(confirming ?? form.email?.trim()).data;
  if (email === undefined) return again(400, 'email');
  const wait = shop ? (deps.shopLimit?.take(shop.id, deps.clock.now()) ?? 0) : 0;
  if (wait > 0) {
    response.set('retry-after', String(wait));
    return again(429, 'too_many');
  }
  try {
    const acceptLanguage = request.headers['accept-language'];
    const id = await beginSignIn(deps, { email, shop, browser, returnTo, acceptLanguage });
    response.redirect(303, `sign-in/${id}`);
  } catch (error) {
    if (!(error instanceof PortalError) || error.code !== 'rate_limited') throw error;
    response.set('retry-after', String(error.retryAfter ?? ''));
    again(429, 'too_many');
  }
}

async function showCode(deps: SignInPageDeps, request: Request, response: Response): Promise<void> {
  const { browser } = browserOf(request);
  const id = String(request.params.id);
  const attempt = await deps.store.read((rows) => rows.get('sign_in', id));
  const shop = await shopOfAttempt(deps, request);
  const isOwn = attempt && browser !== undefined && isSameSecret(attempt.browser_hash, hashSecret(browser));
  if (!isOwn || !isOpen(attempt, deps.clock.now())) {
    const frame = { status: 404, root: '..', shop: isOwn ? shop : undefined };
    show(request, response, frame, (locale) => endedPage(locale, frame.root, frame.shop?.id));
    return;
  }
  const { email, wrong_codes } = attempt;
  const shown = { id, browser, email, isWrong: wrong_codes > 0, shopId: shop?.id };
  show(request, response, { root: '..', shop }, (locale) => codePage(locale, shown));
}

/** Responds to a link or a code. */
async function finish(deps: SignInDeps, request: Request, response: Response, completed: Completed): Promise<void> {
  const root = '../..';
  if (completed.kind === 'signed_in') {
    setCookie(response, 'session', completed.token);
    clearCookie(response, 'browser');
    response.redirect(303, `${root}/${completed.returnTo}`);
    return;
  }
  if (completed.kind === 'wrong_code') {
    response.redirect(303, `../${request.params.id}`);
    return;
  }
  const shop = await shopOfAttempt(deps, request);
  if (completed.kind === 'code')
    show(request, response, { root, shop }, (locale) => otherBrowserPage(locale, completed.code));
  else show(request, response, { status: 404, root, shop }, (locale) => endedPage(locale, root, shop?.id));
}
