import { type Request, type RequestHandler, type Response, Router } from 'express';
import { PortalError } from '../../domain/errors/portal-error.js';
import { isOpen } from '../../domain/person/sign-in.js';
import { hashSecret, isSameSecret } from '../../domain/values/secret.js';
import { staffEmail } from '../../schema/staff.js';
import { beginSignIn } from '../../sign-in/begin.js';
import { type Browser, type Completed, completeByCode, completeByLink } from '../../sign-in/complete.js';
import type { SignInDeps } from '../../sign-in/deps.js';
import { findSession } from '../../sign-in/sessions.js';
import { findLocale, type Locale } from '../../texts/locale.js';
import { readForm } from '../read-form.js';
import { sendPage } from '../shop/shop-page.js';
import { type StaffPage, staffPage } from '../staff-page.js';
import { clearCookie, ownCookie, setCookie } from './cookies.js';
import { hasFormToken } from './form-token.js';
import { addressPage, codePage, endedPage, linkPage, otherBrowserPage, type Problem } from './pages.js';
import { readReturnPath } from './return-path.js';

export interface SignInPageDeps extends SignInDeps {
  /** Limits how often an address of the network may begin or finish a sign-in. */
  readonly signInLimit: RequestHandler;
}

/** Characters of the cookie that a browser gets before it signs in. */
const BROWSER_LENGTH = 43;

/**
 * Serves the pages on which people sign in with a link or a code from a mail. No GET uses a link. Only the browser that
 * began an attempt can be signed in, so nobody can be signed in by a link of somebody else.
 */
export function signInRouter(deps: SignInPageDeps): Router {
  const router = Router({ strict: true });
  router.get('/sign-in', (request, response) => showAddress(deps, request, response));
  router.post('/sign-in', deps.signInLimit, (request, response) => begin(deps, request, response));
  router.get('/sign-in/:id', (request, response) => showCode(deps, request, response));
  router.get('/sign-in/:id/code', ({ params }, response) => response.redirect(303, `../${params.id}`));
  router.post('/sign-in/:id/code', deps.signInLimit, async (request, response) => {
    const form = await readForm(request, response);
    const by = browserOf(request);
    const code = (form.code ?? '').replaceAll(/\s/g, '');
    const completed = hasFormToken(form, by.browser)
      ? await completeByCode(deps, String(request.params.id), code, by)
      : ENDED;
    finish(request, response, completed);
  });
  router.get('/sign-in/:id/:token', (request, response) =>
    show(request, response, 200, '../..', (locale) => linkPage(locale, String(request.params.token))),
  );
  router.post('/sign-in/:id/:token', deps.signInLimit, async (request, response) => {
    const [id, token] = [String(request.params.id), String(request.params.token)];
    const isOurs = hasFormToken(await readForm(request, response), token);
    finish(request, response, isOurs ? await completeByLink(deps, id, token, browserOf(request)) : ENDED);
  });
  return router;
}

const ENDED = { kind: 'ended' } as const;

function browserOf(request: Request): Browser {
  return { browser: ownCookie(request, 'browser'), session: ownCookie(request, 'session') };
}

function show(
  request: Request,
  response: Response,
  status: number,
  root: string,
  make: (locale: Locale, root: string) => StaffPage,
): void {
  const locale = findLocale(request.headers['accept-language'], 'en');
  sendPage(response, status, staffPage(locale, root, make(locale, root)));
}

async function showAddress(deps: SignInPageDeps, request: Request, response: Response): Promise<void> {
  const query = new URLSearchParams(request.url.split('?', 2)[1]);
  const returnTo = readReturnPath(query.get('return'));
  const signedIn = await signedInAs(deps, request);
  const isConfirming = query.has('confirm');
  if (signedIn !== undefined && !isConfirming) response.redirect(303, returnTo);
  else {
    const confirming = isConfirming ? signedIn : undefined;
    sendAddress(deps, request, response, 200, { returnTo, confirming, problem: undefined });
  }
}

interface Address {
  readonly returnTo: string;
  readonly confirming: string | undefined;
  readonly problem: Problem | undefined;
}

function sendAddress(deps: SignInPageDeps, request: Request, response: Response, status: number, shown: Address) {
  const known = ownCookie(request, 'browser');
  const browser = known ?? deps.ids.secret(BROWSER_LENGTH);
  if (known === undefined) setCookie(response, 'browser', browser);
  const problem = shown.problem ?? (deps.mailSecret ? undefined : 'mail_off');
  show(request, response, status, '.', (locale) => addressPage(locale, { ...shown, browser, problem }));
}

/** Returns the address of the person whose session the browser has. */
async function signedInAs({ store, clock }: SignInDeps, request: Request): Promise<string | undefined> {
  const token = ownCookie(request, 'session');
  if (token === undefined) return undefined;
  return store.read((rows) => findSession(rows, token, clock.now())?.person.email);
}

async function begin(deps: SignInPageDeps, request: Request, response: Response): Promise<void> {
  const form = await readForm(request, response);
  const browser = ownCookie(request, 'browser');
  const returnTo = readReturnPath(form.return);
  const confirming = form.confirm === undefined ? undefined : await signedInAs(deps, request);
  const again = (status: number, problem: Problem) =>
    sendAddress(deps, request, response, status, { returnTo, confirming, problem });
  if (!hasFormToken(form, browser)) return again(403, 'no_cookie');
  const email = staffEmail.safeParse(confirming ?? form.email?.trim()).data;
  if (email === undefined) return again(400, 'email');
  try {
    const acceptLanguage = request.headers['accept-language'];
    const id = await beginSignIn(deps, { email, browser, returnTo, acceptLanguage });
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
  const isOwn = attempt && browser !== undefined && isSameSecret(attempt.browser_hash, hashSecret(browser));
  if (!isOwn || !isOpen(attempt, deps.clock.now())) {
    show(request, response, 404, '..', endedPage);
    return;
  }
  const { email, wrong_codes } = attempt;
  show(request, response, 200, '..', (locale) => codePage(locale, { id, browser, email, isWrong: wrong_codes > 0 }));
}

/** Responds to a link or a code. */
function finish(request: Request, response: Response, completed: Completed): void {
  const root = '../..';
  if (completed.kind === 'signed_in') {
    setCookie(response, 'session', completed.token);
    clearCookie(response, 'browser');
    response.redirect(303, `${root}/${completed.returnTo}`);
  } else if (completed.kind === 'wrong_code') response.redirect(303, `../${request.params.id}`);
  else if (completed.kind === 'code')
    show(request, response, 200, root, (locale) => otherBrowserPage(locale, completed.code));
  else show(request, response, 404, root, endedPage);
}
